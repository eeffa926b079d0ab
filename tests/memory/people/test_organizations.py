"""Names that are signs alone have no word to be told by: they are like themselves only, and stop nothing."""

from benchmarks._people_pairs import scale_of_house
from kg_assets.memory.people.blocking import pairs_of
from kg_assets.memory.people.weighing import Bearer


def test_names_of_signs_alone_are_compared_with_their_like_only() -> None:
    names = ("§§", "§§", "++", "Kestrel Engine", "Kestrel Engine Ltd")
    bearers = [Bearer(f"b{place}", "thing", (name,)) for place, name in enumerate(names)]
    codes, left_out = pairs_of(bearers, scale_of_house())
    pairs = [divmod(int(code), len(bearers)) for code in codes]
    assert (pairs, left_out) == ([(0, 1), (3, 4)], 0)


def test_a_name_of_signs_is_no_other_and_owns_no_domain() -> None:
    organizations = scale_of_house().organizations
    assert organizations.likeness("§§", "§§") == "same_thing"
    assert organizations.likeness("§§", "++") == "incompatible"
    assert organizations.likeness("§§", "Acme") == "incompatible"
    assert not organizations.owns_domain("§§", "acme.com")
