"""Generated from ``captuple.proto`` and ``evaluation.proto`` by ``make proto``."""
