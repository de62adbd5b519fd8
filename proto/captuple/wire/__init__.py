"""Between messages and values: captions, tuples, errors, addresses. The server reads and writes by them, too."""
