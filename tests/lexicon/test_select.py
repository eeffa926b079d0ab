"""Selection in numbers that a reader can work out: talk goes in, candidates and terms come out (§2B.4.2-2B.5.4)."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kg_assets.core.canonical import canonical_text
from kg_assets.core.hashing import sha256_hex
from kg_assets.core.ids import IdSpace
from kg_assets.lexicon.select import type_by_form
from kg_assets.sources.settings import SourceSettings
from tests.lexicon.said import HORIZON, config_with
from tests.lexicon.talks import Learned, Talk, learn

# Four different surroundings, of words in low case that no list knows.
FRAMES = ("we saw {} there", "they sold {} again", "you drew {} since", "she left {} behind")
FENCE = "```\n{}\n```"
IDS = IdSpace(SourceSettings().id_namespace)


def lexicon(**settings: Any) -> str:
    """A configuration that changes these keys of the section."""
    return json.dumps({"lexicon": settings})


def test_the_statistics_and_the_score_of_a_term(tmp_path: Path) -> None:
    """One term in every place that counts differently."""
    talk = Talk()
    talk.say("we saw Nimbforge there", "c1")
    talk.say("then we saw Nimbforge there too", "c1")
    talk.say("they sold Nimbforge again", "c1", role="assistant")
    talk.say("you drew Nimbforge since", "c2")
    talk.say("```\nNimbforge = 1\n```", "c2")
    talk.say("> nobody sees Nimbforge here", "c3")
    found = learn(tmp_path, talk).candidates()["nimbforge"]
    assert found["total_count"] == 6  # 4 in prose, 1 in code, 1 in a quotation
    assert found["user_weighted_count"] == 3.5  # in prose 3 of the person, 1.0 each, and 1 of the assistant, 0.5
    assert found["conversation_count"] == 2  # c1 and c2; c3 only quotes it
    assert found["code_likeness_ratio"] == 0.166666666667  # 1 / 6
    assert found["context_diversity"] == 0.75  # (saw, there), (sold, again), (drew, since): 3 / 4
    # 3.5 * 1.0 + 2 * 2.0 + 0.75 * 0.5 - 0.166666666667 * 1.0 = 3.5 + 4 + 0.375 - 0.166666666667
    assert found["score"] == 7.708333333333
    assert (found["generator"], found["is_selected"], found["rejection_reason"]) == ("SINGLE_TITLE", True, None)


def test_weights_come_from_the_configuration(tmp_path: Path) -> None:
    """2 * 10 + 2 * 100 + 1.0 * 1000 - 0.2 * 5, over 4 of the assistant in prose at 0.5 each and 1 in code."""
    talk = Talk()
    for index, frame in enumerate(FRAMES):
        talk.say(frame.format("Nimbforge"), f"c{index % 2}", role="assistant")
    talk.say(FENCE.format("Nimbforge"), "c1")
    own = lexicon(
        lexicon_weight_mentions=10, lexicon_weight_conversations=100, lexicon_weight_diversity=1000,
        lexicon_penalty_code=5, lexicon_min_user_mentions=2, common_word_sample=1,
    )  # fmt: skip
    assert learn(tmp_path, talk, own).candidates()["nimbforge"]["score"] == 1219.0


@pytest.mark.parametrize(
    ("role", "columns"),
    [
        ("assistant", {"export_content_type": "thoughts"}),
        ("assistant", {"export_content_type": "reasoning_recap"}),
        ("assistant", {"recipient": "bio"}),
        ("user", {"is_prose": False}),
        ("tool", {"is_prose": False}),
        ("system", {}),
    ],
    ids=["thoughts", "recap", "memory", "no_prose", "tool", "system"],
)
def test_what_is_not_said_does_not_count(tmp_path: Path, role: str, columns: Mapping[str, Any]) -> None:
    """Three times in prose, three times beside it: only the first three are in any number."""
    talk = Talk()
    talk.say_each(FRAMES[:3], "Nimbforge")
    for index in range(3):
        talk.say(f"well {index} Nimbforge thought", f"c{index}", role=role, **columns)
    learned = learn(tmp_path, talk)
    found = learned.candidates()["nimbforge"]
    assert [found[n] for n in ("total_count", "user_weighted_count", "conversation_count", "context_diversity")] == [
        3, 3.0, 2, 1.0,
    ]  # fmt: skip
    zones = [row["zone"] for row in learned.rows("lexicon_occurrences")]
    assert sorted(zones) == ["aside"] * 3 + ["prose"] * 3, "its places are found all the same, for mentions"


def test_quotes_and_code_alone_propose_nothing(tmp_path: Path) -> None:
    talk = Talk()
    for index in range(4):
        talk.say(f"> we saw Nimbforge {index}", f"c{index}")
        talk.say(FENCE.format("then Wolkenbank"), f"c{index}")
    assert learn(tmp_path, talk).candidates() == {}


def test_places_inside_of_a_longer_term_do_not_count_for_the_shorter(tmp_path: Path) -> None:
    talk = Talk()
    talk.say_each(FRAMES[:3], "Anna Berg")
    talk.say_each(FRAMES, "Berg")
    found = learn(tmp_path, talk).candidates()
    assert (found["anna berg"]["total_count"], found["berg"]["total_count"]) == (3, 4)


def _reasons(folder: Path, talk: Talk, **settings: Any) -> Mapping[str, str | None]:
    return learn(folder, talk, lexicon(**settings) if settings else "").reasons()


def test_each_reason_comes_before_the_next(tmp_path: Path) -> None:
    """§2B.5.1: every candidate here fails two thresholds, and the first of them is the reason."""
    talk = Talk()
    talk.say("we saw Monday there", "c1")  # denied; also said once
    talk.say_each(FRAMES[:2], "Wolkenbank", ["c1"])  # count 2 < 3; also 1 conversation
    talk.say_each(FRAMES[:3], "Nimbforge", ["c1"])  # 1 conversation < 2; also 4 of 7 in code
    talk.say_each([FENCE] * 4, "Nimbforge", ["c1"])
    talk.say_each(["we met {} then"] * 3, "Quillmark", ["c1", "c2"])  # 4 of 7 in code; also diversity 1 / 3
    talk.say_each([FENCE] * 4, "Quillmark", ["c1"])
    talk.say_each(["we had {} then"] * 3, "Tarnhut", ["c1", "c2"])  # diversity 1 / 3 < 0.5; also beyond the cap
    talk.say_each(FRAMES, "Ostwind")  # taken
    talk.say_each(FRAMES[:3], "Westwind")  # score 3 + 4 + 0.5 after Ostwind's 4 + 4 + 0.5
    assert _reasons(tmp_path, talk, lexicon_min_diversity=0.5, lexicon_max_terms=1) == {
        "monday": "DENYLIST",
        "wolkenbank": "BELOW_MIN_COUNT",
        "nimbforge": "BELOW_MIN_CONV",
        "quillmark": "CODE_HEAVY",
        "tarnhut": "LOW_DIVERSITY",
        "ostwind": None,
        "westwind": "CAP_EXCEEDED",
    }


def test_thresholds_hold_exactly(tmp_path: Path) -> None:
    """What is as large as a threshold passes, the least bit beyond it does not."""
    talk = Talk()
    talk.say_each(FRAMES[:3], "Nimbforge")  # 3.0
    talk.say_each(FRAMES[:2], "Wolkenbank")  # 2 + 0.5 = 2.5
    talk.say("she left Wolkenbank behind", "c1", role="assistant")
    talk.say_each(FRAMES[:3], "Quillmark")  # 3 of 6 in code: 0.5
    talk.say_each([FENCE] * 3, "Quillmark")
    talk.say_each(FRAMES[:3], "Tarnhut")  # 4 of 7 in code
    talk.say_each([FENCE] * 4, "Tarnhut")
    talk.say_each(["we met {} then"] * 10, "Ostwind")  # 1 / 10
    talk.say_each(["we met {} then"] * 11, "Westwind")  # 1 / 11
    assert _reasons(tmp_path, talk) == {
        "nimbforge": None, "wolkenbank": "BELOW_MIN_COUNT", "quillmark": None, "tarnhut": "CODE_HEAVY",
        "ostwind": None, "westwind": "LOW_DIVERSITY",
    }  # fmt: skip


def test_rejected_scores_are_null_and_capped_ones_are_not(tmp_path: Path) -> None:
    talk = Talk()
    for term in ("Ostwind", "Nordwind", "Westwind"):
        talk.say_each(FRAMES, term)
    talk.say("we saw Nimbforge there")
    learned = learn(tmp_path, talk, lexicon(lexicon_max_terms=2))
    scores = {key: (row["score"], row["is_selected"]) for key, row in learned.candidates().items()}
    # 4 * 1.0 + 2 * 2.0 + 4 / 4 * 0.5 - 0 = 8.5 for all three: the keys decide
    assert scores == {
        "nordwind": (8.5, True), "ostwind": (8.5, True), "westwind": (8.5, False), "nimbforge": (None, False),
    }  # fmt: skip
    assert sorted(learned.terms()) == ["nordwind", "ostwind"]


def test_the_canonical_surface_is_the_most_frequent(tmp_path: Path) -> None:
    """Two by the assistant outweigh one by the person: frequency comes before weight."""
    talk = Talk()
    talk.say("we saw ProjectAtlas there", "c1")
    talk.say("they sold projectAtlas again", "c2", role="assistant")
    talk.say("you drew projectAtlas since", "c1", role="assistant")
    found = learn(tmp_path, talk).candidates()["projectatlas"]
    assert found["canonical_surface"] == "projectAtlas"
    assert found["aliases_json"] == '["ProjectAtlas","projectAtlas"]'


def test_then_the_persons_surface_then_code_order(tmp_path: Path) -> None:
    """§2B.4.2 step 3. Two each: the person's wins although `P` comes before `p`; with equal weights code order does."""
    talk = Talk()
    for role, surface in (("assistant", "ProjectAtlas"), ("user", "projectAtlas")):
        talk.say(f"we saw {surface} there", "c1", role=role)
        talk.say(f"they sold {surface} again", "c2", role=role)
    for surface in ("quillMark", "QuillMark"):
        talk.say(f"we saw {surface} there", "c1")
        talk.say(f"they sold {surface} again", "c2")
    found = learn(tmp_path, talk).candidates()
    assert found["projectatlas"]["canonical_surface"] == "projectAtlas"
    assert found["quillmark"]["canonical_surface"] == "QuillMark"


