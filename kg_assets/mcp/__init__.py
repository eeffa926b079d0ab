"""The memory as agents ask it: an MCP server over the room of queries.

A tool is one declaration, named in `registry`. Nothing here decides what an answer is, and nothing writes.
"""
