"""Captuple over gRPC: server and client."""
