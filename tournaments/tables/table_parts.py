"""The parts of the table that change, each rendered by its own template, and the fragments that carry them to a page.

The templates are Jinja2's: those of the game, and those of the frame below `templates/jinja2/table`. They are rendered
for every viewer after every move, and Django's own would take four fifths of the time of a picture
(docs/performance.md).
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from jinja2 import ChoiceLoader, Environment, FileSystemLoader

from incursions.games.contract import SHARED_TEMPLATES
from incursions.kit.addresses import address
from incursions.kit.markup import make_environment
from tournaments.matches.game_kinds import game_kinds
from tournaments.templatetags.tables import rule

if TYPE_CHECKING:
    from tournaments.tables.table_page import TablePage

PROMPT = "prompt"
FRAGMENT = '<hx-partial hx-target="#{}" hx-swap="outerMorph">{}</hx-partial>\n'


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the templates of the frame: see TEMPLATES in the settings."""
    loader = ChoiceLoader([options.pop("loader"), FileSystemLoader(SHARED_TEMPLATES)])
    made = make_environment(loader=loader, **options)
    made.globals |= {"rule": rule, "url": address}
    return made


def draw_part(name: str, context: dict[str, object]) -> SafeString:
    """Render a part of a page with its template in `templates/jinja2/table`."""
    template = engines["jinja2"].get_template(f"table/{name}.html")
    return mark_safe(template.render(context))  # noqa: S308 -- Jinja2 has escaped it


def compile_templates() -> None:
    """Compile all Jinja2 templates, because the first picture would wait a third of a second."""
    engine = cast(Jinja2, engines["jinja2"])
    for name in engine.env.list_templates():
        engine.get_template(name)
    for kind in game_kinds().values():
        kind.table.compile_templates()


def draw_parts(page: "TablePage") -> dict[str, str]:
    """Render every part, by the id of its element, in the order of the page: those of the game after the bar."""
    context = {"page": page, "match": page.match, "table": page.table}
    parts: dict[str, str] = {"bar": draw_part("bar", context), **page.scene.parts}
    return parts | {name: draw_part(name, context) for name in ("notes", "absences", "prompt", "log")}


class Picture(NamedTuple):
    """A table as one viewer sees it at a revision: its parts by the id of their element, and the facts for scripts.

    An open table has no facts.
    """

    revision: int
    parts: Mapping[str, str]
    facts: str = ""
    is_for_player: bool = False

    @property
    def whole(self) -> str:
        """All parts as fragments that find their own place in the page."""
        return self.render_without(())

    def render_without(self, marks: Collection[tuple[str, int]]) -> str:
        """Return the fragments without the parts that have these `marks`; the prompt is always included."""
        parts = {name: part for name, part in self.parts.items() if name == PROMPT or _mark(name, part) not in marks}
        if self.facts:
            parts["facts"] = facts_element(self.facts)
        return "".join(FRAGMENT.format(name, part) for name, part in parts.items())

    def only(self, names: Collection[str]) -> str:
        """Return the fragments of these parts alone, without facts, for a change in this viewer's view only."""
        return "".join(FRAGMENT.format(name, part) for name, part in self.parts.items() if name in names)

    @property
    def marks(self) -> frozenset[tuple[str, int]]:
        """The hashes of its parts by name, valid in this process."""
        return frozenset(_mark(name, part) for name, part in self.parts.items())


def _mark(name: str, part: str) -> tuple[str, int]:
    return name, hash(part)


def facts_element(facts: str) -> SafeString:
    """Return the element with the facts for the scripts of the page."""
    return format_html('<div id="facts" hidden data-facts="{}"></div>', facts)