def test_the_generator_is_the_first_that_saw_it(tmp_path: Path) -> None:
    """One candidate per key: a title that is quoted once is still TITLE_CASE, which comes first."""
    talk = Talk()
    talk.say('we saw "Blue Garden" there', "c1")
    talk.say_each(FRAMES[1:], "Blue Garden", ["c2", "c1"])
    (found,) = learn(tmp_path, talk).candidates().values()
    assert (found["generator"], found["total_count"]) == ("TITLE_CASE", 4)


@pytest.mark.parametrize(
    ("surface", "kind"),
    [
        ("Nimbforge Inc.", "ORG"), ("Nimbforge Corp.", "ORG"), ("Nimbforge LLC", "ORG"), ("@ada", "PERSON"),
        ("Incubator", "CUSTOM_TERM"), ("LLCNimbforge", "CUSTOM_TERM"), ("Ada @ Home", "CUSTOM_TERM"),
        ("#ada", "CUSTOM_TERM"),
    ],
)  # fmt: skip
def test_the_form_of_a_term_tells_its_type(surface: str, kind: str) -> None:
    """§2B.5.4."""
    assert type_by_form(surface) == kind


def test_forms_in_a_talk(tmp_path: Path) -> None:
    """From the words to the type, through all stages."""
    talk = Talk()
    for surface in ("Nimbforge Inc.", "Wolkenbank LLC", "@quillmark", "#tarnhut", "Ostwind"):
        talk.say_each(FRAMES, surface)
    terms = learn(tmp_path, talk).terms()
    assert {key: row["entity_type_hint"] for key, row in terms.items()} == {
        "nimbforge inc.": "ORG", "wolkenbank llc": "ORG", "@quillmark": "PERSON", "#tarnhut": "CUSTOM_TERM",
        "ostwind": "CUSTOM_TERM",
    }  # fmt: skip


