"""Words the story of each matter: since when, until when, and what else is said about that. All parts of the page use
these texts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property

from kg_assets.core.when import end_text
from kg_assets.report.asking import Row
from kg_assets.report.settings import ReportSettings
from kg_assets.report.wording import day_text, exact_text, month_of, name_text, relation_text, written_out

Key = tuple[str, str, str]  # the subject, the matter, the thing in lower case


@dataclass(frozen=True)
class Told:
    """The stretches of one matter in the order of time, with their outcomes: rows of `kg.stories`."""

    stretches: tuple[Row, ...]

    @property
    def first(self) -> Row:
        return self.stretches[0]

    @property
    def last(self) -> Row:
        return self.stretches[-1]

    @property
    def matter(self) -> str:
        return str(self.first["matter"])

    @property
    def messages(self) -> int:
        return sum(row["messages"] for row in self.stretches)

    @property
    def was_so(self) -> bool:
        """Whether the matter ever was so. Of some matters people only say that they are not so ("I don't smoke")."""
        return self.last["first_utc"] is not None

    @property
    def is_over(self) -> bool:
        return self.last["outcome"] in ("ended", "followed")


class Stories:
    """The stories and plans of all subjects, and their texts."""

    def __init__(
        self,
        stretches: Sequence[Row],
        plans: Sequence[Row],
        as_of: str,
        settings: ReportSettings,
        zone: tzinfo,
    ) -> None:
        self._by_key: dict[Key, list[Row]] = defaultdict(list)
        for row in stretches:
            self._by_key[row["subject_entity_id"], row["matter"], row["object_key"]].append(row)
        self._plans = {(row["subject_entity_id"], row["object_key"]): row for row in plans}
        self._as_of, self._settings, self._zone = as_of, settings, zone

    @cached_property
    def all(self) -> Mapping[Key, Told]:
        return {key: Told(tuple(rows)) for key, rows in self._by_key.items()}

    @cached_property
    def _of_thing(self) -> Mapping[tuple[str, str], Told]:
        return {(who, thing): told for (who, _, thing), told in self.all.items() if told.last["is_main"]}

    def of(self, subject: str, matter: str, thing: str) -> Told | None:
        return self.all.get((subject, matter, thing))

    def of_thing(self, subject: str, thing: str) -> Told | None:
        """The main story of a subject about a thing (`is_main`), whatever its relation."""
        return self._of_thing.get((subject, thing))

    def plan(self, subject: str, thing: str) -> Row | None:
        return self._plans.get((subject, thing))

    def plans_of(self, subject: str) -> Iterable[Row]:
        return (row for (who, _), row in self._plans.items() if who == subject)

    def line(self, told: Told) -> str:
        """The dates of a story in one line, with "again" before each later stretch."""
        rows = [row for row in told.stretches if row["first_utc"] or len(told.stretches) == 1]
        shown = rows[-self._settings.stretches :]
        left_out = "earlier too; " if len(shown) < len(rows) else ""
        return left_out + "; again ".join(self.stretch_text(row) for row in shown)

    def stretch_text(self, row: Row) -> str:
        """The dates of one stretch, as exact as the words that named them. If no words named a beginning, when it was
        said."""
        since = exact_text(row["since_utc"], row["since_precision"], self._zone) if row["since_utc"] else ""
        until = (
            self._end(row["until_utc"], row["until_precision"], row["is_until_included"]) if row["until_utc"] else ""
        )
        said = f"said {day_text(row['said_utc'], self._zone)}" if row["messages"] else ""
        if row["next_object"]:
            followed = exact_text(row["next_utc"], row["next_precision"], self._zone)
            start = f"since {since}" if since else said
            return f"{start}; {name_text(row['next_object'], self._settings.longest_name)} followed, {followed}"
        if since and until:
            return since if since == until else f"{since} – {until}"
        if since:
            return f"since {since}"
        return ", ".join(filter(None, [said, f"until {until}" if until else ""]))

    def _end(self, until: str, precision: str, is_included: bool) -> str:
        return written_out(end_text(until, precision, not is_included, self._zone))

    def holds_now(self, told: Told) -> bool:
        """Whether the matter is still so at the moment of the build: nothing has ended it, replaced it or taken it back
        by then."""
        over = told.last["over_utc"]
        return over is None or over > self._as_of

    def doubts(self, told: Told) -> list[str]:
        """Notes on claims of one matter that name other dates than its story has, dispute it, or take it back."""
        said = []
        for row in told.stretches:
            said += [
                f"also said: since {exact_text(one['at_utc'], one['precision'], self._zone)}"
                for one in row["other_begins"] or ()
            ]
            said += [
                f"also said: until {self._end(one['at_utc'], one['precision'], one['is_last_included'])}"
                for one in row["other_ends"] or ()
            ]
        if told.last["taken_back_utc"]:
            said.append(f"but taken back on {day_text(told.last['taken_back_utc'], self._zone)}")
        if any(row["is_disputed"] for row in told.stretches):
            said.append("disputed")
        return list(dict.fromkeys(said))

    def plan_line(self, plan: Row) -> str:
        """The text for a plan: its outcome; if there is none, when it is due; if that is unknown, when it was said."""
        if plan["outcome"] == "came_true":
            return self._came_true(plan)
        if plan["outcome"] == "given_up":
            return f"given up, {day_text(plan['given_up_utc'], self._zone)}"
        if plan["due_on_utc"]:
            return f"planned for {exact_text(plan['due_on_utc'], plan['due_on_precision'], self._zone)}"
        if plan["due_by_utc"]:
            due = self._end(plan["due_by_utc"], plan["due_by_precision"], True)
            return f"{'was ' if plan['due_by_utc'] <= self._as_of else ''}due by {due}"
        days = (day_text(plan["said_utc"], self._zone), day_text(plan["meant_utc"], self._zone))
        return f"said {', last '.join(dict.fromkeys(days))}"

    def _came_true(self, plan: Row) -> str:
        relation = relation_text(plan["done_predicate"], "positive", False)
        moment = exact_text(plan["done_utc"], plan["done_precision"], self._zone)
        # If the words have no date, they only show that it was done by then. 10 May is a day ("on"), May a longer time
        # ("in").
        how = "by" if not plan["is_done_dated"] else "on" if moment[:1].isdigit() and " " in moment else "in"
        return f"came true {how} {moment}: {relation} {name_text(plan['done_object'], self._settings.longest_name)}"

    def months_of(self, row: Row) -> tuple[str, str]:
        """The first and last month of a stretch. If it neither goes on nor has an end, its last month is the last one
        in which it was mentioned."""
        first = month_of(row["since_utc"] or row["first_utc"], self._zone)
        if row["goes_on"]:
            return first, _NEVER
        if row["over_utc"] is None:
            return first, max(first, month_of(row["said_last_utc"], self._zone))
        is_included = row["over_utc"] == row["until_utc"] and row["is_until_included"]
        return first, max(first, end_text(row["over_utc"], "month", not is_included, self._zone))

    def months_of_plan(self, plan: Row) -> tuple[str, str]:
        """The first and last month of a plan: from when it was first said to when it was done, given up, due
        or last intended."""
        first = month_of(plan["said_utc"], self._zone)
        over = min(filter(None, (plan["done_utc"], plan["given_up_utc"])), default=None)
        end = over or max(filter(None, (plan["due_on_utc"], plan["due_by_utc"], plan["meant_utc"])))
        return first, max(first, month_of(end, self._zone))


_NEVER = "9999-12"
