"""Finding messages: the indexes over words, vectors, claims and hops, which stages of the build make, and how
they are asked."""
