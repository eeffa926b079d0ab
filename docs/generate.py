"""Writes the parts of the documentation that come from declarations: `tables.md` and `configuration.md`.

`--check` fails when they are not what the declarations say now.
"""

import sys
from pathlib import Path

import yaml

from kg_assets.core.contract import Column, Table
from kg_assets.core.data import data_path
from kg_assets.house import HOUSE

FOLDER = Path(__file__).resolve().parent
_NOTE = "<!-- written by `make docs` from the declarations in the code; do not edit -->\n"

_INTRODUCTION = "Every table is written once, by one stage, and is a Dagster asset of that name.\n"


def tables_page() -> str:
    """Every table by stage: meaning, key, columns, rules."""
    parts = [_NOTE, "# The tables\n", _INTRODUCTION]
    for stage in HOUSE.stages:
        reads = f" Reads {', '.join(f'`{name}`' for name in stage.inputs)}." if stage.inputs else ""
        parts.append(f"## Stage `{stage.name}`\n\n{stage.meaning}{reads}\n")
        parts += [_table(table) for table in stage.tables]
    return "\n".join(parts)


def _table(table: Table) -> str:
    lines = [f"### `{table.name}`\n", f"{table.meaning}\n", f"Key: {', '.join(f'`{k}`' for k in table.key)}.\n"]
    lines += ["| column | type | meaning |", "|---|---|---|", *(_column(column) for column in table.columns)]
    if table.rules:
        lines += ["", "Blocking rules:", *(f"- **{rule.name}**: {rule.meaning}" for rule in table.rules)]
    return "\n".join(lines) + "\n"


def _column(column: Column) -> str:
    notes = [column.meaning]
    if column.values:
        notes.append("One of " + ", ".join(f"`{value}`" for value in column.values) + ".")
    if column.references:
        notes.append(f"Refers to `{column.references}`.")
    kind = column.type + (", may be null" if column.nullable else "") + (", private" if column.content else "")
    return f"| `{column.name}` | {kind} | {' '.join(notes)} |".replace("\n", " ")


def configuration_page() -> str:
    """Every key of `config/pipeline.yaml` with its value and meaning."""
    shipped = yaml.safe_load(data_path("config/pipeline.yaml").read_text(encoding="utf-8"))
    parts = [
        _NOTE,
        "# The configuration\n",
        "`config/pipeline.yaml` holds these. Change some by naming a YAML file that holds only the changed keys in",
        "`ANNALS_CONFIG`, or a folder that shadows `config/`. An unknown key is an error with the nearest name.\n",
    ]
    for section, model in HOUSE.sections.items():
        parts += [f"## `{section}`\n", "| key | value | meaning |", "|---|---|---|"]
        for key, field in model.model_fields.items():
            value = shipped.get(section, {}).get(key, field.default)
            parts.append(f"| `{key}` | `{value}` | {field.description} |")
        parts.append("")
    return "\n".join(parts)


PAGES = {"tables.md": tables_page, "configuration.md": configuration_page}


def main() -> int:
    stale = [name for name, page in PAGES.items() if not _is_fresh(FOLDER / name, page())]
    if "--check" in sys.argv[1:]:
        if stale:
            print(f"docs/{', docs/'.join(stale)}: not what the declarations say; run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    for name in stale:
        (FOLDER / name).write_text(PAGES[name](), encoding="utf-8")
        print(f"wrote docs/{name}")
    return 0


def _is_fresh(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
