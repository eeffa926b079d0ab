"""The program's memory as a server for agents: an MCP server over `kg_assets.queries`.

Each tool is one declaration, listed in `registry`. `queries` decides what an answer is; no tool writes.
"""
