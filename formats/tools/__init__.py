"""What annotation tools write and read: brat, doccano, Label Studio."""
