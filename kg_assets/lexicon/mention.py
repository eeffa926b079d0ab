"""Makes the final candidates and mentions of some files of messages, from detected candidates and the
lexicon's terms.

Structured detectors win over the lexicon, the lexicon over the name recogniser (stage 2B.6.2); `contest`
chooses. Every mention gets the key of what it names and, after the person's merges, its entity.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from kg_assets.core.canonical import canonical_text
from kg_assets.core.contract import Table
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.core.stage import Shard, StageRun
from kg_assets.lexicon.contest import contest
from kg_assets.lexicon.contracts import ENTITY_MENTION_CANDIDATES, ENTITY_MENTIONS, LEXICON_OCCURRENCES
from kg_assets.lexicon.keys import entity_ids, entity_key
from kg_assets.lexicon.merges import LEDGER_KINDS, standing_merges
from kg_assets.lexicon.texts import ranges, read_columns
from kg_assets.mentions.detect.candidate import INTERSECTS_CITATION_MARKER, INTERSECTS_CODE_FENCE
from kg_assets.mentions.detect.ranges import RangeIndex, citation_marker_ranges
from kg_assets.mentions.settings import MentionSettings
from kg_assets.mentions.winners import surface_hash
from kg_assets.store.message_files import files_by_group, grouped

_CANDIDATES = "kg.entity_mention_candidates__detected"
_OCCURRENCES = "kg.lexicon_occurrences"
_MESSAGES, _DETECTED = "kg.messages", "detected"
_DETECTOR, _VERSION = "LEXICON:", "1"
_PLACE = ["message_id", "char_start", "char_end", "surface_text", "term_key"]
_TERM = ["term_key", "entity_type_hint", "raw_candidate_json"]
_EMPTY = {
    _CANDIDATES: pl.DataFrame(pl.from_arrow(ENTITY_MENTION_CANDIDATES.arrow_schema().empty_table())),
    _OCCURRENCES: pl.DataFrame(pl.from_arrow(LEXICON_OCCURRENCES.arrow_schema().empty_table())),
}
_CANDIDATE_OF_PLACE = [
    "message_id", "char_start", "char_end", "surface_text", "normalized_value", "entity_type_hint",
    "raw_candidate_json",
]  # fmt: skip
_NAMING = ["entity_type_hint", "surface_text", "normalized_value"]


def plan(run: StageRun) -> list[Shard]:
    """One shard for each group of files of messages (`files_per_shard`), with the files of candidates and occurrences
    of these messages and the terms found in them. An occurrence is a place of a word or phrase that may have become a
    term.

    So a shard is not made again because of a term that occurs only in other files, or because of an occurrence of
    something that is no term.
    """
    build = run.query("sql/lexicon/terms.sql").to_pylist()
    build_id = build[0]["build_id"] if build else ""
    terms = {row["term_key"]: [row["term_id"], row["entity_type_hint"]] for row in build}
    groups = grouped(run.paths(_MESSAGES), run.settings("lexicon").files_per_shard)
    owners = {name: files_by_group(groups, run.paths(name)) for name in (_CANDIDATES, _OCCURRENCES)}
    shards = []
    for index, group in enumerate(groups):
        places = _places_of(list(terms), owners[_OCCURRENCES][index])
        found = set(places["term_key"].unique().to_list())
        payload = {"build_id": build_id, "terms": {key: named for key, named in terms.items() if key in found}}
        shards.append(
            Shard(
                f"{index:03d}",
                payload=payload,
                inputs={_MESSAGES: [str(p) for p in group]} | {name: owners[name][index] for name in owners},
                identity=sha256_hex(canonical_text(payload)),
                parts={_OCCURRENCES: sha256_hex(places.rechunk().write_ipc(None).getvalue())},
            )
        )
    return shards


def _places_of(terms: Sequence[str], occurrences: Sequence[str]) -> pl.DataFrame:
    """The rows of the occurrence files of a shard that are about these terms, in order: each a place of a term."""
    places = read_columns([Path(path) for path in occurrences], _PLACE) if occurrences else _EMPTY[_OCCURRENCES]
    return places.select(_PLACE).filter(pl.col("term_key").is_in(list(terms)))


def run_shard(run: StageRun) -> None:
    """Write the final candidates and mentions of some files of messages.

    A message's rows depend only on what was detected in it and on the places of terms in it. If an earlier shard had
    the same, its rows for the message are reused.
    """
    ids = IdSpace(run.settings("sources").id_namespace)
    detected, places = _read(run, _CANDIDATES, ENTITY_MENTION_CANDIDATES.arrow_schema().names), _named_places(run)
    sources = {_DETECTED: [path.name for path in run.paths(_CANDIDATES)]}
    standing = {name: pl.read_parquet(path, glob=False) for name, path in run.earlier(_MESSAGES).items()}
    if standing and run.recall(_MESSAGES) == sources:
        changed = pl.col("message_id").is_in(_changed(places, standing[ENTITY_MENTION_CANDIDATES.name]).implode())
        detected, places = detected.filter(changed), places.filter(changed)
        standing = {name: rows.filter(~changed) for name, rows in standing.items()}
    else:
        standing = {}
    candidates = contest(
        pl.concat([
            detected.with_columns(is_term=pl.lit(False)),
            _matched(run, ids, places).select(detected.columns).with_columns(is_term=pl.lit(True)),
        ])
    )  # fmt: skip
    _write(run, ENTITY_MENTION_CANDIDATES, candidates, standing)
    _write(
        run, ENTITY_MENTIONS, _mentions(run, ids, candidates.filter(pl.col("suppression_reason").is_null())), standing
    )
    run.remember(_MESSAGES, sources)


def _changed(places: pl.DataFrame, candidates: pl.DataFrame) -> pl.Series:
    """The ids of messages in which the places of terms are other than those among the `candidates` that an earlier
    shard wrote."""
    columns = [*_CANDIDATE_OF_PLACE, "detector"]
    now = places.rename({"term_key": "normalized_value"}).select(columns)
    before = candidates.filter(pl.col("detector").str.starts_with(_DETECTOR)).select(columns)
    differing = (a.join(b, on=columns, how="anti")["message_id"] for a, b in ((now, before), (before, now)))
    return pl.concat(differing).unique()


def _read(run: StageRun, table: str, columns: Sequence[str]) -> pl.DataFrame:
    """The rows of a table's files in this shard; none if it has no file."""
    return read_columns(run.paths(table), columns) if run.paths(table) else _EMPTY[table].select(columns)


