"""Run by Alembic: migrates over the connection that the store hands it."""

from alembic import context

from service.arena.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
