"""From decisions to tuples: assembly, absolutes, relations, noun phrases."""
