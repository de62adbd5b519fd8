"""Readers of annotated corpora: each gives annotated captions and a report of what it met."""
