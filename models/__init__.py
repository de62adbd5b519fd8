"""Data alone: model bundles and WordNet."""
