"""The kinds of events of Incursions, each in the module of the log filter that shows it.

A kind declares the facts of its events, and the template of their sentence for `table/log.py`.

A template is a text with facts in braces. `{seat}`, `{target}` and other facts that hold a seat read as its ship; a
title as a title, a hex as its tile and coordinates. `{power:power}` says how a number is read: as power, or as so many
of a thing (`{count:card}`); `{points:change}` is a pair before and after, `{path:end}` the last hex of a path,
`{dice:total}` a sum, `{to:where}` a phrase that stands for the fact's value. `{:fires}` is a phrase made of several
facts. A part in square brackets is left out if one of its facts is missing or empty. A rule's number follows `§`.
"""

from collections.abc import Mapping

from incursions.engine import EventKind
from incursions.games.incursions.rules.events import attacks, cards, movement, turns

KINDS: Mapping[str, type[EventKind]] = {
    found.kind: found
    for module in (attacks, cards, movement, turns)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, EventKind) and found is not EventKind
}
"""All kinds of events by their names."""
