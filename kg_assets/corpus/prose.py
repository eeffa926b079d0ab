"""Writes the texts of one conversation: the person's questions, answers in markdown, thoughts, pasted
texts."""

import random
from collections.abc import Callable, Mapping
from itertools import accumulate

from kg_assets.corpus.grammar import Grammar, capitalised
from kg_assets.corpus.vocabulary import Style, Vocabulary

# Topics in which paths, servers and checksums come up.
TECHNICAL = ("code", "projects", "work")
_KEYBOARD = "qwertyuiopasdfghjklzxcvbnm"
_FORMULAS = (
    "\\[ {v} = \\frac{{{n}}}{{{m}}} \\cdot e^{{-{k}t}} \\]",
    "\\( {v}_{{{k}}} \\approx {n}.{m} \\)",
    "$$ \\sum_{{i=1}}^{{{n}}} {v}_i^{k} \\leq {m} $$",
    "\\( {v} \\sim \\mathcal{{N}}({n}, {m}^2) \\)",
)


class Prose:
    """Writes the texts of one conversation on one topic."""

    def __init__(self, rng: random.Random, words: Vocabulary, style: Style, topic: str, project: str | None) -> None:
        self._rng = rng
        self._draw: Callable[[], float] = rng.random
        self._words = words
        self._style = style
        self.topic = topic
        self._grammar: Grammar = words.topics[topic]
        self._block_kinds = list(words.block_weights)
        self._block_bounds = list(accumulate(words.block_weights.values()))
        binding: dict[str, str | tuple[str, ...]] = {"project": project or "the project", "subject": "", "n": ""}
        for rule in words.focus[topic]:
            binding[rule] = self._grammar.some(rule, style.focus, self._draw, binding)
        self.subject = self._grammar.expand("subject", self._draw, binding)
        self._binding = binding | {"subject": self.subject}

    def some(self, rule: str) -> str:
        """One text made by a rule of the topic's grammar, without a capital."""
        return self._grammar.expand(rule, self._draw, self._binding)

    def extra(self, rule: str, **more: str) -> str:
        """One text made by a rule that belongs to no topic, such as an address, a date or a log line."""
        return self._words.extras.expand(rule, self._draw, {"subject": self.subject} | more)

    def sentence(self, rule: str) -> str:
        return capitalised(self.some(rule))

    def naming(self, rule: str, surface: str) -> str:
        """A sentence made by a rule, with the name `surface` in it."""
        return capitalised(self._grammar.expand(rule, self._draw, self._binding | {"n": surface}))

    def title(self) -> str:
        return self.sentence("title")

    # ---- the person

    def question(self, opening: bool) -> list[str]:
        """The sentences of one message of the person. Planted names and facts are added later."""
        rng, style = self._rng, self._style
        lines = [self.sentence("ask" if opening else "user_line")]
        while len(lines) < 12 and rng.random() < 1 - 1 / style.user_lines_mean:
            lines.append(self.sentence("detail" if rng.random() < 0.7 else "user_line"))
        if rng.random() < style.lowercase:
            lines = [line[:1].lower() + line[1:] for line in lines]
        return [self._slip(line) if rng.random() < style.typo else line for line in lines]

    def paste(self) -> str:
        """A text that looks as if the person had copied it from elsewhere."""
        rng = self._rng
        kind = rng.randrange(3)
        if kind == 0:
            lines = [self.extra("log_line") for _ in range(rng.randint(8, 40))]
            return "```\n" + "\n".join(lines) + "\n```"
        if kind == 1:
            return "\n".join("> " + self.sentence("quote_line") for _ in range(rng.randint(3, 12)))
        return "\n\n".join(self.paragraph(rng.randint(3, 6)) for _ in range(rng.randint(2, 6)))

    def _slip(self, line: str) -> str:
        """The line with one typing mistake: a doubled, lost, swapped or wrong letter. It may stay as it was if it is
        short, or if the position drawn has no lower-case letter."""
        if len(line) < 8:
            return line
        place = self._rng.randrange(1, len(line) - 2)
        if not (line[place].isalpha() and line[place].islower()):
            return line
        kind = self._rng.randrange(4)
        if kind == 0:
            return line[:place] + line[place] + line[place:]
        if kind == 1:
            return line[:place] + line[place + 1 :]
        if kind == 2:
            return line[:place] + line[place + 1] + line[place] + line[place + 2 :]
        return line[:place] + self._rng.choice(_KEYBOARD) + line[place + 1 :]

    # ---- the assistant

    def paragraph(self, sentences: int) -> str:
        return " ".join(self.sentence("say") for _ in range(sentences))

    def answer(self, blocks: int, camel: str | None = None) -> list[str]:
        """An answer of the assistant in Markdown, as a list of its blocks (paragraphs, lists, code and the like)."""
        rng = self._rng
        out = [self.sentence("open_answer")] if rng.random() < 0.7 else []
        codes = self._words.code_blocks.get(self.topic, 0.0)
        for index in range(blocks):
            if blocks > 4 and index % 3 == 0 and rng.random() < 0.8:
                out.append(f"{'#' * rng.choice((2, 3, 3))} {self.sentence('heading')}")
            out.append(self._block(codes, camel))
        closing = self.some("close_answer")
        return [*out, closing] if closing and rng.random() < 0.6 else out

    def _block(self, codes: float, camel: str | None) -> str:
        rng = self._rng
        if rng.random() < codes:
            return self.code_fence(rng.randint(3, 14), camel)
        kind = rng.choices(self._block_kinds, cum_weights=self._block_bounds)[0]
        if kind == "paragraph":
            return self.paragraph(rng.randint(2, 5))
        if kind == "bullets":
            return "\n".join(f"- {self.sentence('bullet')}" for _ in range(rng.randint(3, 7)))
        if kind == "numbered":
            return "\n".join(f"{i + 1}. {self.sentence('bullet')}" for i in range(rng.randint(3, 6)))
        if kind == "table":
            return self.table()
        if kind == "quotation":
            return "\n".join(f"> {self.sentence('quote_line')}" for _ in range(rng.randint(1, 3)))
        if kind == "formula":
            return f"{self.sentence('say')} {self.formula()} {self.sentence('say')}"
        return f"{self.sentence('say')} See [{self.some('noun')}]({self.extra('url')}) or {self.extra('bare')}."

    def table(self) -> str:
        rng = self._rng
        columns = rng.randint(2, 5)
        rows = [
            "| " + " | ".join(self.sentence("noun") for _ in range(columns)) + " |",
            "|" + "---|" * columns,
        ]
        rows += ["| " + " | ".join(self.some("cell") for _ in range(columns)) + " |" for _ in range(rng.randint(3, 8))]
        return "\n".join(rows)

    def formula(self) -> str:
        rng = self._rng
        return rng.choice(_FORMULAS).format(
            v=rng.choice("xyzabkmnpqrst"), n=rng.randint(2, 99), m=rng.randint(2, 99), k=rng.randint(1, 9)
        )

    def code_fence(self, statements: int, camel: str | None = None) -> str:
        language = self._rng.choice(sorted(self._words.code))
        return f"```{language}\n{self.code(language, statements, camel)}\n```"

    def code(self, language: str, statements: int, camel: str | None = None) -> str:
        grammar = self._words.code[language]
        slug = self.extra("word")
        lines = []
        for index in range(statements):
            planted = camel if camel and index % 3 == 0 else None
            binding: Mapping[str, str] = {"camel": planted or self.extra("word").capitalize() + "Box", "slug": slug}
            lines.append(grammar.expand("line", self._draw, binding))
        if camel and not any(camel in line for line in lines):
            lines.insert(0, f"{self._comment(language)} {camel}")
        return "\n".join(lines)

    def _comment(self, language: str) -> str:
        return {"python": "#", "bash": "#", "yaml": "#", "sql": "--"}.get(language, "//")

    def thoughts(self) -> list[dict[str, object]]:
        rng = self._rng
        found: list[dict[str, object]] = []
        for _ in range(rng.randint(1, 4)):
            text = " ".join(self.sentence("thought") for _ in range(rng.randint(2, 7)))
            found.append({"summary": self.sentence("thought_title"), "content": text, "chunks": [], "finished": True})
        return found
