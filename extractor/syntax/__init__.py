"""Text to tree: tokenization, reading, the parsers, and a parse as a graph."""
