"""Stage 4: claims read from messages, grounded in entities, values and times, and weighed; and what the
person took back.

Reading claims out of texts, checking them, grounding, weighing, retractions and a person's verdicts belong
here. When a claim was true and what became of it later belongs to `history`.
"""
