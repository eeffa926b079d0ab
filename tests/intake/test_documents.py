"""Documents through the door: read once, a changed file is a revision, and a path stands for what it holds by now."""

from pathlib import Path

from kg_assets.intake.asking import register
from kg_assets.store.home import Home
from kg_assets.store.registry import open_ledger, registered
from tests.conftest import EngineFor
from tests.sources.documents.made import mail, pdf


def test_a_changed_document_keeps_its_earlier_words_and_a_note_beside_it_stands(
    tmp_path: Path, home: Home, engine_for: EngineFor
) -> None:
    folder, engine = tmp_path / "papers", engine_for(home)
    folder.mkdir()
    (folder / "note.md").write_text("I own a boat.", encoding="utf-8")
    (folder / "a.pdf").write_bytes(pdf(["The first version of it."]))
    (folder / "b.eml").write_text(mail("Short."), encoding="utf-8")
    register(engine, folder)
    before = {source.adapter: source for source in registered(open_ledger(home))}
    assert sorted(before) == ["documents", "mails", "notes"]
    register(engine, folder)
    assert {source.adapter: source for source in registered(open_ledger(home))} == before
    (folder / "a.pdf").write_bytes(pdf(["The second version of it."]))
    register(engine, folder)
    after = {source.adapter: source for source in registered(open_ledger(home))}
    assert (after["notes"], after["mails"]) == (before["notes"], before["mails"])
    assert [member.name for member in after["documents"].members] == ["a.pdf", "a.pdf"]
    assert before["documents"].members[0] in after["documents"].members


def test_what_cannot_be_read_is_told_beside_what_can(tmp_path: Path, home: Home, engine_for: EngineFor) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "note.md").write_text("I own a boat.", encoding="utf-8")
    (folder / "scan.pdf").write_bytes(pdf(["", ""]))
    (folder / "broken.eml").write_bytes(b"\xff\xfe\x00")
    (source,) = register(engine_for(home), folder)
    assert [(one.name, one.reason) for one in source.refused] == [("broken.eml", "damaged"), ("scan.pdf", "no_text")]
