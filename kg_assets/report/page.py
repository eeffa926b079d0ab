"""Fills the template of `config/report`. If the page would become too large, less is shown in it."""

import base64
import hashlib
from collections.abc import Iterator, Sequence

from jinja2 import Environment, StrictUndefined, Template, TemplateSyntaxError, meta
from markupsafe import Markup

from kg_assets.core.data import data_path
from kg_assets.core.errors import ConfigError
from kg_assets.core.yamlfile import read_text
from kg_assets.report.content import Report, Thread
from kg_assets.report.river import NARROW, WIDE, chosen, draw
from kg_assets.report.settings import ReportSettings

# The last line of every report, whatever its template. A file with this line may be replaced by a later report.
SIGNATURE = "<!-- made by annals report -->\n"
_TEMPLATE = "config/report/page.html"
_STYLE = "config/report/page.css"
_COMPARE = f"compare it with the shipped {_TEMPLATE}"


def page(report: Report, settings: ReportSettings) -> str:
    """The report as one HTML file, without scripts or links to elsewhere. If it would become too large, it
    shows fewer quotations and items, at least one of each."""
    style = read_text(data_path(_STYLE)).strip()
    threads = chosen(report.threads, settings.ribbons, settings.ribbons_per_category)
    given = {
        "report": report,
        "threads": threads,
        "style": Markup("\n{}\n").format(Markup(style)),
        "policy": _policy(f"\n{style}\n"),
        "rivers": _rivers(threads, [month.key for month in report.months]),
        "threads_left_out": sum(1 for thread in report.threads if thread.messages) - len(threads),
    }
    read = template()
    for words, items in _sizes(settings):
        text = f"{read.render(**given, words_shown=words, items_shown=items)}\n{SIGNATURE}"
        if len(text.encode()) <= settings.most_bytes:
            break
    return text


def template() -> Template:
    """The template in use. Raises an error that names the template if it cannot be read or shows nothing of the
    report."""
    path = data_path(_TEMPLATE)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    text = read_text(path)
    try:
        names = meta.find_undeclared_variables(environment.parse(text))
        read = environment.from_string(text)
    except TemplateSyntaxError as error:
        raise ConfigError(f"{path}, line {error.lineno}: {error.message}; {_COMPARE}") from None
    if "report" not in names:
        raise ConfigError(f"{path}: nothing of the report is shown, because no `report` stands in it; {_COMPARE}")
    return read


def _sizes(settings: ReportSettings) -> Iterator[tuple[int, int]]:
    """Pairs (quotations per item, items per month) for smaller and smaller pages: first one quotation less each time,
    down to one, then half the items each time."""
    items = settings.items_per_month
    yield from ((words, items) for words in range(settings.words_per_item, 0, -1))
    while items > 1:
        items //= 2
        yield 1, items


def _policy(style: str) -> str:
    """The page's content policy: nothing may be loaded or run, and only the page's own style sheet, given by
    its hash, is applied."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _rivers(threads: Sequence[Thread], months: Sequence[str]) -> list[Markup]:
    return [draw(threads, months, shape) for shape in (WIDE, NARROW)] if threads else []
