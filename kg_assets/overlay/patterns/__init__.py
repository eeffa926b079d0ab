"""What comes together again and again: groups of nodes named in the same conversations, and orders of naming."""
