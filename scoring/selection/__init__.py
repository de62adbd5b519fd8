"""Content selection, and novel objects: what captions mention, and what they should."""
