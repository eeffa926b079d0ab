"""Who is who across all sources: which names, addresses and relations are one person, organization or thing.

It reads entities and claims as they stand and decides about pairs of them. What is read of a single name belongs to
`mentions` and `lexicon`, the graph of claims to `graph`.
"""
