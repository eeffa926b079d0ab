"""The rule-based reader: from the text of one message to raw claims, by a light analysis of clauses (seed 000
§4.4.3).

It reads no tables, knows no entities and resolves no times. Patterns and word lists are data in
`config/claims/`.
"""
