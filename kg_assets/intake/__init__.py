"""Takes sources in and requests builds: for the paths that a person names, for the inbox, and every night. One build is
also made here: the one for readers elsewhere.
"""
