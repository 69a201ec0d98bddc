"""script/templates: wrap the lines of templates that are too long, where a line break changes nothing that is shown.

A line is broken around elements that are blocks, at spaces between words, and between attributes. What is nested deeper
is indented more. Lines that are short enough are left as they are.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (ROOT / "templates", ROOT / "incursions" / "games")
LONGEST = 160
INDENT = "  "
BLOCKS = frozenset(
    """
    html head body title link meta main header footer nav section article aside div p h1 h2 h3 h4 h5 h6 ul ol li dl dt
    dd table caption colgroup col thead tbody tfoot tr th td form fieldset legend details summary figure figcaption
    dialog template option optgroup hr br script style g path rect circle polygon text
    foreignobject
    """.split()  # noqa: SIM905 -- a list of strings would fill a page
)
"""Elements around whose tags white space is not shown: blocks of text, and shapes of drawings."""
VOID = frozenset(("link", "meta", "col", "hr", "br", "img", "input", "source", "wbr"))
AS_TYPED = ("pre", "textarea", "script", "style")
"""Elements in which white space counts."""
TEMPLATE = r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}"
TOKEN = re.compile(
    r"(?P<as_typed>\{%-? *comment.*?endcomment *-?%\}|<!--.*?-->)"
    rf"|(?P<template>{TEMPLATE})"
    rf"|(?P<tag></?[a-zA-Z](?:{TEMPLATE}|\"(?:{TEMPLATE}|[^\"])*\"|'(?:{TEMPLATE}|[^'])*'|[^<>\"'])*>)"
    r"|(?P<text>(?:(?!\{[%{#])[^<])+|.)",
    re.DOTALL,
)
ATTRIBUTE_GAP = re.compile(
    rf"{TEMPLATE}|\"(?:{TEMPLATE}|[^\"])*\"|'(?:{TEMPLATE}|[^'])*'|(?P<gap>\s+|(?=/?>$))|.", re.DOTALL
)
OPENS = re.compile(r"\{%-? *(if|for|block|with|macro|filter|slot|partialdef|autoescape|call)\b")
CLOSES = re.compile(r"\{%-? *end")
SHOWS_NOTHING = re.compile(
    r"\{#|\{%-? *(if|elif|else|for|empty|with|set|macro|from|import|load|extends|filter|partialdef|autoescape"
    r"|csrf_token|end(?!block|slot)\w+)\b"
)
"""Template tags at whose place nothing is shown."""
ELSE = re.compile(r"\{%-? *(else|elif|empty)\b")


class Token(NamedTuple):
    """A piece of a template: `kind` is as_typed, template, tag or text."""

    kind: str
    text: str

    @property
    def name(self) -> str:
        """The name of a tag's element; empty for any other token."""
        found = re.match(r"</?([a-zA-Z0-9]+)", self.text) if self.kind == "tag" else None
        return found[1].lower() if found else ""

    @property
    def is_block(self) -> bool:
        return self.name in BLOCKS

    @property
    def is_shown(self) -> bool:
        return self.kind != "template" or SHOWS_NOTHING.match(self.text) is None

    @property
    def change(self) -> int:
        """By how much what follows is nested deeper than what precedes."""
        if self.kind == "template":
            return bool(OPENS.match(self.text)) - bool(CLOSES.match(self.text))
        if self.kind != "tag" or self.name in VOID or self.text.endswith("/>"):
            return 0
        return -1 if self.text.startswith("</") else 1

    @property
    def is_else(self) -> bool:
        return self.kind == "template" and ELSE.match(self.text) is not None


def read_tokens(source: str) -> Iterator[Token]:
    """Yield the tokens of a template, which make it up without a gap."""
    place = 0
    while place < len(source):
        found = TOKEN.match(source, place)
        assert found is not None
        yield (token := Token(str(found.lastgroup), found[0]))
        place = found.end()
        if token.name in AS_TYPED and not token.text.startswith("</"):
            end = source.find(f"</{token.name}", place)
            yield Token("as_typed", source[place:end])
            place = end


def wrap_template(source: str) -> str:
    """Return a template with its long lines wrapped."""
    lines: list[list[Token]] = [[]]
    for token in read_tokens(source):
        if token.kind == "text":
            first, *rest = token.text.split("\n")
            lines[-1] += [Token("text", first)] if first else []
            lines += [[Token("text", part)] if part else [] for part in rest]
        else:
            lines[-1].append(token)
    return "\n".join(wrapped for line in lines for wrapped in wrap_line(line))


