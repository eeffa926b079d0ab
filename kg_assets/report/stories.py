"""One story of each matter: since when, until when, what else is said of that. Every part of the page tells it so."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property

from kg_assets.core.when import end_text
from kg_assets.report.asking import Row
from kg_assets.report.settings import ReportSettings
from kg_assets.report.wording import day_text, exact_text, month_of, name_text, relation_text, written_out

Key = tuple[str, str, str]  # who, the matter, the thing in small letters


@dataclass(frozen=True)
class Told:
    """The stretches of one matter in the order of time, as `sql/report/stories.sql` gives them."""

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
        """Whether it ever was so: of some things it is only said that they are not."""
        return self.last["first_utc"] is not None

    @property
    def is_over(self) -> bool:
        return self.last["until_utc"] is not None or self.last["next_object"] is not None


class Stories:
    """What is told of everybody, and how it reads."""

    def __init__(
        self,
        stretches: Sequence[Row],
        plans: Sequence[Row],
        states: Sequence[str],
        as_of: str,
        settings: ReportSettings,
        zone: tzinfo,
    ) -> None:
        self._by_key: dict[Key, list[Row]] = defaultdict(list)
        for row in stretches:
            self._by_key[row["subject_entity_id"], row["matter"], row["object_key"]].append(row)
        self._plans = {(row["subject_entity_id"], row["object_key"]): row for row in plans}
        self._states = states
        self._as_of, self._settings, self._zone = as_of, settings, zone

    @cached_property
    def all(self) -> Mapping[Key, Told]:
        return {key: Told(tuple(rows)) for key, rows in self._by_key.items()}

    @cached_property
    def _of_thing(self) -> Mapping[tuple[str, str], list[Told]]:
        found: dict[tuple[str, str], list[Told]] = defaultdict(list)
        for (subject, _, thing), told in self.all.items():
            found[subject, thing].append(told)
        return found

    def of(self, subject: str, matter: str, thing: str) -> Told | None:
        return self.all.get((subject, matter, thing))

    def of_thing(self, subject: str, thing: str) -> Told | None:
        """The story by which a thing goes: that of the first state of the list, else that of which most is said."""
        found = [told for told in self._of_thing.get((subject, thing), []) if told.was_so]
        order = {state: place for place, state in enumerate(self._states)}
        return min(
            found, key=lambda told: (order.get(told.matter, len(order)), -told.messages, told.matter), default=None
        )

    def plan(self, subject: str, thing: str) -> Row | None:
        return self._plans.get((subject, thing))

    def plans_of(self, subject: str) -> Iterable[Row]:
        return (row for (who, _), row in self._plans.items() if who == subject)

    def line(self, told: Told) -> str:
        """Since when and until when, in one line; what began again says so."""
        rows = [row for row in told.stretches if row["first_utc"] or len(told.stretches) == 1]
        shown = rows[-self._settings.stretches :]
        left_out = "earlier too; " if len(shown) < len(rows) else ""
        return left_out + "; again ".join(self.stretch_text(row) for row in shown)

    def stretch_text(self, row: Row) -> str:
        """One stretch: its dates as exact as their words; where no words date it, when it was said."""
        since = exact_text(row["since_utc"], row["since_precision"], self._zone) if row["since_utc"] else ""
        until = self._end(row["until_utc"], row["until_precision"], row["is_closed"]) if row["until_utc"] else ""
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

    def _end(self, until: str, precision: str | None, is_closed: bool) -> str:
        # A moment that only its message dates is no finer than the day.
        return written_out(end_text(until, precision or "day", is_closed, self._zone))

    def holds_now(self, told: Told) -> bool:
        """Whether it is so as of the build: nothing ended it, took its place or took it back by then."""
        ends = [told.last[name] for name in ("until_utc", "next_utc", "taken_back_utc")]
        return all(end is None or end > self._as_of for end in ends)

    def doubts(self, told: Told) -> list[str]:
        """Where claims of one matter do not agree, or one of them was taken back."""
        said = []
        for row in told.stretches:
            said += [
                f"also said: since {exact_text(one['at_utc'], one['precision'], self._zone)}"
                for one in row["other_begins"] or ()
            ]
            said += [
                f"also said: until {self._end(one['at_utc'], one['precision'], one['is_closed'])}"
                for one in row["other_ends"] or ()
            ]
        if told.last["taken_back_utc"]:
            said.append(f"but taken back on {day_text(told.last['taken_back_utc'], self._zone)}")
        if any(row["is_disputed"] for row in told.stretches):
            said.append("disputed")
        return list(dict.fromkeys(said))

    def plan_line(self, plan: Row) -> str:
        """For when it was planned, and what became of it."""
        done = plan["by_claim"]
        if done:
            relation = relation_text(done["predicate"], "positive", False)
            moment = exact_text(done["at_utc"], done["precision"], self._zone)
            # Undated words say that it is done, not when; 10 May is a day, May a stretch of time.
            how = "by" if done["is_undated"] else "on" if moment[:1].isdigit() and " " in moment else "in"
            return f"came true {how} {moment}: {relation} {name_text(done['object'], self._settings.longest_name)}"
        if plan["given_up_utc"]:
            return f"given up, {day_text(plan['given_up_utc'], self._zone)}"
        if plan["due_on"]:
            return f"planned for {exact_text(plan['due_on']['at_utc'], plan['due_on']['precision'], self._zone)}"
        if plan["due_by"]:
            due = self._end(plan["due_by"]["at_utc"], plan["due_by"]["precision"], False)
            return f"{'was ' if plan['due_by']['at_utc'] <= self._as_of else ''}due by {due}"
        days = (day_text(plan["said_utc"], self._zone), day_text(plan["meant_utc"], self._zone))
        return f"said {', last '.join(dict.fromkeys(days))}"

    def months_of(self, row: Row) -> tuple[str, str]:
        """First and last month of a stretch.

        What has a beginning goes on until something ends it, and so does what holds one value at a time (design §8).
        Of anything else that no words date it is known that it was so while it was said.
        """
        first = month_of(row["since_utc"] or row["first_utc"], self._zone)
        ends = [row["until_utc"], row["next_utc"], row["taken_back_utc"]]
        end = min((one for one in ends if one), default=None)
        if end is None:
            goes_on = row["since_utc"] or row["is_functional"]
            return first, _NEVER if goes_on else max(first, month_of(row["said_last_utc"], self._zone))
        text = end_text(end, "month", end != row["until_utc"] or row["is_closed"], self._zone)
        return first, max(first, text)

    def months_of_plan(self, plan: Row) -> tuple[str, str]:
        """From the month in which it was first said to that in which it was done, given up, due or last meant."""
        first = month_of(plan["said_utc"], self._zone)
        done, due_on, due_by = (
            plan[name]["at_utc"] if plan[name] else None for name in ("by_claim", "due_on", "due_by")
        )
        over = min(filter(None, (done, plan["given_up_utc"])), default=None)
        end = over or max(filter(None, (due_on, due_by, plan["meant_utc"])))
        return first, max(first, month_of(end, self._zone))


_NEVER = "9999-12"
