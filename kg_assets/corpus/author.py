"""Writes one conversation after another: topic, names, questions and answers, branches, and the fields of the
export."""

import random
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from kg_assets.corpus.census import texts_of
from kg_assets.corpus.minor import MinorNames, Planting
from kg_assets.corpus.moments import clock, local_day
from kg_assets.corpus.names import Name
from kg_assets.corpus.person import SELF, Person, Project, Utterance
from kg_assets.corpus.prose import TECHNICAL, Prose
from kg_assets.corpus.story import Story
from kg_assets.corpus.thread import Thread, envelope, text_content, uuid
from kg_assets.corpus.truth import NotClaim, Statement
from kg_assets.corpus.turns import Turns
from kg_assets.corpus.vocabulary import Style, Vocabulary

_RULE_OF_KIND = {
    "organisation": "organisation",
    "project": "project",
    "acronym": "acronym",
    "codebase": "codebase",
    "hashtag": "hashtag",
    "handle": "handle",
    "title": "title",
    "phrase": "phrase",
    "venue": "venue",
    "tool": "tool",
}
# Kinds of names that need no chance to be said, since they come up anyway: the person, their projects, the places of
# facts.
_UNSPOKEN = ("self", "project", "place")


@dataclass(slots=True)
class Draft:
    """One conversation while it is being written."""

    conversation_id: str
    thread: Thread
    prose: Prose
    turns: Turns
    day: date
    circle: list[Name]
    spoken: bool
    sayings: dict[int, list[Utterance]] = field(default_factory=dict)
    traps: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    plantings: dict[int, list[Planting]] = field(default_factory=dict)
    said_names: list[Name] = field(default_factory=list)


