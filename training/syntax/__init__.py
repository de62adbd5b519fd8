"""How parsers are trained: treebanks, the caption grammar, the lexicon."""
