"""Guards what two stages share: the second must get what the first made, and nothing that other settings made."""

from pathlib import Path

from kg_assets.engine.stagerun import Given, Run
from kg_assets.lexicon.scan import vocabulary
from kg_assets.lexicon.stages import SELECT_TERMS
from kg_assets.store.home import Home
from tests.lexicon.said import HORIZON, config_with
from tests.lexicon.talks import Learned, Talk, learn

FRAMES = ("we saw {} there", "they sold {} again", "you drew {} since", "she left {} behind")


def asking(folder: Path, learned: Learned, override: str = "") -> Run:
    inputs = {name: [str(path) for path in learned.files[name]] for name in SELECT_TERMS.inputs}
    home = Home(folder / "home")
    return Run(SELECT_TERMS, home, config_with(folder, override), Given(horizon=HORIZON), inputs, {})


def test_what_one_stage_made_the_next_takes_and_no_third(tmp_path: Path) -> None:
    """Made once for two stages; after that nothing of the sightings stays in memory."""
    talk = Talk()
    talk.say_each(FRAMES, "Nimbforge")
    run = asking(tmp_path, learn(tmp_path, talk))
    first, second, third = vocabulary(run), vocabulary(run), vocabulary(run)
    assert second is first
    assert third is not first
    assert third.seen.equals(first.seen)
    assert "nimbforge" in first.seen.column("term_key").to_pylist()


def test_other_settings_make_another(tmp_path: Path) -> None:
    """A person's own denylist counts by its words, not by the name of its file."""
    talk = Talk()
    talk.say_each(FRAMES, "Nimbforge")
    learned = learn(tmp_path, talk)
    own = tmp_path / "own.txt"
    denied = []
    for words in ("Nimbforge\n", "Farwell\n"):
        own.write_text(words, encoding="utf-8")
        run = asking(tmp_path, learned, f"lexicon: {{lexicon_denylist_path: {own}}}")
        denied.append("nimbforge" in vocabulary(run).denied.column("term_key").to_pylist())
    assert denied == [True, False]
