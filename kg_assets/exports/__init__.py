"""Writes a build in the formats of other tools: graph files, a Neo4j import, JSON-LD, notes, one DuckDB file.

One module writes each format, from the tables of a sealed build, and changes nothing in the home. Which nodes
and edges the graph has is decided in `kg_assets.graph`; which format a command asked for, in
`kg_assets.cli.commands.exporting`.
"""
