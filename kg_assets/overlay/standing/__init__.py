"""How things stand with each node, derived from the build: whether it is current, which changes affect it, what
contradicts it; and decisions and habits."""
