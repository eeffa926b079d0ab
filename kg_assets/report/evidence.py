"""The words behind each thing of the report: the places that mention it, in each month and in total, the best first."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from kg_assets.report.asking import Row
from kg_assets.report.content import Place

Thing = tuple[str, str]  # kind of node, its id


class Evidence:
    """The best places of every thing, at most `words_per_item` in total and as many for each month, in the order of
    `sql/report/evidence.sql`."""

    def __init__(self, ranked: Iterable[Row], words_per_item: int) -> None:
        self._limit = words_per_item
        self._in_all: dict[Thing, list[Place]] = defaultdict(list)
        self._in_month: dict[tuple[Thing, str], list[tuple[int, Place]]] = defaultdict(list)
        self._messages: dict[Thing, int] = {}
        for row in ranked:
            thing = (row["member_node_type"], row["member_source_id"])
            place = Place(row["message_id"], row["char_start"], row["char_end"])
            self._messages[thing] = row["messages_in_all"]
            if row["place_in_all"] <= words_per_item:
                self._in_all[thing].append(place)
            if row["month"] and row["place_in_month"] <= words_per_item:
                self._in_month[thing, row["month"]].append((row["place_in_month"], place))

    def in_all(self, thing: Thing) -> tuple[tuple[Place, ...], int]:
        """The best places of a thing, and how many further messages mention it."""
        places = self._in_all.get(thing, [])
        return tuple(places), self._messages.get(thing, len(places)) - len(places)

    def in_month(
        self, thing: Thing, month: str, messages: int, first_message: str | None
    ) -> tuple[tuple[Place, ...], int]:
        """The best places of a thing in a month, and how many further messages mention it. If no place is known, the
        first message is given as a whole."""
        places = [place for _, place in sorted(self._in_month.get((thing, month), []))]
        if not places and first_message:
            places = [Place(first_message, None, None)]
        return tuple(places), max(messages - len(places), 0)


def places_of(listed: Sequence[Row] | None) -> list[Place]:
    """The places in a list of rows with message id, start and end, each once; none for None."""
    return list(dict.fromkeys(Place(one["message_id"], one["char_start"], one["char_end"]) for one in listed or ()))