def _named(talk: Talk, term: str, kinds: list[str]) -> None:
    """A term in each frame, the first ones of which the recogniser takes for these kinds."""
    first = len(talk.messages)
    talk.say_each(FRAMES, term)
    for row, kind in zip(talk.messages[first:], kinds, strict=False):
        talk.name(row["message_id"], term.split()[0], kind)


def test_a_term_takes_the_type_that_most_of_its_places_have(tmp_path: Path) -> None:
    """More than half of four places: three are, two are not, nor are two and one of another kind."""
    talk = Talk()
    _named(talk, "Ostwind", ["PERSON"] * 3)
    _named(talk, "Westwind", ["PERSON"] * 2)
    _named(talk, "Nordwind", ["PERSON", "PERSON", "ORG"])
    _named(talk, "Nimbforge Inc.", ["LOCATION"] * 4)  # what is recognised comes before the form
    terms = learn(tmp_path, talk).terms()
    assert {key: row["entity_type_hint"] for key, row in terms.items()} == {
        "ostwind": "PERSON", "westwind": "CUSTOM_TERM", "nordwind": "CUSTOM_TERM", "nimbforge inc.": "LOCATION",
    }  # fmt: skip


_CALLS = ("Hey {}! What a day.", "Thanks, {}! That helps.", "Wow, {}, well done!")
_TALKS = ("We asked {} about rye.", "The boat of {} came late.", "I saw {} near the lake.", "Some say {} sings well.")


