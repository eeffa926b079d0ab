"""Self-beliefs: reads the sentences in which a person says who they are, and makes beliefs from them, with the evidence
for each and how firmly it stands.

Each phase of seed 002 is a module of pure functions and a table. What others say of the person does not belong here.
"""
