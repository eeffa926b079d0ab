"""What the report says of a whole build, and that every word of it is where it says."""

from kg_assets.report.asking import rows, run
from kg_assets.report.content import Group, Item, Report
from kg_assets.report.settings import ReportSettings
from kg_assets.report.summary import findings
from kg_assets.store.home import Home
from kg_assets.store.readonly import opened

Made = tuple[Report, str]


def _named(items: tuple[Item, ...], name: str) -> Item:
    return next(item for item in items if item.name == name)


def _under(groups: tuple[Group, ...], heading: str) -> tuple[Item, ...]:
    return next(group.items for group in groups if group.heading == heading)


def test_every_quotation_is_a_slice_of_its_message(made: Made, life_home: Home) -> None:
    """Exact codepoints: what is marked is what the offsets name, also behind text that runs from right to left."""
    report, _ = made
    with opened(life_home) as warehouse:
        texts = dict(warehouse.connection.execute("SELECT message_id, text_raw FROM messages").fetchall())
    assert len(report.words) > 10
    for place, words in report.words.items():
        text = texts[place.message_id].replace("\x07", "\N{REPLACEMENT CHARACTER}")
        start, end = place.char_start or 0, place.char_end
        assert words.quote == text[start:end]
        assert text[:start].endswith(words.before.removeprefix("…"))
        assert place.message_id.startswith(words.id_beginning)


def test_every_item_that_is_listed_opens_words(made: Made) -> None:
    report, _ = made
    groups = [*report.threads_by_category, report.people, report.places, *report.beliefs, *report.changes]
    items = [item for group in groups for item in group.items]
    items += [item for month in report.months for item in (*month.spoken, *month.valid)]
    items += [item for conflict in report.conflicts for item in conflict.claims]
    assert items
    assert all(item.places and all(place in report.words for place in item.places) for item in items)


def test_a_silent_month_stands_between_two_that_are_not(made: Made) -> None:
    """Nothing was said in May: the month is there, is quiet, and still says what held."""
    report, _ = made
    assert [month.key for month in report.months] == ["2025-03", "2025-04", "2025-05", "2025-06"]
    may = report.months[2]
    assert (may.messages, may.names, may.spoken) == (0, (), ())
    assert (report.conversations, report.messages, report.written) == (5, 16, 16)


def test_a_month_ranks_what_was_spoken_of_and_counts_what_it_does_not_show(
    made: Made, settings: ReportSettings
) -> None:
    """June: 1 message that ends the project and 6 that name it are 7; 3 are quoted, 4 are said to be more."""
    report, _ = made
    first = report.months[3].spoken[0]
    assert (first.name, first.kind, first.note) == ("Harbour Lights", "project", "7 messages")
    assert len(first.places) == settings.words_per_item == 3
    assert first.more == 7 - 3


def test_what_contradicts_itself_is_shown_with_both_sides(made: Made) -> None:
    report, _ = made
    assert len(report.conflicts) == 1
    assert {claim.name for claim in report.conflicts[0].claims} == {"Oslo", "Rome"}
    assert {claim.when for claim in report.conflicts[0].claims} == {"since 2021"}  # no more exact than the words


def test_the_end_of_a_project_is_a_change_that_opens_the_words_that_ended_it(made: Made) -> None:
    report, _ = made
    projects = _under(report.threads_by_category, "Projects")
    line = "said 3 March 2025, until 10 June 2025"
    assert _named(projects, "Harbour Lights").note.endswith(line)
    denied = [item for group in report.beliefs for item in group.items if item.kind == "no longer: works on"]
    assert [(item.name, item.when) for item in denied] == [("Harbour Lights", line)]
    assert all(line in _named(month.valid, "Harbour Lights").note for month in report.months)
    change = next(item for item in _under(report.changes, "2025") if item.name == "Harbour Lights")
    assert (change.kind, change.when, change.ending) == ("ended", "10 June 2025", 1)
    assert report.words[change.places[0]].quote == "I stopped working on Harbour Lights"


def test_a_plan_that_came_true_is_no_plan_now_and_says_so_where_it_was_one(made: Made) -> None:
    report, _ = made
    came_true = "came true on 2 June 2025: moved to Lyon"
    assert _named(_under(report.threads_by_category, "Plans"), "move to Lyon").note.endswith(came_true)
    assert "move to Lyon" not in {item.name for group in report.beliefs for item in group.items}
    planned = {month.key for month in report.months if "move to Lyon" in {item.name for item in month.valid}}
    assert planned == {"2025-04", "2025-05", "2025-06"}
    assert _named(report.places.items, "Lyon").note.startswith("lives in: you (since 2 June 2025)")


def test_a_history_that_is_asked_for_once_gives_what_the_macros_give(life_home: Home) -> None:
    """The report reads stage 5 from a table of its own connection; every answer must be that of the build."""
    asked = ("FROM facts_as_of()", "FROM changes_between('0001-01-01')")
    with opened(life_home) as warehouse:
        before = [warehouse.connection.execute(sql).fetchall() for sql in asked]
        run(warehouse.connection, "history_known")
        after = [warehouse.connection.execute(sql).fetchall() for sql in asked]
    assert all(before)
    assert after == before


def test_what_was_spoken_of_is_what_mattered(made: Made, life_home: Home) -> None:
    """All months are asked for at once; each must come out as the analysts' macro says it."""
    with opened(life_home) as warehouse:
        (focal,) = (row["entity_id"] for row in rows(warehouse.connection, "focal"))
        found = rows(warehouse.connection, "spoken", focal=focal)
        for month in made[0].months:
            said = warehouse.connection.execute(
                "SELECT what, messages, first_message_id, category FROM what_mattered(?) "
                "WHERE whose_entity_id = ? AND spoken_rank IS NOT NULL",
                [month.key, focal],
            ).fetchall()
            columns = ("what", "messages", "first_message_id", "category")
            assert [tuple(row[name] for name in columns) for row in found if row["month"] == month.key] == said


def test_people_say_what_they_are_to_the_person(made: Made) -> None:
    report, _ = made
    notes = {item.name: item.note for item in report.people.items}
    assert notes["Ann"].startswith("your sibling")
    assert notes["Ben"].startswith("your friend")


def test_the_findings_are_three_lines_with_the_numbers_of_the_page(made: Made) -> None:
    threads, beliefs, changes = findings(made[0])
    assert threads.startswith("1 project, ")
    assert threads.endswith("most spoken of: Harbour Lights, above all in June 2025")
    assert " people, " in beliefs
    assert changes.endswith("1 open conflict")
