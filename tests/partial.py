"""Some stages of the house, run as a build runs them, and their tables to be asked: nothing is sealed or published."""

from dataclasses import replace
from pathlib import Path

import duckdb

import kg_assets.house as rooms_of_house
from kg_assets.cli.extraction import needed_stages
from kg_assets.core.config import load_config
from kg_assets.core.stage import House, Room, Stage
from kg_assets.engine.runner import Engine
from kg_assets.engine.session import run_build
from kg_assets.house import HOUSE
from kg_assets.intake.asking import request_build
from kg_assets.store.home import Home
from kg_assets.store.sqlrun import add_views


def house_of(*wanted: Stage) -> House:
    """The house as far as these stages need it."""
    names = {stage.name for last in wanted for stage in (*needed_stages(HOUSE, last), last)}
    return House(HOUSE.reference, tuple(stage for stage in HOUSE.stages if stage.name in names), HOUSE.sections)


def asked_house_of(*wanted: Stage) -> House:
    """The same with what is asked of a published build: its macros, and the views of rooms that are there whole."""
    part = house_of(*wanted)
    rooms = [room for room in vars(rooms_of_house).values() if isinstance(room, Room) and room.stages]
    views = [view for room in rooms if {*room.stages} <= {*part.stages} for view in room.views]
    return replace(part, macros=HOUSE.macros, views=tuple(view for view in HOUSE.views if view in views))


def run(house: House, home: Home, *sources: Path, override: Path | None = None) -> duckdb.DuckDBPyConnection:
    """The tables that these stages write of the home's sources, by their names without a schema too."""
    engine = Engine(home.prepare(), house, load_config(house.sections, override), 1, override)
    outcomes = run_build(engine, request_build(engine, list(sources)).build)
    tables = {
        name: [engine.contents.path(content) for content in contents]
        for outcome in outcomes.values()
        for name, contents in outcome.tables.items()
    }
    connection = duckdb.connect()
    add_views(connection, tables)
    connection.execute("SET search_path = 'kg'")
    return connection