def wrap_line(line: list[Token]) -> Iterator[str]:
    """Yield the lines that a line becomes."""
    text = "".join(token.text for token in line)
    if is_short(text):
        yield text
        return
    indent = text[: len(text) - len(text.lstrip(" "))]
    stripped = [Token(line[0].kind, line[0].text.lstrip(" ")), *line[1:]]
    yield from (part.rstrip(" ") for part in wrap_tokens([token for token in stripped if token.text], indent))


def is_short(text: str) -> bool:
    """Return True if no line of the text is too long."""
    return all(len(part) <= LONGEST for part in text.split("\n"))


def wrap_tokens(tokens: list[Token], indent: str) -> Iterator[str]:
    """Yield lines for some tokens: broken at the outermost places between blocks, then between those nested deeper."""
    text = indent + "".join(token.text for token in tokens)
    if is_short(text):
        yield text
        return
    breaks = find_block_breaks(tokens)
    if not breaks:
        yield from wrap_words(tokens, indent)
        return
    outermost = min(depth for _, depth in breaks)
    edges = [0, *(place for place, depth in breaks if depth == outermost), len(tokens)]
    for start, end in pairwise(edges):
        closes = tokens[start].change < 0 or tokens[start].is_else
        levels = max(0, outermost - closes) if start else 0
        yield from wrap_tokens(tokens[start:end], indent + INDENT * levels)


def is_as_typed(tokens: list[Token], place: int) -> bool:
    """Return True at either end of text in which white space counts."""
    return any(token.kind == "as_typed" and token.text.strip() for token in tokens[place - 1 : place + 1])


def find_block_breaks(tokens: list[Token]) -> list[tuple[int, int]]:
    """Return the places before tokens where a line break shows nothing, each with its depth."""
    places, depth = [], 0
    for place, token in enumerate(tokens):
        if place and is_gap(tokens, place) and not is_as_typed(tokens, place):
            places.append((place, depth))
        depth += token.change
    return places


def is_gap(tokens: list[Token], place: int) -> bool:
    """Return True if the next tag or word before or behind a place is the tag of a block."""
    behind = next((token for token in tokens[place:] if token.is_shown), None)
    before = next((token for token in tokens[place - 1 :: -1] if token.is_shown), None)
    return any(token is not None and token.is_block for token in (before, behind))


def wrap_words(tokens: list[Token], indent: str) -> Iterator[str]:
    """Yield lines of words and attributes, broken at the last space at which each is short enough.

    Where no space is left, a line ends before the end of a tag: `<b` and `>` may stand on two lines.
    """
    line = indent
    for pieces, gap in split_words(tokens):
        if line.strip() and len(line) + len(gap) + sum(map(len, pieces)) > LONGEST:
            yield line
            line = indent + INDENT
        else:
            line += gap
        for piece in pieces:
            if line.strip() and len(line) + len(piece) > LONGEST:
                yield line
                line = indent + INDENT
            line += piece
    yield line


def split_words(tokens: list[Token]) -> Iterator[tuple[list[str], str]]:
    """Yield words in the pieces that may be parted at need, each with the spaces before it."""
    pieces, gap = [""], ""
    for token in tokens:
        for part, is_break in split_token(token):
            if is_break and part:
                yield pieces, gap
                pieces, gap = [""], part
            elif is_break:
                pieces.append("")
            else:
                pieces[-1] += part
    yield pieces, gap


def split_token(token: Token) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a token; True with spaces, or nothing, at which a line may be broken."""
    if token.kind == "text":
        yield from ((part, not part.strip(" ")) for part in re.findall(r" +|[^ ]+", token.text))
    elif token.kind == "tag":
        for found in ATTRIBUTE_GAP.finditer(token.text):
            gap = found["gap"]
            yield (" " if gap else found[0], gap is not None)
    else:
        yield token.text, False


def main() -> int:
    """Wrap the templates, or with --check name those that have too long lines; 1 if there are any."""
    parser = argparse.ArgumentParser(prog="script/templates", description="Wrap the long lines of templates.")
    parser.add_argument("--check", action="store_true", help="change nothing; name the templates with long lines")
    options = parser.parse_args()
    found = 0
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        wrapped = source if options.check else wrap_template(source)
        if wrapped != source:
            path.write_text(wrapped, encoding="utf-8")
        for number, line in enumerate(wrapped.split("\n"), 1):
            if len(line) > LONGEST:
                found += 1
                print(f"{path.relative_to(ROOT)}:{number}: {len(line)} characters, more than {LONGEST}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
