"""Writes the pages that are made from declarations in the code: `tables.md`, `formulas.md`, `configuration.md`,
`dependencies.md`, `tools.md`, and the comments of `config/pipeline.yaml`.

`--check` fails when they are not what the declarations say now.
"""

import ast
import json
import re
import sys
import textwrap
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import yaml

from kg_assets.core.contract import Column, Table
from kg_assets.core.data import data_path
from kg_assets.core.origin import Origin, made_by
from kg_assets.core.stage import Stage
from kg_assets.house import HOUSE
from kg_assets.mcp.registry import TOOLS
from kg_assets.mcp.tool import Tool

FOLDER = Path(__file__).resolve().parent
_NOTE = "<!-- written by `make docs` from the declarations in the code; do not edit -->\n"

_PACKAGES = """\
# The packages

What the default install brings, and where it is used: a declared package that nothing uses fails a test. Extras:
`semantic` (embeddings by a model on this machine), `dev` (tests), `bench` (tools to compare with: `dateparser`,
`parsedatetime` and `datefinder` in `benchmarks/times.py`, `linkify-it-py` and `urlextract` in `detectors.py`, `yake` in
`lexicon.py`, `pyahocorasick` in `entities.py`, `splink` with `pandas` in `people.py`). Tests and benchmarks import
nothing else: a test says so.
"""
_SIZES = """\
Measured on Linux with Python 3.11: 1,102 MB in 131 packages. Installing them takes 50 s of processor time and the first
demo another 16; beside much other work on the same two cores the same took 71 and 23. On disk: `polars` 182 MB,
`pyarrow` 170, `spacy` 126, `numpy` 73, `duckdb` 68, `phonenumbers` 48, `dagster-webserver` 42, `openai` 30, `faker` 25.
Commands load what they need: `openai` when a model is asked, `dagster-webserver` in the process of `annals ui`
only, which the second command of a newcomer opens: it stays in the default install.
"""
_PIPELINE = "config/pipeline.yaml"
_WIDTH = 120
_OF_FORMULAS = """\
Numbers that a table holds and how each is computed. Names are columns of the table or keys of its section of the
[configuration](configuration.md); behind a formula stand the values of these as shipped. Scores are rounded to 12
decimals, likenesses of beliefs to 6. [Claims](claims.md), [history](history.md), [graph](graph.md) and
[beliefs](beliefs.md) say why each is what it is.
"""
_OF_TOOLS = """\
# The tools of `annals mcp`

What an agent can ask ([mcp.md](mcp.md) says how to connect one). All of them only read; every answer is structured, has
a schema, and keeps within its `tokens`.
"""
_INTRODUCTION = (
    "Every table is written once, by one stage, and is a Dagster asset of that name. The values of the settings that\n"
    "a formula names stand in [formulas.md](formulas.md).\n"
)


def tables_page() -> str:
    """Every table by stage: meaning, key, columns, rules."""
    parts = [_NOTE, "# The tables\n", _INTRODUCTION]
    for stage in HOUSE.stages:
        reads = f" Reads {', '.join(f'`{name}`' for name in stage.inputs)}." if stage.inputs else ""
        parts.append(f"## Stage `{stage.name}`\n\n{stage.meaning}{reads}\n")
        parts += [_table(stage, table) for table in stage.tables]
    return "\n".join(parts)


def _link(origin: Origin) -> str:
    return f"[`{origin}`](../{origin.file})"


def _table(stage: Stage, table: Table) -> str:
    key = ", ".join(f"`{name}`" for name in table.key)
    made = f"{made_by(stage, table, _link)}. Key: {key}.\n"
    lines = [f"### `{table.name}`\n", f"{table.meaning}\n", made]
    lines += ["| column | type | meaning |", "|---|---|---|", *(_column(column) for column in table.columns)]
    if table.rules:
        lines += ["", "Blocking rules:", *(f"- **{rule.name}**: {rule.meaning}" for rule in table.rules)]
    return "\n".join(lines) + "\n"


def _column(column: Column) -> str:
    notes = [column.sentence.replace("*", "\\*").replace("|", "\\|") if column.formula else column.meaning]
    if (column.values or column.references) and not notes[0].endswith((".", "?", "!")):
        notes[0] += "."
    if column.values:
        notes.append("One of " + ", ".join(f"`{value}`" for value in column.values) + ".")
    if column.references:
        notes.append(f"Refers to `{column.references}`.")
    kind = column.type if column.shape is None else f"json as `{column.duckdb_type}`"
    kind += (", may be null" if column.nullable else "") + (", private" if column.content else "")
    return f"| `{column.name}` | {kind} | {' '.join(notes)} |".replace("\n", " ")


