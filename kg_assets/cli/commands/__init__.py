"""The commands of `annals`, a module for each group. A command prints data on stdout and everything else on stderr."""
