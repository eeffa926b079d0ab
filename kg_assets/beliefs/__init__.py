"""What a person says they are, and how firmly it stands: from sentences about oneself to beliefs with their evidence.

Each phase of seed 002 is a module of pure functions and a table. What others say of the person does not belong here.
"""
