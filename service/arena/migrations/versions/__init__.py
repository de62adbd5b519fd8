"""One file for each version; each says which it follows."""
