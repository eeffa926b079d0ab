"""Records a person's verdicts on claims in the ledger, finds and undoes them, and says them in words."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rapidfuzz import fuzz, process

from kg_assets.claims.contracts import PERSON
from kg_assets.claims.verdicts import Replacement, Verdict
from kg_assets.cli.belief_ledger import KINDS as BELIEF_KINDS
from kg_assets.cli.belief_ledger import told as told_of_belief
from kg_assets.cli.claims import Claim, claims_beginning
from kg_assets.cli.overlay_ledger import COMMANDS as OVERLAY_KINDS
from kg_assets.cli.overlay_ledger import told as told_of_overlay
from kg_assets.cli.zone import shown_zone
from kg_assets.core.errors import QueryError
from kg_assets.core.harmless import harmless
from kg_assets.core.when import moment_text
from kg_assets.lexicon.keys import RELATIVE, name_without_mentions
from kg_assets.queries.decided import UNDONE, VERDICTS, given_entries, verdicts_standing
from kg_assets.queries.numbers import serve_settings
from kg_assets.store.decisions import MADE_PRIVATE, ClaimJudged, undone_positions
from kg_assets.store.ledger import Entry, Ledger
from kg_assets.store.opened import OpenWarehouse
from kg_assets.store.readonly import select
from kg_assets.store.registry import DECISIONS

_ON_PEOPLE = ("people_same", "people_different", "people_parted")
_WIDEST_QUOTE = 80
_TIMES = {"since": "from", "until": "until", "when": "in the time"}
_FEWEST_ID_DIGITS = 8  # a shorter text of digits alone is a position, not the beginning of an id


def verdict_on(verdicts: Sequence[Verdict], claim: Claim) -> Verdict | None:
    """The verdict that holds for a claim: the one on a claim of these words. If there is none: the one that the build
    applied to the claim, since a merge may have changed the names in it after the verdict. None if there is neither."""
    named = verdict_of(verdicts, claim.judged())
    if named is not None:
        return named
    laid = (json.loads(claim.raw).get("verdict") or {}).get("position")
    return next((verdict for verdict in verdicts if verdict.position == laid), None)


def verdict_of(verdicts: Sequence[Verdict], judged: ClaimJudged) -> Verdict | None:
    """The first of these verdicts that is about the judged claim; None if none is."""
    return next((verdict for verdict in verdicts if _named_by(verdict) == judged), None)


def newest_first(verdicts: Sequence[Verdict]) -> list[Verdict]:
    return sorted(verdicts, key=lambda verdict: -verdict.position)


def verdicts_meant(warehouse: OpenWarehouse, verdicts: Sequence[Verdict], typed: str) -> list[Verdict]:
    """The verdicts on claims whose id begins with `typed`, newest first. If there are none: verdicts whose claims have
    words like `typed`, most like first."""
    on_claims = [verdict_on(verdicts, claim) for claim in claims_beginning(warehouse, typed)]
    positions = {verdict.position for verdict in on_claims if verdict is not None}
    positions |= _rejected_positions(warehouse, typed)
    if positions:
        return [verdict for verdict in newest_first(verdicts) if verdict.position in positions]
    words = [f"{verdict.quote} {changes(verdict.replacement)}".casefold() for verdict in newest_first(verdicts)]
    hits = process.extract(
        typed.casefold(), words, scorer=fuzz.token_set_ratio, limit=None,
        score_cutoff=serve_settings().claim_least_likeness,
    )  # fmt: skip
    ranked = sorted(hits, key=lambda hit: (-hit[1], hit[2]))
    return [newest_first(verdicts)[place] for _, _, place in ranked]


def _rejected_positions(warehouse: OpenWarehouse, typed: str) -> set[int]:
    """The ledger positions of the verdicts that reject claims whose id begins with `typed`. They come from the
    published build's list of rejected claims, since it does not have the claims themselves any more."""
    if len(typed) < serve_settings().shortest_beginning or "kg.rejected_claims" not in warehouse.manifest.tables:
        return set()
    rows = select(
        warehouse.connection,
        "SELECT (detail_json->>'$.position')::BIGINT FROM kg.rejected_claims WHERE reason = 'REJECTED_BY_PERSON' "
        "AND starts_with(detail_json->>'$.assertion_id', ?)",
        [typed.lower()],
    ).fetchall()
    return {int(row[0]) for row in rows}


