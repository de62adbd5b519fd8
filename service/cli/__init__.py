"""The command line ``captuple``: one file a command, loaded when it is called."""

from service.cli.group import main

__all__ = ["main"]
