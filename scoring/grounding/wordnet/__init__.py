"""WordNet as it is shipped: the reader, the choice of senses, and the groundings over it."""