def _write(run: StageRun, contract: Table, rows: pl.DataFrame, standing: Mapping[str, pl.DataFrame]) -> None:
    """Write the table of this shard: the new rows, and those that still hold from the last time it was made
    (`standing`)."""
    schema = contract.arrow_schema()
    made = rows.select(schema.names)
    if contract.name in standing:
        kept = standing[contract.name].select(schema.names)
        made = pl.concat([kept, made.cast(kept.schema)])
    ordered = made.sort(contract.sort_order, nulls_last=True)
    run.write(contract.name, ordered.to_arrow().cast(schema))


def _named_places(run: StageRun) -> pl.DataFrame:
    """The places of the terms in the texts, each with what the lexicon says of the term."""
    terms = [
        (key, entity_type, canonical_text({"term_id": term_id, "term_key": key}))
        for key, (term_id, entity_type) in run.payload["terms"].items()
    ]
    known = pl.DataFrame(terms, schema=dict.fromkeys(_TERM, pl.String), orient="row")
    named = _read(run, _OCCURRENCES, _PLACE).join(known, on="term_key", maintain_order="left")
    return named.with_columns(detector=pl.lit(_DETECTOR + run.payload["build_id"]))


def _matched(run: StageRun, ids: IdSpace, places: pl.DataFrame) -> pl.DataFrame:
    """The places of the terms as candidates. They are eligible if `_exclusions` gives no reason against
    it."""
    surfaces = places.select(pl.col("surface_text").unique(maintain_order=True))
    hashes = surfaces.with_columns(surface_hash=pl.Series(map(surface_hash, surfaces["surface_text"]), dtype=pl.String))
    hashed = places.join(hashes, on="surface_text", maintain_order="left")
    # Design §9 "Mentions".
    named = hashed.select(
        pl.lit("candidate"), "message_id", pl.lit("LEXICON").alias("family"), "entity_type_hint", "char_start",
        "char_end", "surface_hash",
    )  # fmt: skip
    reasons = _exclusions(run, places)
    return hashed.with_columns(
        candidate_id=pl.Series(ids.make_each(named.iter_rows()), dtype=pl.String),
        detector_version=pl.lit(_VERSION),
        normalized_value=pl.col("term_key"),
        confidence=pl.lit(run.settings("lexicon").lexicon_confidence, pl.Float64),
        is_eligible=reasons.is_null(),
        suppressed_by_candidate_id=pl.lit(None, pl.String),
        suppression_reason=reasons,
    )


