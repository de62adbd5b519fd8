"""What runs the shards of a job: this machine, or Ray."""
