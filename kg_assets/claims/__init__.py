"""Stage 4: what was said as claims, grounded in entities and weighed, and what was taken back.

Reading claims out of texts, checking them, grounding, weighing, retractions and a person's verdicts belong here. When a
claim was true and what became of it is `history`'s.
"""
