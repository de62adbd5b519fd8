"""How models are made: corpora, syntax, roles, links, evaluation, cards."""