def standing_on(ledger: Ledger, claim: Claim) -> Verdict | None:
    """The verdict that holds for a claim. For a claim that is a correction: the verdict that now holds for
    the claim it corrects.
    """
    corrected, verdicts = _corrected_by(ledger, claim), verdicts_standing(ledger)
    if corrected is None:
        return verdict_on(verdicts, claim)
    return next((verdict for verdict in verdicts if _named_by(verdict) == corrected), None)


def _corrected_by(ledger: Ledger, claim: Claim) -> ClaimJudged | None:
    """The claim that a correction replaces, as the person's verdict named it; None for a claim that is no
    correction.
    """
    if claim.method != PERSON:
        return None
    position = (json.loads(claim.raw).get("verdict") or {}).get("position")
    entry = next((entry for entry in ledger.entries(["claim_corrected"]) if entry.position == position), None)
    return None if entry is None else ClaimJudged(**{name: entry.body[name] for name in ClaimJudged.model_fields})


def _named_by(verdict: Verdict) -> ClaimJudged:
    return ClaimJudged.model_validate({name: getattr(verdict, name) for name in ClaimJudged.model_fields})


def record(
    ledger: Ledger, kind: str, claim: Claim, replacement: Replacement | None = None, is_everywhere: bool = False
) -> int | None:
    """Append a verdict. Returns its position, or None when the same holds already.

    A verdict on a correction is recorded for the claim that it corrects, whose words later builds find again. A
    correction holds by itself, so that confirming it records nothing.
    """
    corrected, before = _corrected_by(ledger, claim), standing_on(ledger, claim)
    if corrected is not None and before is not None and kind == "confirmed" and before.kind == "corrected":
        return None
    is_wider = is_everywhere and before is not None and not before.is_everywhere
    is_same = before is not None and before.kind == kind and (before.replacement or None) == (replacement or None)
    if is_same and not is_wider:
        return None
    body: dict[str, Any] = (corrected or claim.judged()).model_dump(mode="json")
    if is_everywhere:
        body["is_everywhere"] = True
    if replacement is not None:
        body["replacement"] = dict(replacement)
    return ledger.append(f"claim_{kind}", body).position


def undo(ledger: Ledger, position: int | None = None) -> Entry:
    """Take back a decision, by default the last that holds. Returns the entry that was taken back."""
    entries = ledger.entries(list(DECISIONS))
    gone = undone_positions(given_entries(ledger, UNDONE))
    if position is None:
        holding = [entry for entry in entries if entry.kind != UNDONE and entry.position not in gone]
        if not holding:
            raise QueryError("there is no decision to take back")
        entry = holding[-1]
    else:
        entry = _decision_at(entries, position)
        if position in gone:
            raise QueryError(
                f"decision {position} is taken back already ({told(entry)}); undo the undoing to restore it"
            )
    ledger.append(UNDONE, {"undone_position": entry.position})
    return entry


def verdicts_on_people(ledger: Ledger) -> list[Entry]:
    """The verdicts that stand on who is who, the newest first."""
    gone = undone_positions(given_entries(ledger, UNDONE))
    standing = [entry for entry in ledger.entries(list(_ON_PEOPLE)) if entry.position not in gone]
    return sorted(standing, key=lambda entry: -entry.position)


def position_meant(warehouse: OpenWarehouse, ledger: Ledger, typed: str) -> int:
    """The position of the decision that was typed: the typed number itself, or the position of the one
    verdict that fits a typed id or words. An error if no verdict fits, or several do."""
    if typed.isdecimal() and len(typed) < _FEWEST_ID_DIGITS:
        return int(typed)
    found = verdicts_meant(warehouse, verdicts_standing(ledger), typed)
    if len(found) == 1:
        return found[0].position
    if not found:
        raise QueryError(f"no verdict that stands is on {typed!r}; `annals review verdicts` lists those that do")
    raise QueryError(
        f"{typed!r} fits {len(found)} verdicts; name one by its position:\n{listed_verdicts(ledger, found)}"
    )


