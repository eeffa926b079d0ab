"""Stage 4: reads claims from messages, grounds them in entities, values and times, weighs them, and links the words by
which the person took claims back.

Reading claims out of texts, checking them, grounding, weighing, retractions and a person's verdicts belong
here. When a claim was true and what became of it later belongs to `history`.
"""
