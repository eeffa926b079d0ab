"""Retractions: words with which the person takes back, corrects or ends something they said, and the claims
that these words are about."""
