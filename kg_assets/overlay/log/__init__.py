"""The overlay's log: a person's decisions as commits, what each message gave, the timeline."""
