"""How things stand: states, what changes touch, contradictions, decisions and habits. All of it is derived
from the build."""
