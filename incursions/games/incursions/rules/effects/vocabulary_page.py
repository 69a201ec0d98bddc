"""The generator of `docs/vocabulary.md` from the tables that effects are parsed with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from incursions.games.incursions.rules.effects.parts import GROUPS
from incursions.games.incursions.rules.effects.verb import MEANINGS, Verb
from incursions.games.incursions.rules.effects.vocabulary_text import EXAMPLES, OPENING, READING
from incursions.games.incursions.rules.printed import vocabulary as words
from incursions.games.incursions.rules.printed.vocabulary import (
    CONDITIONS,
    NEEDS,
    REMOVAL,
    SHIPS,
    SPARED,
    TARGET_GROUPS,
    TRIGGERS,
)

_LISTS: dict[str, tuple[str, Mapping[str, str]]] = {
    "What is allowed": ("`allow`, after `action`.", words.PERMISSIONS),
    "What is forbidden": ("`forbid`, after `action`.", words.PROHIBITIONS),
    "What is modified": ("`modify`, after `of`.", words.MODIFIED),
    "Costs": ("`set_cost`, after `of`.", words.COSTS),
    "Counting": ("After `per`; where it says *each full so many*, as `full 10 hull points missing`.", words.COUNTED),
    "Kinds of maneuver": ("After `maneuver`, and `kind` of added ones.", words.ADDED | words.PERMITTED),
    "Kinds of card": ("After `filter` and in the condition `card`.", words.CARD_KINDS),
    "Places": ("Where cards and tiles are, after `from`, `to` and `at`.", words.PLACES),
    "Hexes": ("Where a ship is transported, after `to`.", words.HEXES),
    "Fates": ("What befalls officers and captains; the last two only in place of another.", words.NEW_FATES),
    "Placed pieces": ("`place`, after `piece`.", words.PIECES),
}


def vocabulary_page() -> str:
    """Return the text of docs/vocabulary.md."""
    opening = OPENING.format(
        fire=EXAMPLES["A command"].splitlines()[-1].strip(),
        needs=", ".join(f"`{phrase}`" for phrase in NEEDS),
        spares=SPARED.says,
    )
    examples = (f"{what}:\n\n```yaml\n{piece}```\n" for what, piece in EXAMPLES.items())
    return "\n".join(
        [opening, *_render_verbs(), *_render_tables(), *_render_lists(), "## Examples\n", *examples, READING]
    )


def _render_verbs() -> Iterator[str]:
    yield "## Verbs\n\nFields that several verbs have:\n"
    yield from _render_table("Field", "Meaning", MEANINGS.items())
    for group, verbs in GROUPS.items():
        yield f"### {group}\n"
        for verb in verbs:
            yield from _render_verb(verb)
        yield ""


def _render_verb(verb: Verb) -> Iterator[str]:
    needed = [name for names in verb.needs for name in names if len(names) == 1]
    passive = " *Looked up while in force.*" if verb.passive else ""
    yield f"- **`{verb.name}`** {verb.does} ({', '.join(verb.rules)}).{passive}"
    if verb.triggers is not None:
        yield f"  - only on {', '.join(f'`{name}`' for name in sorted(verb.triggers))}"
    if verb.strikes != (SHIPS,):
        yield f"  - strikes {' or '.join(verb.strikes)}"
    for names in verb.needs:
        if len(names) > 1:
            yield f"  - needs {' or '.join(f'`{name}`' for name in names)}"
    for name, kind in verb.fields.items():
        must = " (must be said)" if name in needed else ""
        yield f"  - `{name}`{must}: {kind.says}"


def _render_tables() -> Iterator[str]:
    yield "## Triggers\n\nAfter `on`. Those in the second table are of captains, officers and cards alone.\n"
    for on_tiles in (True, False):
        yield from _render_table(
            "Trigger", "When", (each[:2] for each in TRIGGERS.values() if each.on_tiles is on_tiles)
        )
    yield "## Conditions\n\nAfter `if`, as `{name: value}`.\n\n| Condition | Values | Holds when |\n|---|---|---|"
    for condition in CONDITIONS.values():
        yield f"| `{condition.name}` | {condition.value.says} | {condition.holds} |"
    yield "\n## Durations\n\nAfter `until`: it goes on until\n"
    yield from _render_table("Duration", "Ends when", words.DURATION_ROWS.items())
    yield (
        "## Targets\n\nAfter `target`. A verb strikes ships and players, unless its list says otherwise. `RACE` is any "
        "race. What is one of several is of the user's choice; from then on he is `the target`.\n"
    )
    for kind, rows in TARGET_GROUPS.items():
        yield from _render_table(kind[0].upper() + kind[1:], "Who or what", rows.items())
    yield f"## The way off the table\n\nA card before a target prints its `removal`: {REMOVAL.says} (13.4.5).\n"


def _render_lists() -> Iterator[str]:
    for title, (where, meanings) in _LISTS.items():
        yield f"## {title}\n\n{where}\n"
        yield from _render_table("Word", "Meaning", meanings.items())


def _render_table(first: str, second: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f"| {first} | {second} |\n|---|---|"
    for name, text in rows:
        yield f"| `{name}` | {text} |"
    yield ""