@pytest.mark.parametrize(
    ("term", "called", "named", "kind"),
    [
        ("Bex", 3, 2, "PERSON"), ("Bex", 3, 3, "CUSTOM_TERM"), ("Bex", 2, 1, "CUSTOM_TERM"),
        ("Grok", 3, 2, "CUSTOM_TERM"),
    ],
)  # fmt: skip
def test_who_is_mostly_called_is_a_person(tmp_path: Path, term: str, called: int, named: int, kind: str) -> None:
    """A name that no list knows: in more than half of its places behind "hey" and the like, three times at least."""
    talk = Talk()
    talk.say_each(_CALLS[:called] + _TALKS[:named], term)
    talk.say_each(FRAMES, "Ostwind")
    assert learn(tmp_path, talk).terms()[term.lower()]["entity_type_hint"] == kind


def test_a_persons_own_denylist(tmp_path: Path) -> None:
    own = tmp_path / "words.txt"
    own.write_text("Nimbforge\n", encoding="utf-8")
    talk = Talk()
    talk.say_each(FRAMES, "Nimbforge")
    talk.say_each(FRAMES, "Ostwind")
    assert _reasons(tmp_path / "talk", talk, lexicon_denylist_path=str(own)) == {
        "nimbforge": "OWN_DENYLIST",
        "ostwind": None,
    }


@pytest.mark.parametrize(("in_low_case", "reason"), [(1, None), (2, "COMMON_SPEECH")])
def test_common_speech_is_no_term(tmp_path: Path, in_low_case: int, reason: str | None) -> None:
    """Four capitals inside of sentences: 2 in low case are 0.5 a capital, which makes common speech; 1 does not."""
    talk = Talk()
    talk.say_each(FRAMES, "Kettledrum")
    for _ in range(in_low_case):
        talk.say("he played a kettledrum")
    assert _reasons(tmp_path, talk)["kettledrum"] == reason


def test_names_of_two_words_are_no_common_speech(tmp_path: Path) -> None:
    talk = Talk()
    talk.say_each(FRAMES, "Copper Kettledrum")
    talk.say("a copper kettledrum and a copper kettledrum and a copper kettledrum")
    assert _reasons(tmp_path, talk)["copper kettledrum"] is None


def test_a_word_that_opens_sentences_is_cut_off_the_name(tmp_path: Path) -> None:
    """`Ping` stands alone at three starts and nowhere else with a capital, so `Ping Anna Berg` says `Anna Berg`."""
    talk = Talk()
    for text in ("Ping me then", "Ping him too", "Ping her again"):
        talk.say(text)
    for index, frame in enumerate(("{} now", "{} about it", "{} later")):
        talk.say(frame.format("Ping Anna Berg"), f"c{index % 2}")
    found = learn(tmp_path, talk).candidates()
    assert list(found) == ["anna berg"]
    assert found["anna berg"]["user_weighted_count"] == 3.0


def test_what_is_capitalised_inside_of_sentences_is_no_opener(tmp_path: Path) -> None:
    """One start alone and one place inside: 1 > 0.1 * 1, so the word belongs to the name, and is one of its own."""
    talk = Talk()
    talk.say("Klara was here")
    talk.say("we met Klara too")
    for index, frame in enumerate(("{} now", "{} about it", "{} later")):
        talk.say(frame.format("Klara Berg"), f"c{index % 2}")
    assert _reasons(tmp_path, talk) == {"klara": "BELOW_MIN_COUNT", "klara berg": None}


