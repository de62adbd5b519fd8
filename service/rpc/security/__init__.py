"""TLS and bearer tokens."""