def _exclusions(run: StageRun, places: pl.DataFrame) -> pl.Series:
    """For each place of a term the reason why it is not eligible, or null; in the order of the places (§2A.6.1)."""
    settings: MentionSettings = run.settings("mentions")
    fenced = ["code_fence_ranges_json", *(["blockquote_ranges_json"] if settings.ignore_markdown_blockquotes else [])]
    messages = read_columns(run.paths(_MESSAGES), ["message_id", "is_prose", "citation_ranges_json", *fenced])
    in_prose = pl.col("is_prose")
    cited = messages.filter(in_prose, pl.col("citation_ranges_json").is_not_null()).select("message_id")
    excluding = messages.filter(in_prose, pl.any_horizontal(pl.col(name).is_not_null() for name in fenced))
    wanted = places.select("message_id").unique()
    fences = {
        message_id: RangeIndex([(r.start, r.end) for json in found for r in ranges(json)])
        for message_id, *found in excluding.join(wanted, on="message_id", how="semi")
        .select("message_id", *fenced)
        .iter_rows()
    }
    citations = _citations(run, cited.join(wanted, on="message_id", how="semi"))
    nobodys = set(messages.filter(~in_prose).join(wanted, on="message_id", how="semi")["message_id"])
    reasons: list[str | None] = []
    for message_id, start, end in places.select("message_id", "char_start", "char_end").iter_rows():
        if message_id in nobodys or (message_id in fences and fences[message_id].meets(start, end)):
            reasons.append(INTERSECTS_CODE_FENCE)
        elif message_id in citations and citations[message_id].meets(start, end):
            reasons.append(INTERSECTS_CITATION_MARKER)
        else:
            reasons.append(None)
    return pl.Series("suppression_reason", reasons, pl.String)


def _citations(run: StageRun, wanted: pl.DataFrame) -> dict[str, RangeIndex]:
    """The ranges of citation markers in each message of `wanted`, found as in stage 2A."""
    if wanted.is_empty():
        return {}
    texts = read_columns(run.paths(_MESSAGES), ["message_id", "text_raw"])
    found = texts.join(wanted, on="message_id", how="semi").iter_rows()
    return {message_id: RangeIndex(citation_marker_ranges(text)) for message_id, text in found}


def _mentions(run: StageRun, ids: IdSpace, winners: pl.DataFrame) -> pl.DataFrame:
    """The winning candidates as mentions, each with its entity key and its entity."""
    merges = standing_merges(*(run.ledger_entries(kind) for kind in LEDGER_KINDS))
    merged = {merge.entity_id: merge.into_id for merge in merges}
    named = winners.select(_NAMING).unique(maintain_order=True)
    keys = [
        entity_key(entity_type, surface or "", normalized) for entity_type, surface, normalized in named.iter_rows()
    ]
    own = entity_ids(ids, zip(named["entity_type_hint"].to_list(), keys, strict=True))
    entities = named.with_columns(
        entity_key=pl.Series(keys, dtype=pl.String),
        entity_id=pl.Series([merged.get(entity, entity) for entity in own], dtype=pl.String),
    )
    made = ids.make_each(winners.select(pl.lit("mention"), "message_id", "candidate_id").iter_rows())
    return winners.with_columns(mention_id=pl.Series(made, dtype=pl.String)).join(
        entities, on=_NAMING, how="left", nulls_equal=True
    ).rename({"raw_candidate_json": "raw_mention_json"})  # fmt: skip
