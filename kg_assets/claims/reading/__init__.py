"""The rule-based reader: from the text of one message to raw claims, by a light analysis of clauses (seed 000 §4.4.3).

Pure: no tables, no entities, no time resolution. Patterns and word lists are data in `config/claims/`.
"""
