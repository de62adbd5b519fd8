"""The processes that run the model, and the batches that they get."""
