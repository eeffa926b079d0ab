"""The memory as agents ask it: an MCP server over `kg_assets.queries`.

A tool is one declaration, named in `registry`. What an answer is, is decided in `queries`; no tool writes.
"""
