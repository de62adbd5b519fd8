"""The command line ``captuple``: one file a command, loaded when it is called."""

import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and exit."""
    if sys.argv[1:2] == ["serve"]:
        # Before anything is loaded: SIGHUP asks a server to look at its files again, and would end it until it does.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    from service.cli.group import main as run

    run()
