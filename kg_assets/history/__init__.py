"""Stage 5: when each claim was true, what became of it, and which claims contradict each other.

Rows from rows, so the work is the SQL of `sql/history`; here are its steps in order, the rules of what holds
only one value at a time, and the contracts. Who said what belongs to `claims`, what a person asks to
`queries`.
"""
