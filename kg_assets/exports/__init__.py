"""A build in the formats of other tools: graph files, a Neo4j import, JSON-LD, notes, one DuckDB file.

Each module writes one format from the tables of a sealed build and changes nothing in the home. What the graph consists
of belongs to `kg_assets.graph`; which format a command asked for to `kg_assets.cli.commands.exporting`.
"""
