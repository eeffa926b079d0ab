"""The pairs as Splink decides them: by the Fellegi-Sunter model, learned without labels. It is given the names and what
the house read around them."""

import logging
import warnings
from collections.abc import Sequence
from typing import Any

from _people_pairs import Pair

from kg_assets.memory.people.weighing import Bearer, Scale

_MOST_PAIRS = 200_000


def splink_likeness(pairs: Sequence[Pair], scale: Scale) -> tuple[dict[int, float] | None, str]:
    """For each pair, by Python's `id()` of it, the probability that both sides are one person. Where Splink cannot be
    used: None, and the reason."""
    try:
        import pandas as pd
        import splink.comparison_library as cl
        from splink import DuckDBAPI, Linker, SettingsCreator, block_on
    except ImportError as error:
        return None, f"is not installed ({error.name}); pip install splink"
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    records = [
        _record(f"{number}-{at}", side, scale)
        for number, pair in enumerate(pairs)
        for at, side in enumerate(pair.sides)
    ]
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            cl.JaroWinklerAtThresholds("name", [0.92, 0.8]),
            cl.JaroWinklerAtThresholds("given", [0.9]),
            cl.JaroWinklerAtThresholds("surname", [0.9]),
            cl.ExactMatch("email"),
            cl.ExactMatch("organization"),
            cl.ExactMatch("relation"),
            cl.ExactMatch("role"),
        ],
        blocking_rules_to_generate_predictions=[block_on("pair")],
    )
    try:
        linker = Linker(DuckDBAPI().register(pd.DataFrame(records)), settings)
        linker.training.estimate_probability_two_random_records_match([block_on("name")], recall=0.4)
        linker.training.estimate_u_using_random_sampling(max_pairs=_MOST_PAIRS, seed=1)
        linker.training.estimate_parameters_using_expectation_maximisation(block_on("pair"), fix_u_probabilities=True)
        found: Any = linker.inference.predict().as_pandas_dataframe()
    except Exception as error:
        return None, f"does not run here: {type(error).__name__}: {str(error)[:120]}"
    finally:
        logging.disable(logging.NOTSET)
    odds = dict(zip(found["pair_l"], found["match_probability"], strict=True))
    return {id(pair): float(odds.get(number, 0.0)) for number, pair in enumerate(pairs)}, ""


def _record(name: str, side: Bearer, scale: Scale) -> dict[str, Any]:
    read = scale.names.read(side.names[0])
    told = side.told
    return {
        "unique_id": name, "pair": int(name.partition("-")[0]), "name": side.names[0].lower(),
        "given": read.tokens[0] if read.tokens else None,
        "surname": read.tokens[-1] if len(read.tokens) > 1 else None,
        "email": _one(told.emails), "organization": _one(told.organizations), "relation": _one(told.relations),
        "role": _one(told.roles),
    }  # fmt: skip


def _one(values: frozenset[str]) -> str | None:
    return min(values).lower() if values else None
