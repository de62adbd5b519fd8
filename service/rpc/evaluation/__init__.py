"""The evaluation server's API over gRPC, for whatever keeps the submissions."""
