"""How the thesaurus is learned."""