def listed_verdicts(ledger: Ledger, verdicts: Sequence[Verdict]) -> str:
    """Verdicts in lines, for choosing among them: at most `most_listed`, then how many more there are."""
    most = serve_settings().most_listed
    entries = {entry.position: entry for entry in ledger.entries(list(VERDICTS))}
    lines = [f"  {verdict.position}  {told(entries[verdict.position])}" for verdict in verdicts[:most]]
    return "\n".join([*lines, *([f"  and {len(verdicts) - most} more"] if len(verdicts) > most else [])])


def _decision_at(entries: Sequence[Entry], position: int) -> Entry:
    for entry in entries:
        if entry.position == position:
            return entry
    last = ", ".join(f"{entry.position} ({entry.kind})" for entry in entries[-5:]) or "none"
    raise QueryError(f"position {position} of the ledger is no decision; the last ones are {last}")


def told(entry: Entry, ledger: Ledger | None = None, called: Mapping[str, str] | None = None) -> str:
    """A decision in words. `ledger` serves to say what an undoing took back; `called` has the names of nodes."""
    body = entry.body
    if entry.kind == UNDONE:
        position = body["undone_position"]
        undone = [e for e in ledger.entries(list(DECISIONS)) if e.position == position] if ledger is not None else []
        return f"the undoing of decision {position}" + "".join(f" ({told(one, ledger, called)})" for one in undone)
    if entry.kind == "entities_merged":
        return f"{_name(body['merged'])} is {_name(body['into'])}"
    if entry.kind in ("people_same", "people_different"):
        names = " and ".join(_name(body[side]["entity"]) for side in ("a", "b"))
        return f"{names} are {'one' if entry.kind == 'people_same' else 'two'}"
    if entry.kind == "people_parted":
        return f"{_name(body['entity'])} means {len(body['parts'])}"
    if entry.kind == "entities_split":
        return f"{_name(body['merged'])} is one of its own"
    if entry.kind == MADE_PRIVATE:
        return f"{harmless(body['called'])} is {body['visibility'].replace('_', ' ')}"
    if entry.kind == "policy_activated":
        return "what your verdicts teach has an effect"
    if entry.kind in BELIEF_KINDS:
        return told_of_belief(entry)
    if entry.kind in OVERLAY_KINDS:
        return told_of_overlay(entry, called)
    words = " ".join(harmless(body["quote"]).split())
    quoted = words if len(words) <= _WIDEST_QUOTE else words[: _WIDEST_QUOTE - 1] + "…"
    to = changes(body.get("replacement"))
    where = " and wherever it is said" if body.get("is_everywhere") else ""
    return f"{entry.kind.removeprefix('claim_')} “{quoted}”{where}" + (f": {to}" if to else "")


def changes(replacement: Replacement | None) -> str:
    """The parts that a correction changes, with their new values, on one line."""
    return ", ".join(f"{name} {words}" for name, words in changed_parts(replacement))


def changed_parts(replacement: Replacement | None) -> list[tuple[str, str]]:
    """Each part that a correction changes, with what it should say; times come last."""
    said = {name: value for name, value in (replacement or {}).items() if value is not None}
    words = sorted((name, harmless(str(said[name]))) for name in said.keys() - _TIMES.keys())
    return [*words, *((_TIMES[name], _time_in_words(said[name])) for name in _TIMES if name in said)]


def _time_in_words(given: Mapping[str, Any]) -> str:
    """A time as the person wrote it and, where that differs, as it was read."""
    typed, read = harmless(given["words"]), moment_text(given["from_utc"], given["precision"], shown_zone())
    if given["precision"] == "range" and given["to_utc"]:
        read = f"{read} to before {moment_text(given['to_utc'], 'day', shown_zone())}"
    return typed if typed == read else f"{typed} ({read})"


def _name(entity: Mapping[str, Any]) -> str:
    if entity["entity_key"].startswith(RELATIVE):
        return harmless(name_without_mentions(entity["entity_key"]))
    return f"{harmless(entity['entity_key'])} ({entity['entity_type']})"