def configuration_page() -> str:
    """Every key of `config/pipeline.yaml` with its value and meaning."""
    shipped = _shipped()
    parts = [
        _NOTE,
        "# The configuration\n",
        "`config/pipeline.yaml` holds these. Change some by naming a YAML file that holds only the changed keys in",
        "`ANNALS_CONFIG`, or a folder that shadows `config/`. Where it names nothing, `settings.yaml` in the home",
        "holds the changed keys, if it is there. An unknown key is an error with the nearest name.\n",
        "In such a folder each file takes the place of the whole file of the same name in `config/`, so it must be",
        "complete: copy the shipped one and change that. A key that it lacks is an error that names it. Only",
        "`pipeline.yaml` may hold the changed keys alone; `predicates.yaml` and `report/relations.yaml` are lists",
        "in which every entry is your own. A folder that holds none of these files is an error too: it would change",
        "nothing.\n",
    ]
    for section, model in HOUSE.sections.items():
        parts += [f"## `{section}`\n", "| key | value | meaning |", "|---|---|---|"]
        for key, field in model.model_fields.items():
            value = shipped.get(section, {}).get(key, field.default)
            parts.append(f"| `{key}` | `{value}` | {field.description} |")
        parts.append("")
    return "\n".join(parts)


@cache
def _shipped() -> Any:
    return yaml.safe_load(data_path("config/pipeline.yaml").read_text(encoding="utf-8"))


def formulas_page() -> str:
    """The page of every column that is computed by a formula, with the formula and the file in which it stands."""
    parts = [_NOTE, "# The formulas\n", _OF_FORMULAS]
    for stage in HOUSE.stages:
        for table in stage.tables:
            computed = [column for column in table.columns if column.formula]
            if computed:
                parts.append(f"## `{table.name}`\n\n{made_by(stage, table, _link)}.\n")
                parts += [_formula(stage, column) for column in computed]
                parts.append("")
    return "\n".join(parts)


def _formula(stage: Stage, column: Column) -> str:
    """A column's formula. Behind it stand the shipped values of the configuration keys that the formula names. A column
    that another stage's table carries over may name keys that this stage does not read; its formula only names that
    table."""
    named = [word for word in dict.fromkeys(re.findall(r"(?<![.\w])[a-z][a-z0-9_]+", column.formula)) if "_" in word]
    values = {word: _shipped_value(stage, word) for word in named}
    given = ", ".join(
        f"`{word}` {_told(value)}" for word, value in values.items() if isinstance(value, (int, float, dict))
    )
    # A choice is told with its section: "beliefs.likeness".
    choices = re.findall(r"\b([a-z_]+)\.([a-z_]+)\b", column.formula)
    chosen = [(f"{name}.{key}", _shipped().get(name, {}).get(key)) for name, key in dict.fromkeys(choices)]
    given = ", ".join([given] * bool(given) + [f"`{key}` {value}" for key, value in chosen if isinstance(value, str)])
    return f"- **{column.name}** = `{column.formula.replace('`', '')}`" + (f"; {given}" if given else "")


def _told(value: Any) -> str:
    """A value as the page shows it: a number as it is, a mapping as its numbers one after the other, in brackets."""
    return f"({', '.join(f'{kind} {one}' for kind, one in value.items())})" if isinstance(value, dict) else str(value)


def _shipped_value(stage: Stage, key: str) -> Any:
    """The shipped value of a key, looked for first in the sections that the stage reads, then as a number in any other
    section. None if there is no such key; ValueError where several could be meant."""
    holding = {name: section[key] for name, section in _shipped().items() if section and key in section}
    own = {name: value for name, value in holding.items() if name in stage.config}
    own = own or {name: value for name, value in holding.items() if isinstance(value, (int, float))}
    if len({repr(value) for value in own.values()}) > 1:
        raise ValueError(f"{stage.name}: which of the sections {', '.join(own)} is meant by `{key}`?")
    return next(iter(own.values()), None)


def tools_page() -> str:
    """The page of every tool that agents have: the question it answers, its arguments, and the parts of its answer."""
    rows = [f"| [`{tool.name}`](#{tool.name}) | {tool.title} |" for tool in TOOLS]
    return "\n".join([_NOTE, _OF_TOOLS, "| tool | what for |", "|---|---|", *rows, "", *map(_tool, TOOLS)])


