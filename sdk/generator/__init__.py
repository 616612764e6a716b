"""What sdk/generate stands on."""
