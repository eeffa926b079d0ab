"""Finding messages: the indexes over words, vectors, claims and hops (made by stages of the build), and how
they are asked."""
