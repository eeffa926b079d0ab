"""What was done to the overlay: a person's commits, what was read of each message, the timeline."""
