"""How things stand: what changed and what that touches, what contradicts, what became of what was read. Derived."""
