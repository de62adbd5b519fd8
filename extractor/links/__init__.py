"""Who fills which slot: candidates, features, roles, pronouns, particles, decisions."""
