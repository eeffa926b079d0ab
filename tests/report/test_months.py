"""Which months the report lists."""

from kg_assets.report.months import all_months


def _of(*months: str, most_silent: int) -> list[str]:
    return all_months([{"month": month} for month in months], most_silent)


def test_months_without_a_message_stand_between_the_others() -> None:
    assert _of("2023-11", "2024-02", most_silent=2) == ["2023-11", "2023-12", "2024-01", "2024-02"]


def test_of_a_longer_silence_no_month_is_shown() -> None:
    """A message dated to the year 1 would list two thousand years of silence."""
    assert _of("0001-01", "2023-11", "2024-01", "9999-12", most_silent=2) == [
        "0001-01", "2023-11", "2023-12", "2024-01", "9999-12"
    ]  # fmt: skip


def test_no_message_is_no_month() -> None:
    assert _of(most_silent=3) == []
