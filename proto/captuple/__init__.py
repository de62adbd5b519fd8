"""The public API's package: generated stubs alone, in ``captuple.v1``."""
