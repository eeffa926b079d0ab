"""The pairs that the rules were made with stay decided; the other half is the benchmark's."""

from benchmarks._people_pairs import read_pairs, scale_of_house, score


def test_the_pairs_of_the_first_half_are_told_apart() -> None:
    scale = scale_of_house()
    pairs = read_pairs("dev", scale)
    assert len(pairs) > 200
    found = score(pairs, lambda pair: scale.weigh(*pair.sides).verdict == "same")
    assert found.right / found.merged > 0.95
    assert found.wrong / found.apart < 0.02
    assert found.right / found.true >= 0.85
