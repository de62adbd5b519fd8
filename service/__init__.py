"""How people reach Captuple: gRPC and the command line."""
