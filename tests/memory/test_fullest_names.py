"""Which longer name of the same message a name is short for."""

from kg_assets.memory.names import Mention, read_names


def _read(text: str, *names: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    mentions = [
        Mention(f"m{n}", f"e{n}", text.index(name), text.index(name) + len(name), "PERSON", name, 0.9)
        for n, name in enumerate(names)
    ]
    return {found.surface: (found.canonical, found.aliases) for found in read_names(text, mentions, [])}


def test_a_shorter_name_means_the_one_longer_name_that_holds_it() -> None:
    assert _read("Alice Jo Chen met Bob, then A. Chen slept.", "Alice Jo Chen", "Bob", "A. Chen") == {
        "Alice Jo Chen": ("Alice Jo Chen", ("A. Chen",)),
        "Bob": ("Bob", ()),
        "A. Chen": ("Alice Jo Chen", ("Alice Jo Chen",)),
    }


def test_what_is_not_longer_or_one_of_two_is_not_meant() -> None:
    assert _read("Alice Chen met A. Chen.", "Alice Chen", "A. Chen") == {
        "Alice Chen": ("Alice Chen", ()),
        "A. Chen": ("A. Chen", ()),
    }
    found = _read("Chen met Ana Chen and Bo Chen.", "Chen", "Ana Chen", "Bo Chen")
    assert found["Chen"] == ("Chen", ())
