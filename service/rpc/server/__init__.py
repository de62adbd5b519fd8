"""The server of `captuple.v1`: settings, calls, streams, answers."""
