"""Decides who is who across all sources: which names, addresses and relations are one person, organization or
thing.

It reads entities and claims and decides about pairs of them. What a single name means in its text is read by
`mentions` and `lexicon`; the graph of claims belongs to `graph`.
"""
