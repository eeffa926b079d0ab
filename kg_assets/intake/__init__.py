"""Takes sources in and requests builds: for the paths that a person names, for the inbox, and every night.
Only the build for readers elsewhere is also made here.
"""
