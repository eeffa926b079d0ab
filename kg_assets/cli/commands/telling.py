"""`annals tell`: a fact in the person's own words, read by the next build like everything else they said."""

import argparse
import time

from kg_assets.cli.claims import claims_of, listed
from kg_assets.cli.commands.building import build
from kg_assets.cli.commands.keeping import engine_for
from kg_assets.cli.zone import shown_zone
from kg_assets.core.errors import SourceError
from kg_assets.core.instants import from_millis
from kg_assets.core.when import typed_moment
from kg_assets.intake.asking import register_told
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

# The claims of the messages of the person that have just these words.
_OF_TOLD = "WHERE trim(m.text_raw, ' \n\t') = ? AND a.asserted_role = 'user' ORDER BY a.char_start, a.assertion_id"


def tell(options: argparse.Namespace) -> int:
    """Record the typed sentence. With --build make a build at once and print what it learnt, and what it read from the
    sentence."""
    engine = engine_for(Home.from_environment())
    now = from_millis(time.time_ns() // 1_000_000)
    at = now if options.at is None else _moment(options.at, now)
    words = " ".join(options.words)
    source = register_told(engine, words, at)
    if source is None:
        print("just this was told already")
    else:
        print("recorded, with your other sources (annals sources)")
        print(f"  to take it back: annals sources --remove {source[:12]}")
    if options.build:
        code = build(argparse.Namespace(paths=[], as_of=None, only=False, strict=False, json=False, tables=False))
        _say_what_is_read(engine.home, words)
        return code
    print("it is read by the next build: annals build")
    return 0


def _say_what_is_read(home: Home, words: str) -> None:
    """Print the claims that the published build reads from what was told."""
    with opened(home) as warehouse:
        read = claims_of(warehouse, _OF_TOLD, [words.strip()])
    if read:
        print(f"read from what you told:\n{listed(read)}")
    else:
        print("no claim is read from what you told; it is found by its words (annals search), or tell it as a sentence")


def _moment(typed: str, now: str) -> str:
    """The instant that the person typed with --at, at which they say the fact. An error if it lies in the future."""
    at = typed_moment(typed, shown_zone())
    if at > now:
        raise SourceError(f"--at {typed} lies ahead; say when you tell it, and in the words when it will be so")
    return at
