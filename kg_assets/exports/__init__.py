"""Writes a build in the formats of other tools: graph files, a Neo4j import, JSON-LD, notes, one DuckDB file.

Each format has a module, which reads the tables of a sealed build and changes nothing in the home. `kg_assets.graph`
decides which nodes and edges the graph has; `kg_assets.cli.commands.exporting` reads which format a command asks for.
"""
