"""How model bundles are written."""
