"""Linear models over named features, and their compiled form."""
