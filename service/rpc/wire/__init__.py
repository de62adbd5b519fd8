"""Between messages and values: captions, tuples, errors, addresses."""