def _tool(tool: Tool[Any]) -> str:
    taken = tool.takes.model_json_schema()
    rows = [
        f"| `{name}`{' (needed)' if name in taken.get('required', ()) else ''} "
        f"| {field.description or ''} | {'' if field.is_required() else f'`{json.dumps(field.default)}`'} |"
        for name, field in tool.takes.model_fields.items()
    ]
    told = ", ".join(f"`{name}`" for name in tool.answers.model_fields)
    head = [f"## {tool.name}", "", tool.meaning, "", "| takes | | default |", "|---|---|---|"]
    return "\n".join([*head, *rows, "", f"Answers with {told}.", ""])


def pipeline_file() -> str:
    """The text of `config/pipeline.yaml`, with the sentence that explains it written above each key."""
    lines, section = [], ""
    for line in data_path(_PIPELINE).read_text(encoding="utf-8").splitlines():
        if found := re.match(r"(\w+):", line):
            section = found[1]
        elif line.startswith("  #"):
            continue
        elif found := re.match(r"  (\w+):", line):
            sentence = HOUSE.sections[section].model_fields[found[1]].description or ""
            lines += textwrap.wrap(
                sentence, _WIDTH, initial_indent="  # ", subsequent_indent="  # ", break_on_hyphens=False
            )
        lines.append(line)
    return "\n".join(lines) + "\n"


def dependencies_page() -> str:
    """The page of every package that the default install brings: its purpose, and which parts of the code use it."""
    rows = [
        f"| `{name}` | {meaning} | {', '.join(f'`{place}`' for place in places_of(name))} |"
        for name, meaning in declared().items()
    ]
    return "\n".join([_NOTE, _PACKAGES, "| package | what for | used in |", "|---|---|---|", *rows, "", _SIZES])


def declared() -> dict[str, str]:
    """The packages of the default install, each with the comment beside it."""
    text = (FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8")
    listed = text[text.index("\ndependencies = [") : text.index("\n]\n", text.index("\ndependencies = ["))]
    return dict(re.findall(r'^    "([\w.-]+)[^"]*",(?: +# (.*))?$', listed, re.MULTILINE))


def places_of(distribution: str) -> list[str]:
    """The rooms whose code uses a package: they import one of its modules, or name it to load it, its files or its
    version."""
    named = {distribution, distribution.lower().replace("-", "_")}
    tops = {top for top, owners in _owners().items() if distribution.lower() in owners}
    found = set()
    for path in _sources():
        words = _words(path)
        if words & (tops | named):
            parts = path.relative_to(FOLDER.parent).parts
            found.add("/".join(parts[:2]) if len(parts) > 1 else parts[0])
    return sorted(found)


@cache
def _owners() -> dict[str, frozenset[str]]:
    """The packages that bring each top-level name; to find them the metadata of every package is read."""
    return {top: frozenset(map(str.lower, owners)) for top, owners in packages_distributions().items()}


@cache
def _sources() -> tuple[Path, ...]:
    return tuple(sorted([*FOLDER.parent.glob("kg_assets/**/*.py"), FOLDER.parent / "setup.py"]))


@cache
def _words(path: Path) -> frozenset[str]:
    """The top-level names of the packages that a module imports, and of those that it names in a string to load them,
    their files or their version."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Call) and _NAMING & {getattr(node.func, "attr", ""), getattr(node.func, "id", "")}:
            texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            found.update(text.partition(".")[0] for text in texts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "==" in node.value:
            found.add(node.value.partition("==")[0])
    return frozenset(found)


_NAMING = frozenset({"files", "find_spec", "import_module"})  # functions that are given a module's name


PAGES = {
    FOLDER / "tables.md": tables_page,
    FOLDER / "formulas.md": formulas_page,
    FOLDER / "configuration.md": configuration_page,
    FOLDER / "dependencies.md": dependencies_page,
    FOLDER / "tools.md": tools_page,
    FOLDER.parent / _PIPELINE: pipeline_file,
}


def main() -> int:
    stale = [path for path, page in PAGES.items() if not _is_fresh(path, page())]
    names = ", ".join(str(path.relative_to(FOLDER.parent)) for path in stale)
    if "--check" in sys.argv[1:]:
        if stale:
            print(f"{names}: not what the declarations say; run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(PAGES[path](), encoding="utf-8")
    if stale:
        print(f"wrote {names}")
    return 0


def _is_fresh(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
