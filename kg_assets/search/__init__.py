"""Finds messages: makes the indexes over words, vectors, claims and hops in stages of the build, and answers searches
from them."""