def test_a_single_word_must_be_seen_inside_of_a_sentence(tmp_path: Path) -> None:
    talk = Talk()
    talk.say_each(["{} was", "{} left", "{} came", "so. {} went"], "Nimbforge")
    assert learn(tmp_path, talk).candidates() == {}


def test_a_name_in_a_small_corpus_is_a_term(tmp_path: Path) -> None:
    """Said six times in two conversations, among words that this little corpus hardly says again."""
    talk = Talk()
    texts = [
        "today {} began", "how {} behaves pleases everybody", "{} is late", "we deploy {} quickly",
        "yesterday {} broke twice", "my manager wants {} finished",
    ]  # fmt: skip
    for index, text in enumerate(texts):
        talk.say(text.format("Kestrel Engine"), f"c{index % 2}")
    assert _reasons(tmp_path, talk)["kestrel engine"] is None


def test_of_what_was_only_sighted_the_talks_in_prose_count(tmp_path: Path) -> None:
    """In two talks of prose and in a third in code alone: too few for a term, so only sightings count."""
    talk = Talk()
    talk.say("we saw Nimbforge there", "c1")
    talk.say("they sold Nimbforge again", "c2")
    talk.say(FENCE.format("Nimbforge = 1"), "c3")
    found = learn(tmp_path, talk, lexicon(lexicon_min_user_mentions=9)).candidates()["nimbforge"]
    assert (found["total_count"], found["conversation_count"]) == (3, 2)
    assert not found["is_selected"]


def test_a_part_of_an_address_is_not_said_wherever_it_stands_in_it(tmp_path: Path) -> None:
    """At its beginning, at its end, and in between; the address as a whole is longer than the name."""
    talk = Talk()
    talk.say_each(FRAMES, "Nimbforge")
    before = learn(tmp_path / "before", talk).candidates()["nimbforge"]["total_count"]
    for address in ("Nimbforge@example.org", "https://example.org/Nimbforge", "https://example.org/Nimbforge/map"):
        talk.name(talk.say(f"look at {address} please", "c2"), address, "URL", detector="URL")
    assert learn(tmp_path / "after", talk).candidates()["nimbforge"]["total_count"] == before == 4


def test_evidence_is_what_came_first(tmp_path: Path) -> None:
    """Some occurrences with their contexts, in order of time, however the rows lie."""
    talk = Talk()
    talk.say("she left Nimbforge behind", created_at_utc="2024-03-01T00:00:00.000Z")
    talk.say("they sold Nimbforge again", created_at_utc="2024-02-01T00:00:00.000Z")
    talk.say("we saw Nimbforge", "c2", created_at_utc=None)
    found = learn(tmp_path, talk, lexicon(lexicon_evidence=2)).candidates()["nimbforge"]
    kept = json.loads(found["evidence_json"])["occurrences"]
    assert [(o["message_id"], o["char_start"], o["char_end"], o["previous"], o["next"]) for o in kept] == [
        ("m001", 10, 19, "sold", "again"), ("m000", 9, 18, "left", "behind"),
    ]  # fmt: skip


def test_single_titles_can_be_left_out(tmp_path: Path) -> None:
    talk = Talk()
    talk.say_each(FRAMES, "Nimbforge")
    talk.say_each(FRAMES, "Anna Berg")
    assert list(_reasons(tmp_path, talk, enable_single_title_induction=False)) == ["anna berg"]


def test_switched_off_nothing_is_learned(tmp_path: Path) -> None:
    talk = Talk()
    talk.say_each(FRAMES, "Nimbforge")
    learned = learn(tmp_path, talk, lexicon(enable_lexicon_induction=False))
    names = ("lexicon_sightings", "lexicon_common_words", "lexicon_occurrences", "lexicon_term_candidates")
    assert all(learned.rows(name) == [] for name in (*names, "lexicon_terms"))
    (build,) = learned.rows("lexicon_builds")
    assert (build["candidates_total"], build["terms_selected"]) == (0, 0)


def _wider(folder: Path, override: str = "") -> Learned:
    talk = Talk()
    talk.say_each(FRAMES, "Nimbforge")
    talk.say_each(FRAMES, "Anna Berg")
    talk.say("we saw Monday there")
    return learn(folder, talk, override)


