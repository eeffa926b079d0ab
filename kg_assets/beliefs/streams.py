"""The four streams of beliefs, and which one a belief enters (seed 002 §4.13, `config/beliefs/streams.yaml`)."""

from pathlib import Path

import msgspec

from kg_assets.beliefs.frame import BELIEF_TYPES, BeliefType, TemporalScope
from kg_assets.beliefs.settings import BeliefSettings, Stream
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_model

STREAMS: tuple[Stream, ...] = ("identity", "state", "meta", "relational")
STREAMS_FILE = "config/beliefs/streams.yaml"


class Classification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stream of a belief, how sure that is, and a second stream if it is likely, too."""

    primary: Stream
    confidence: float
    secondary: Stream | None = None


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The streams of one belief type: a `default`, and one for each temporal scope (such as `past`) that has another
    stream than the default."""

    default: Classification
    state: Classification | None = None
    ongoing: Classification | None = None
    habitual: Classification | None = None
    transitional: Classification | None = None
    past: Classification | None = None
    unknown: Classification | None = None


StreamMap = dict[BeliefType, _Row]


def read_streams(path: Path) -> StreamMap:
    """The map from belief types to streams in a file. A belief type without an entry is an error."""
    found = read_model(path, StreamMap, "each type maps a time or `default` to a stream and a confidence")
    missing = [kind for kind in BELIEF_TYPES if kind not in found]
    if missing:
        raise ConfigError(f"{path}: there is no entry for {', '.join(missing)}; every type needs a `default`")
    return found


def half_life(stream: Stream, settings: BeliefSettings) -> float:
    """§4.16: the number of days after which a statement in a stream has lost half its weight."""
    return settings.half_life_days[stream]


def classify(streams: StreamMap, belief_type: BeliefType, scope: TemporalScope) -> Classification:
    """§4.13: the stream for a belief type and temporal scope; the type's `default` if the file names none for the
    scope."""
    row = streams[belief_type]
    found: Classification | None = getattr(row, scope)
    return row.default if found is None else found
