"""Semantic tuples in a spaCy pipeline: ``nlp.add_pipe("captuple")``.

spaCy imports ``factory`` wherever a pipeline is made, so it imports next to nothing itself, and neither does this file.
"""
