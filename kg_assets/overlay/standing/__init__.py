"""Derives from the build the state of each node: whether it is current, what changes affect it, what contradicts it;
and decisions and habits."""
