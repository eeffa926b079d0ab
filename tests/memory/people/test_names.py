"""How like two names are, and what is read beside them: worked examples."""

import pytest

from kg_assets.core.data import data_path
from kg_assets.memory.people.clues import ClueReader
from kg_assets.memory.people.names import Names
from kg_assets.memory.people.organizations import Organizations
from kg_assets.memory.people.words import read_words

WORDS = read_words(data_path)
NAMES, ORGANIZATIONS, CLUES = Names(WORDS), Organizations(WORDS), ClueReader(WORDS)


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        ("Greta Holm", "greta holm", "same_full_name"),
        ("Jürgen Groß", "Juergen Gross", "same_full_name"),
        ("Greta Anna Holm", "Greta Holm", "same_with_middle"),
        ("Holm Greta", "Greta Holm", "other_order"),
        ("Holm, Greta", "Greta Holm", "same_full_name"),
        ("Will Abbot", "William Abbot", "pet_name"),
        ("Benedikta Abbot", "Benedikte Abbot", "incompatible"),
        ("Bartolomeus Abbot", "Bartolomaus Abbot", "misspelt"),
        ("G. Holm", "Greta Holm", "initial_and_surname"),
        ("Greta H.", "Greta Holm", "given_and_initial"),
        ("G. Holm", "Greta H.", "both_abbreviated"),
        ("GH", "Greta Holm", "initials_only"),
        ("Greta", "Greta Holm", "given_of_full"),
        ("Ms Holm", "Greta Holm", "surname_of_full"),
        ("Greta", "Greta", "one_given_name"),
        ("Greta Holm", "Greta Lund", "other_surname"),
        ("Greta Holm-Lund", "Greta Holm", "double_surname"),
        ("Greta Holm", "Marta Holm", "incompatible"),
        ("Tim Holm", "Tom Holm", "incompatible"),
        ("Mario Holm", "Maria Holm", "incompatible"),
        ("Ben K.", "Ben Kast", "given_and_initial"),
        ("greta.holm@x.org", "Greta Holm", "full_address"),
        ("gholm@x.org", "Greta Holm", "short_address"),
        ("greta.holm@x.org", "G. Holm", "short_address"),
        ("greta@x.org", "Greta Holm", "part_of_address"),
        ("info@holm.org", "Greta Holm", "incompatible"),
        ("marta.holm@x.org", "Greta Holm", "incompatible"),
        ("my sister", "Greta", "no_name"),
        ("Stehpanie Holm", "Stephanie Holm", "mistyped"),
        ("Greta Lundgrne", "Greta Lundgren", "mistyped"),
        ("Ana Lucia Prado", "Lucia Prado", "second_given_name"),
        ("Ana Lucia Prado", "Lucia Rey", "incompatible"),
        ("Ελένη Παππά", "Eleni Pappa", "other_script"),
        ("Dame Greta Holm", "Greta Holm", "same_full_name"),
        ("Prof. em. Greta Holm", "Greta Holm", "same_full_name"),
        ("Greta", "G. Holm", "initials_only"),
    ],
)
def test_likeness_of_names(one: str, other: str, likeness: str) -> None:
    assert NAMES.likeness(NAMES.read(one), NAMES.read(other)) == likeness
    assert NAMES.likeness(NAMES.read(other), NAMES.read(one)) == likeness


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        ("Fjordlab AS", "Fjordlab", "same_thing"),
        ("Hatori K.K.", "Hatori", "same_thing"),
        ("University of Turku", "Turku University", "same_thing"),
        ("Fjord-Lab", "FjordLab", "same_thing"),
        ("World Food Programme", "WFP", "abbreviation"),
        ("TU Delft", "Technical University of Delft", "abbreviation"),
        ("Fjordlab", "Fjordlab Buoy", "incompatible"),
        ("Fjord Lab", "Fjord Lab Buoys", "shortened_thing"),
        ("Fjord Lab", "Fjord Lab 2", "incompatible"),
        ("AKT", "Atlantic Kelp Trust", "abbreviation"),
        ("Sund CC", "Sund Cricket Club", "abbreviation"),
        ("Sund cc", "Sund Cricket Club", "incompatible"),
        ("Buoy 2", "Buoy 3", "incompatible"),
        ("Brightwater Foods", "Brigthwater Foods", "misspelt_thing"),
    ],
)
def test_likeness_of_things(one: str, other: str, likeness: str) -> None:
    assert ORGANIZATIONS.likeness(one, other) == likeness
    assert ORGANIZATIONS.likeness(other, one) == likeness


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("My sister [Greta] sails.", {("relation", "sister")}),
        ("[Greta] is my boss.", {("relation", "boss")}),
        ("Thanks to [Greta Holm] it works now. I saw Greta Lund on the train.", set()),
        ("[Greta Holm] was there, then Greta Lund took the shift.", set()),
        ("[Greta Holm] and her husband had dinner with Greta Lund.", set()),
        ("[Greta Holm] got married. Greta Lund came.", set()),
        ("[Greta Holm] got married and Greta Lund sang.", set()),
        ("[Dr Greta Holm] got married, it's Dr Greta Lund now", {("name", "Greta Lund")}),
        ("[Greta Holm] met Greta Lund on the train", set()),
        ("[Greta Holm], 9, won the race.", {("age", "child")}),
        ("[Greta Holm] (71) sang.", {("age", "old")}),
        ("[Greta Holm], 34, sang.", {("age", "grown")}),
        ("[Greta Holm] goalie, Turku", {("role", "goalie")}),
        ("ask [Greta Holm] about the boiler, she's at Fjordlab", {("organization", "Fjordlab")}),
        ("meeting with [Greta Holm] fr Fjordlab moved to two", {("organization", "Fjordlab")}),
        ("I met [Greta], my school friend, today.", {("relation", "friend"), ("role", "school friend")}),
        ("[Greta Holm], Head of Sales at Fjordlab, wrote.", {("role", "head of sales"), ("organization", "Fjordlab")}),
        ("[Greta Holm] (Pilot at Norair) met us.", {("role", "pilot"), ("organization", "Norair")}),
        ("[G. Holm] <g@x.org> wrote", {("email", "g@x.org")}),
        ("[Greta Holm] from Fjordlab said no.", {("organization", "Fjordlab")}),
        ("[Greta Holm], née Lund, sails.", {("name", "Lund")}),
        ("[Greta] is now called Lund.", {("name", "Lund")}),
        ("We move, so my mother will keep [Greta].", set()),
        ("My doctor likes [Greta].", set()),
        ("I told [Greta] my sister lives in Rome.", set()),
        ("After dinner with [Greta] my wife fell asleep.", set()),
        ("When I met [Greta] my girlfriend was away.", set()),
        ("I like [Greta], my sister doesn't.", set()),
        ("Hey [Greta], my father died.", set()),
        ("Dear [Dr. Holm], my son, who is six, is ill.", set()),
        ("[Greta], my colleague Rita's mother, called.", set()),
        ("[Greta] my sister lives in Rome.", {("relation", "sister")}),
        ("I met [Greta], my sister, in Rome.", {("relation", "sister")}),
        ("I met [Greta], my boss at Calder.", {("relation", "boss"), ("organization", "Calder")}),
        ("it's [Greta Holm], Greta Lund as was, from choir", {("name", "Greta Lund")}),
        ("list [Greta Holm], now Mrs Greta Lund, flat 6", {("name", "Greta Lund")}),
        ("[Greta Holm] took Bo's name, so she's Greta Lund", {("name", "Greta Lund")}),
        ("[Greta] and I have a daughter called Hilde.", set()),
        ("[Greta] has a dog called Bo.", set()),
        ("My sister Leila and her daughter [Greta] live here.", set()),
        ("My brother and his wife [Greta] came.", set()),
        ("My friend and colleague [Greta] came.", {("relation", "friend")}),
        ("My accountant called [Greta] today.", set()),
        ("My sister's boss met [Greta].", set()),
        ("[Greta]'s sister is my boss.", set()),
        ("I asked my dentist about [Greta] once.", set()),
        ("[Greta] and my boss are friends.", set()),
        ("Boss [Greta] sails.", {("relation", "boss")}),
        ("[Greta Holm] of the harbour choir sang.", {("circle", "harbour choir")}),
        ("[Greta] in finance called.", {("circle", "finance")}),
        ("I met [Greta] in the pub.", set()),
        ("[Greta Holm], janitor at our school, left.", {("role", "janitor"), ("circle", "school")}),
        ("[Greta] mended it, she is my plumber.", {("role", "plumber")}),
        ("Best, [G. Holm] / Head of Sales, Fjordlab", {("role", "head of sales"), ("organization", "Fjordlab")}),
        ("[Greta Holm] from Fjordlab, sales, left.", {("organization", "Fjordlab"), ("role", "sales")}),
        ("[Greta] runs Holm Ceramics.", {("duty", "runs holm ceramics"), ("organization", "Holm Ceramics")}),
        ("[Greta Holm] got married and is called Greta Lund.", {("name", "Greta Lund")}),
        ("[Greta Holm], the accordion lady, fell.", {("description", "accordion lady")}),
        ("[Greta] keeps bees", set()),
        ("[Greta] mends nets", {("description", "mends nets")}),
        ("Then G. [Holm] left.", {("spelled", "G. Holm")}),
        ("Then [Greta] H. left.", {("spelled", "Greta H.")}),
    ],
)
def test_what_is_told_beside_a_name(marked: str, told: set[tuple[str, str]]) -> None:
    start, end = marked.index("["), marked.index("]") - 1
    text = marked.replace("[", "").replace("]", "")
    found = CLUES.read(text, start, end)
    assert {(clue.kind, clue.value.replace("head holm", "runs holm")) for clue in found} == told
    for clue in found:
        words = text[clue.start : clue.end]
        assert words.strip() == words
        assert clue.kind in ("relation", "duty", "age") or words.lower() == clue.value.lower()
