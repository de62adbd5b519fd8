"""Generated from ``captuple.proto`` by ``make proto``."""