class Author:
    """Writes conversations, and keeps what lasts from one to the next: the invented person, what has been told of that
    person's life, and the names that are still to be used."""

    def __init__(
        self, rng: random.Random, words: Vocabulary, style: Style, person: Person, story: Story, minor: MinorNames
    ) -> None:
        self._rng = rng
        self._words = words
        self._style = style
        self._weights = {topic: weight for topic, weight in words.topic_weights.items() if topic in words.topics}
        self._person = person
        self._story = story
        self._minor = minor

    def write(self, number: int, started: float) -> tuple[dict[str, Any], str | None]:
        """Two values: the conversation with this number, and the name of the project that it is about (None if there is
        none)."""
        rng, style = self._rng, self._style
        utc = self._person.home(local_day(started, 0)).utc
        day = local_day(started, utc)
        topic, project = self._topic(day)
        thread = Thread(rng, started, self._model(day))
        prose = Prose(rng, self._words, style, topic, project.name if project else None)
        draft = Draft(
            uuid(rng), thread, prose, Turns(rng, thread, prose), day, self._circle(project), rng.random() < style.voice
        )
        count = self._turn_count()
        self._allot(draft, number, count)
        self._open(draft)
        for index in range(count):
            if index > max(draft.sayings, default=0) and rng.random() < style.returns:
                thread.wait(20_000, 900_000)
            self._turn(draft, index, utc)
        return self._envelope(draft), project.name if project else None

    # ---- planning

    def _topic(self, day: date) -> tuple[str, Project | None]:
        active = [project for project in self._person.projects if project.active(day)]
        topics = [topic for topic in self._weights if active or topic != "projects"]
        topic = self._rng.choices(topics, [self._weights[name] for name in topics])[0]
        if topic == "projects" or (topic in ("code", "work", "writing") and active and self._rng.random() < 0.3):
            return topic, self._rng.choice(active)
        return topic, None

    def _turn_count(self) -> int:
        count, mean = 1, self._style.turns_mean
        while count < self._style.turns_max and self._rng.random() < 1 - 1 / mean:
            count += 1
        return count

    def _circle(self, project: Project | None) -> list[Name]:
        """The few names that come up in this conversation, chosen at random: the earlier a name stands in the person's
        list, the more often. The name of the project is always among them."""
        names = [name for name in self._person.names if name.kind not in _UNSPOKEN]
        size = len(names)
        picked = {int(size * self._rng.random() ** 1.6): None for _ in range(self._rng.randint(1, 4))}
        circle = [names[index] for index in picked]
        if project is not None:
            circle += [name for name in self._person.names if name.surface == project.name]
        return circle

    def _allot(self, draft: Draft, number: int, count: int) -> None:
        """Decide in which turn each fact, trap (a sentence that only looks like a fact) and minor name is said."""
        rng, style = self._rng, self._style
        limit = max(1, int(count * self._words.fact_share) + 1)
        sayings = self._story.due(draft.day, draft.thread.started, min(limit, style.life_lines))
        while len(sayings) < limit and rng.random() < style.facts_per_conversation / (1 + style.facts_per_conversation):
            sayings.append(self._story.everyday(draft.day))
        places = sorted(rng.randrange(count) for _ in sayings)
        for place, said in zip(places, sayings, strict=True):
            draft.sayings.setdefault(place, []).append(said)
        if rng.random() < style.traps and not draft.spoken:
            draft.traps.setdefault(rng.randrange(count), []).append(self._story.trap())
        for planting in self._minor.take(number):
            for _ in range(planting.times):
                draft.plantings.setdefault(rng.randrange(count), []).append(planting)

    # ---- writing

    def _open(self, draft: Draft) -> None:
        rng, thread, person = self._rng, draft.thread, self._person
        thread.add("system", text_content(""), hidden=True, timed=False, weight=0.0, end_turn=True)
        if rng.random() < self._style.custom_instructions:
            city, org = person.home(draft.day).name, person.employer(draft.day)
            content = {
                "content_type": "user_editable_context",
                "user_profile": f"Preferred name: {person.given}\nRole: {person.job} at {org}\nHome: {city}",
                "user_instructions": "Answer briefly. Use metric units. Say so when you are not sure.",
            }
            details = {
                "is_user_system_message": True,
                "user_context_message_data": {
                    "about_user_message": content["user_profile"],
                    "about_model_message": content["user_instructions"],
                },
            }
            role = "system" if rng.random() < self._style.system_instructions else "user"
            thread.add(role, content, hidden=True, timed=False, metadata=details)
        if rng.random() < self._style.model_context:
            known = [fact for fact in person.facts[:40] if fact.statements and fact.subject == SELF]
            lines = [
                f"{i + 1}. [{draft.day.isoformat()}]. User: {fact.predicate.replace('_', ' ')} {fact.object}."
                for i, fact in enumerate(known[:8])
            ]
            thread.add(
                "assistant",
                {
                    "content_type": "model_editable_context",
                    "model_set_context": "\n".join(lines),
                    "repository": None,
                    "repo_summary": None,
                    "structured_context": None,
                },
                hidden=True,
                timed=False,
            )
        if rng.random() < self._style.bare_node:
            thread.add_bare()

    def _turn(self, draft: Draft, index: int, utc: int) -> None:
        rng, thread, style = self._rng, draft.thread, self._style
        thread.wait(15, 600)
        draft.day = local_day(thread.now, utc)
        before = thread.tip
        if rng.random() < style.edited:
            thread.add("user", text_content(" ".join(draft.prose.question(index == 0))))
            draft.turns.answer(draft.prose.paragraph(2))
            thread.tip = before
            thread.wait(10, 90)
        sayings = draft.sayings.get(index, [])
        planted = bool(sayings) or index in draft.traps
        node = self._question(draft, index)
        if rng.random() < style.bare_node:
            thread.add_bare()
        self._memories(draft, sayings)
        self._respond(draft, index, sayings)
        message = thread.message(node)
        if message["create_time"] is not None and not planted and rng.random() < style.untimed_message:
            message["create_time"] = None
        if rng.random() < style.other_message_id:
            message["id"] = uuid(rng)

    def _question(self, draft: Draft, index: int) -> str:
        rng, style, prose = self._rng, self._style, draft.prose
        lines = prose.question(index == 0)
        planted: list[tuple[Utterance | tuple[str, str], str]] = []
        for planting in draft.plantings.get(index, []):
            if planting.how == "user":
                lines.insert(rng.randint(1, len(lines)), self._naming(prose, planting.name))
        if draft.circle and rng.random() < style.mention:
            name = rng.choice(draft.circle)
            lines.insert(rng.randint(1, len(lines)), self._naming(prose, name))
            draft.said_names.append(name)
        self._decorate(draft, lines)
        for said in draft.sayings.get(index, []):
            sentence = self._story.speak(said, draft.day)
            lines.insert(rng.randint(0, len(lines)), sentence)
            planted.append((said, sentence))
        for trap in draft.traps.get(index, []):
            lines.append("\n\n" + trap[1] if trap[1].startswith(">") else trap[1])
            planted.append((trap, trap[1]))
        text = _joined(lines)
        if rng.random() < style.long_paste and not draft.spoken:
            text += "\n\n" + prose.paste()
        node = self._ask(draft, text)
        self._note(draft, node, planted)
        return node

    def _decorate(self, draft: Draft, lines: list[str]) -> None:
        rng, style, prose = self._rng, self._style, draft.prose
        if rng.random() < style.dated:
            lines.insert(rng.randint(1, len(lines)), prose.extra("dated", clock=clock(rng, draft.day)))
        if rng.random() < style.artifact and not draft.spoken:
            technical = prose.topic in TECHNICAL and rng.random() < 0.6
            lines.insert(rng.randint(1, len(lines)), prose.extra("artifact_technical" if technical else "artifact"))
        if rng.random() < style.foreign:
            lines.append(prose.extra("foreign"))
        if rng.random() < style.emoji and not draft.spoken:
            lines[-1] += prose.extra("emoji")

    def _ask(self, draft: Draft, text: str) -> str:
        rng, style, turns = self._rng, self._style, draft.turns
        if draft.spoken:
            return turns.ask_aloud(text, rng.random() < 0.15)
        if rng.random() < style.image:
            return turns.ask_with_image(text)
        if rng.random() < style.file:
            return turns.ask_with_file(text)
        return turns.ask(text)

    def _note(self, draft: Draft, node: str, planted: list[tuple[Utterance | tuple[str, str], str]]) -> None:
        for what, sentence in planted:
            if isinstance(what, Utterance):
                self._story.record(what, self._statement(draft, node, sentence, "user"), draft.day)
            else:
                self._story.not_claims.append(NotClaim(what[0], self._statement(draft, node, sentence, "user")))

    def _statement(self, draft: Draft, node: str, sentence: str, role: str, channel: str = "message") -> Statement:
        message = draft.thread.message(node)
        text = next(text for text in texts_of(message["content"]) if sentence in text)
        return Statement(
            node, draft.conversation_id, message["create_time"], sentence, text.index(sentence), role, channel
        )

    def _memories(self, draft: Draft, sayings: list[Utterance]) -> None:
        for said in sayings:
            sentence = self._story.repeat("memory", said)
            if sentence is None or said.fact is None or self._rng.random() > self._style.memory:
                continue
            node = draft.turns.remember(sentence)
            said.fact.statements.append(self._statement(draft, node, sentence, "assistant", "memory"))

    def _respond(self, draft: Draft, index: int, sayings: list[Utterance]) -> None:
        rng, style, thread, prose, turns = self._rng, self._style, draft.thread, draft.prose, draft.turns
        if draft.spoken:
            turns.answer_aloud(self._answer_text(draft, index, sayings, 1))
            return
        if rng.random() < style.reasoning:
            turns.think()
        blocks = self._block_count()
        metadata, cited = self._use_tools(draft, index)
        question = thread.tip
        text = self._answer_text(draft, index, sayings, blocks)
        if cited:
            text = f"{cited}\n\n{text}"
        repeated = [(said, sentence) for said, sentence in self._restatements(sayings) if sentence]
        text = "\n\n".join([" ".join(sentence for _, sentence in repeated), text]) if repeated else text
        node = turns.answer(text, metadata=metadata)
        for said, sentence in repeated:
            if said.fact is not None:
                said.fact.statements.append(self._statement(draft, node, sentence, "assistant"))
        if rng.random() < style.regenerated:
            thread.tip = question
            turns.answer("\n\n".join(prose.answer(self._block_count())))
            if rng.random() < 0.7:
                thread.tip = node

    def _restatements(self, sayings: list[Utterance]) -> list[tuple[Utterance, str]]:
        chosen = [said for said in sayings if self._rng.random() < self._style.restated]
        return [(said, self._story.repeat("restate", said) or "") for said in chosen]

    def _use_tools(self, draft: Draft, index: int) -> tuple[dict[str, Any], str]:
        rng, style, turns = self._rng, self._style, draft.turns
        factors = self._words.python_factor
        roll = rng.random()
        for share, act in (
            (style.drawing, turns.draw),
            (style.error, turns.fail),
            (style.agent, turns.drive_computer),
            (style.widget, turns.show_widget),
            (style.canvas, lambda: turns.write_document("\n\n".join(draft.prose.answer(6)))),
            (
                style.python * factors.get(draft.prose.topic, factors["others"]),
                lambda: turns.run_python(self._codebase(draft)),
            ),
        ):
            if roll < share:
                act()
                return {}, ""
            roll -= share
        if roll < style.search:
            cited, references = turns.search()
            return {"content_references": references}, cited
        return {}, ""

    def _answer_text(self, draft: Draft, index: int, sayings: list[Utterance], blocks: int) -> str:
        rng, prose = self._rng, draft.prose
        parts = [prose.paragraph(rng.randint(1, 4))] if draft.spoken else prose.answer(blocks, self._codebase(draft))
        if draft.said_names and rng.random() < self._style.echo:
            parts.append(prose.naming("echo", rng.choice(draft.said_names).surface))
        for planting in draft.plantings.get(index, []):
            if planting.how == "assistant":
                parts.append(prose.naming("echo", planting.name.surface))
            elif planting.how == "code":
                parts.append(prose.code_fence(rng.randint(3, 9), planting.name.surface))
        return "\n\n".join(parts)

    def _codebase(self, draft: Draft) -> str | None:
        """The name of a codebase to use in the code of this turn. None if chance decides against it, or if no such name
        comes up in this conversation."""
        if self._rng.random() > self._style.codename_in_code:
            return None
        return next((name.surface for name in draft.circle if name.kind == "codebase"), None)

    def _block_count(self) -> int:
        mean = self._style.paragraphs_mean
        return max(1, round(self._rng.lognormvariate(0, 0.55) * mean * 0.86))

    def _naming(self, prose: Prose, name: Name) -> str:
        return prose.naming(f"name_{_RULE_OF_KIND.get(name.kind, 'person')}", name.surface)

    # ---- the conversation as a whole

    def _model(self, day: date) -> str:
        """The name of the language model that answers on this day: mostly the account's default model, sometimes an
        earlier one."""
        reached = self._models_until(day)
        return reached[-1] if self._rng.random() < 0.85 else self._rng.choice(reached)

    def model_of(self, day: date) -> str:
        """The name of the language model that was the account's default on this day."""
        return self._models_until(day)[-1]

    def _models_until(self, day: date) -> list[str]:
        models = self._words.models
        months = sorted(models)
        return [models[month] for month in months if month <= day.isoformat()[:7]] or [models[months[0]]]

    def _envelope(self, draft: Draft) -> dict[str, Any]:
        rng, style, thread = self._rng, self._style, draft.thread
        nodes = thread.nodes
        if rng.random() < style.shuffled:
            order = list(nodes)
            rng.shuffle(order)
            nodes = {key: nodes[key] for key in order}
        title = None if rng.random() < style.untitled else draft.prose.title()
        conversation = envelope(thread, draft.conversation_id, title) | {"mapping": nodes}
        if rng.random() < style.untimed_conversation:
            conversation["create_time"] = None
        if rng.random() < 0.05:
            conversation["gizmo_id"] = f"g-{rng.getrandbits(60):015x}"
        conversation["is_archived"] = rng.random() < style.archived
        conversation["voice"] = "breeze" if draft.spoken else None
        return conversation


def _joined(lines: list[str]) -> str:
    """The sentences as one text. A sentence that ends in a letter or digit gets a full stop if another follows."""
    out: list[str] = []
    for line in lines:
        if out and out[-1][-1:].isalnum():
            out[-1] += "."
        out.append(line)
    return " ".join(out).replace(" \n\n", "\n\n")
