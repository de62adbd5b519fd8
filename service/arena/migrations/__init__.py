"""The tables of a store from one version to the next, by Alembic."""
