"""How nodes stand: states, what changes affect, contradictions, decisions and habits. All of it is derived
from the build."""
