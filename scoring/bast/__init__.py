"""The BAST and the agreement of two: values, counts, statistics that merge, scores."""