def test_ids_and_the_record_of_the_build(tmp_path: Path) -> None:
    """§2B.10 with design §5: the configuration stands where the seed puts the time; the horizon is the clock."""
    learned = _wider(tmp_path)
    (build,) = learned.rows("lexicon_builds")
    config = config_with(tmp_path)
    said = canonical_text({name: config.section(name).model_dump(mode="json") for name in ("lexicon", "trust")})
    assert build["config_json"] == said
    assert build["build_id"] == IDS.make("lexicon_build", sha256_hex(said))
    assert (build["build_version"], build["started_at_utc"], build["completed_at_utc"]) == (1, HORIZON, HORIZON)
    assert (build["candidates_total"], build["terms_selected"]) == (3, 2)
    # 4 * 1.0 + 2 * 2.0 + 4 / 4 * 0.5 = 8.5 for both
    assert json.loads(build["raw_stats_json"]) == {
        "generators": {
            "TITLE_CASE": {"candidates": 1, "selected": 1},
            "SINGLE_TITLE": {"candidates": 2, "selected": 1},
        },
        "rejections": {"DENYLIST": 1},
        "score_percentiles": {"0": 8.5, "25": 8.5, "50": 8.5, "75": 8.5, "100": 8.5},
    }
    for key, row in learned.candidates().items():
        assert row["candidate_id"] == IDS.make("lex_cand", build["build_id"], row["generator"], key)
    for key, row in learned.terms().items():
        assert row["term_id"] == IDS.make("lex_term", build["build_id"], key)
        assert row["candidate_id"] == learned.candidates()[key]["candidate_id"]


def test_another_configuration_is_another_build(tmp_path: Path) -> None:
    """And what is said is not: ids move with the configuration only."""
    ids = [
        {row["build_id"] for row in _wider(tmp_path / name, override).rows("lexicon_builds")}
        for name, override in (("a", ""), ("b", ""), ("c", lexicon(lexicon_max_terms=999)))
    ]
    assert ids[0] == ids[1] != ids[2]


# What the selection does not do as it should.


def test_a_title_that_always_stands_in_quotes_is_a_term(tmp_path: Path) -> None:
    """The seed's own example, said by the person in four different sentences of two conversations."""
    talk = Talk()
    talk.say_each(FRAMES, '"Blue Garden"')
    found = learn(tmp_path, talk).candidates()["blue garden"]
    assert (found["rejection_reason"], found["context_diversity"]) == (None, 1.0)


def test_the_end_of_a_name_is_no_word_in_low_case(tmp_path: Path) -> None:
    """`Hanna` is not `anna` in low case."""
    talk = Talk()
    talk.say_each(FRAMES, "Anna")
    talk.say_each(FRAMES, "Hanna")
    assert _reasons(tmp_path, talk) == {"anna": None, "hanna": None}


@pytest.mark.parametrize("address", ["anna@example.org", "https://example.org/anna", "@anna"])
def test_an_address_is_no_common_speech(tmp_path: Path, address: str) -> None:
    talk = Talk()
    talk.say_each(FRAMES, "Anna")
    talk.say_each(["write to {} now"] * 4, address)
    assert _reasons(tmp_path, talk)["anna"] is None


@pytest.mark.parametrize("surface", ["İstanbulu", "ΟΔΟΣ", '"Blue  garden"', '"Blue\u00a0garden"'])
def test_a_surface_has_one_key_everywhere(tmp_path: Path, surface: str) -> None:
    """Capitals whose low case depends on the language, and spaces that collapse: statistics must find the places."""
    talk = Talk()
    talk.say_each(FRAMES, surface)
    learned = learn(tmp_path, talk)
    keys = {row["term_key"] for row in learned.rows("lexicon_occurrences")}
    assert keys
    assert keys <= set(learned.candidates())


def test_names_in_a_talk_without_low_case_are_terms(tmp_path: Path) -> None:
    """In Hebrew or Japanese a word with a capital is a name more surely than anywhere."""
    talk = Talk()
    talk.say_each(["ראינו את {} שם", "מכרו את {} שוב", "ציירת את {} מאז", "עזבה את {} מאחור"], "Nimbforge")
    assert _reasons(tmp_path, talk) == {"nimbforge": None}


def test_two_names_in_one_place_count_once(tmp_path: Path) -> None:
    """Two of four places are not most of them, although four names lie in them."""
    talk = Talk()
    _named(talk, "Anna Berg", ["PERSON"] * 2)
    for row in talk.messages[:2]:
        talk.name(row["message_id"], "Berg", "PERSON")
    assert learn(tmp_path, talk).terms()["anna berg"]["entity_type_hint"] == "CUSTOM_TERM"
