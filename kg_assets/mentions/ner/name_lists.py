"""Lists of names taken from installed data packages; nothing is downloaded and nothing is copied.

Persons: common given and family names from `faker` (MIT), for the countries in the rules' `name_locales`. Places:
countries and cities of time zones from `tzdata`, and towns from the geographic data of `phonenumbers`. Organisations:
operators in the public suffix list whose name is their suffix.
"""

import itertools
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata, resources
from importlib.abc import InspectLoader
from importlib.util import find_spec
from types import CodeType
from typing import Any

from kg_assets.core.derived import derived
from kg_assets.mentions.ner.rules import GazetteerRules, ner_rules

_REGISTRY = re.compile(r"^// ([a-z0-9]{3,}) : ([^\s,]+)", re.MULTILINE)
_PARENTHESIS = re.compile(r"\s*\([^)]*\)")
_TOWN = re.compile(r"[A-Z\u00c0-\u00de][^\W\d_]+(?:[ '’.-]+[^\W\d_]+)*")
_GEODATA = "phonenumbers.geodata"
_GEODATA_PART = re.compile(r"data\d+")
_SOURCES = ("tzdata", "phonenumbers", "tldextract", "faker")


@dataclass(frozen=True, slots=True)
class NameLists:
    """The names as they are written, and the versions of the packages that they come from."""

    given: frozenset[str]
    family: frozenset[str]
    countries: frozenset[str]
    towns: frozenset[str]
    organisations: frozenset[str]
    sources: tuple[tuple[str, str], ...]


def _countries() -> Iterator[str]:
    table = resources.files("tzdata") / "zoneinfo" / "iso3166.tab"
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name = _PARENTHESIS.sub("", line.split("\t")[1])
            yield name
            if "&" in name:
                yield name.replace("&", "and")


def _zone_cities() -> Iterator[str]:
    table = resources.files("tzdata") / "zoneinfo" / "zone1970.tab"
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")[2].rpartition("/")[2].replace("_", " ")


def _towns(min_prefixes: int) -> Iterator[str]:
    """The towns to which at least `min_prefixes` prefixes of telephone numbers belong."""
    # Hundreds of thousands of prefixes share a few thousand descriptions, which are taken apart once each.
    counts: Counter[str] = Counter()
    for description, prefixes in _described_prefixes().items():
        for name in description.split("/"):
            counts[name.partition(",")[0].partition(" - ")[0].strip()] += prefixes
    for name, count in counts.items():
        if count >= min_prefixes and _TOWN.fullmatch(name):
            yield name


def _described_prefixes() -> Counter[str]:
    """How many prefixes of telephone numbers have each English description.

    To import the data of the package at once would hold a hundred megabytes for good, so its parts are run one by one.
    """
    counts: Counter[str] = Counter()
    for code in _codes_of_geodata():
        names: dict[str, Any] = {"__name__": f"{_GEODATA}.part", "__package__": _GEODATA}
        exec(code, names)
        counts.update([described["en"] for described in names["data"].values() if "en" in described])
    return counts


def _codes_of_geodata() -> Iterator[CodeType]:
    package = find_spec(_GEODATA)
    for part in pkgutil.iter_modules(package.submodule_search_locations if package else ()):
        found = part.module_finder.find_spec(part.name, None) if _GEODATA_PART.fullmatch(part.name) else None
        code = found.loader.get_code(part.name) if found and isinstance(found.loader, InspectLoader) else None
        if code is not None:
            yield code


def _organisations() -> Iterator[str]:
    snapshot = resources.files("tldextract") / ".tld_set_snapshot"
    for label, operator in _REGISTRY.findall(snapshot.read_text(encoding="utf-8")):
        name = re.sub(r"[^A-Za-z0-9]", "", operator)
        if name.lower() == label:
            yield name
            if name.isupper() and len(name) > 4:
                yield name.capitalize()


def _persons(kind: str, locales: Sequence[str]) -> Iterator[str]:
    """The names of one kind (`first_names`, `last_names`) in each locale, from all lists of that kind, also those by
    sex."""
    for locale in locales:
        lists = vars(import_module(f".{locale}", "faker.providers.person").Provider)
        for name in sorted(lists):
            if name.startswith(kind) and not callable(lists[name]):
                # Some countries' names are kept with how many bear them.
                yield from (surface for surface in lists[name] if isinstance(surface, str))


def _versions() -> Iterator[tuple[str, str]]:
    for name in _SOURCES:
        try:
            yield name, metadata.version(name)
        except metadata.PackageNotFoundError:
            yield name, "absent"


def _long_enough(names: Iterator[str], rules: GazetteerRules) -> frozenset[str]:
    return frozenset(name for name in names if len(name) >= rules.min_chars and name[:1].isupper())


def _groups(rules: GazetteerRules) -> list[str]:
    """The lists of names in the order of the fields of `NameLists`, each as one text with a name on each line."""
    towns = itertools.chain(_zone_cities(), _towns(rules.min_town_prefixes))
    given, family = (_persons(kind, rules.name_locales) for kind in ("first_names", "last_names"))
    groups = (given, family, _countries(), towns, _organisations())
    return ["\n".join(sorted(_long_enough(names, rules))) for names in groups]


@cache
def name_lists() -> NameLists:
    """All lists of names, read once per process.

    They are cached for later processes, because gathering them takes longer than most stages of a small build. The
    cache holds as long as the rules and the versions of the packages stay the same.
    """
    rules, versions = ner_rules().gazetteer, tuple(_versions())
    parts = (versions, rules.name_locales, rules.min_chars, rules.min_town_prefixes)
    groups = derived(__file__, parts, lambda: _groups(rules))
    given, family, countries, towns, organisations = (frozenset(filter(None, one.split("\n"))) for one in groups)
    return NameLists(given, family, countries, towns, organisations, versions)
