"""script/names: count the names and docstrings that do not yet read as they should, and hold the totals.

A function is named by a verb phrase, not by a lone participle or preposition. A filter of a queryset may be a
participle: `Deck.objects.listed()`. A docstring begins with what is done, returned or is there, not with a question
word or with words that lean on another docstring.
"""

import argparse
import ast
import re
import sys
from pathlib import Path
from typing import NamedTuple

from support.size import DOCUMENTED, ROOT, LimitError, find_modules

LIMITS = ROOT / "docs/names.txt"
OPENINGS = re.compile(
    r"(What|Who|Whoever|Whose|Whom|Whether|Where|Wherever|When|Whenever|Why|Which|Whichever|How|The same|The other"
    r"|One|Ones|Those|These|That|This|It|Its|They|He|So|Such|Another|Others|Both|Is|Are|Does|May|Can|Has|Have|Must"
    r"|Was|Were|Of|To|In|At|As|By|For|From|With|Without|Besides|Nothing|Nobody|Never|None|Not|No)\b"
)
"""Words with which no docstring begins."""
PARTICIPLE = re.compile(r"(?!embed$|need$|feed$|seed$|speed$|proceed$|exceed$|succeed$|shed$|wed$|bleed$)[a-z]+ed")
LONE_WORDS = frozenset(
    """
    about above after against among around as at before behind below beside besides between beyond by for from in
    into of off on onto out over since than through till to toward towards under until up upon with within without
    whence away back down here there then thus so begun bought broken brought built chosen dealt done drawn
    dropped driven eaten fallen felt fought found given gone grown heard held hidden kept known laid led
    left lent lost made meant met paid risen said seen sent shown sold spent spoken stood
    struck sworn taken taught thought thrown told torn understood undone untold unsaid unseen won worn woven written
    """.split()  # noqa: SIM905 -- a list of strings would fill a page
)
"""Participles without -ed, prepositions and adverbs: no function is named by one of them alone."""


class Fault(NamedTuple):
    """A docstring or a name that does not read as it should, and where it stands."""

    place: str
    text: str


class Total(NamedTuple):
    """Counts of faults."""

    docstrings: int
    names: int


def find_faults(source: str, place: str) -> tuple[list[Fault], list[Fault]]:
    """Return the faulty docstrings and the faulty names of a module. Raises SyntaxError if it is no Python."""
    docstrings, names = [], []
    tree = ast.parse(source)
    filters = find_filters(tree)
    for node in ast.walk(tree):
        if not isinstance(node, DOCUMENTED):
            continue
        where = f"{place}:{getattr(node, 'lineno', 1)}"
        if OPENINGS.match(documentation := ast.get_docstring(node) or ""):
            docstrings.append(Fault(where, documentation.partition("\n")[0]))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node not in filters and is_lone_word(node):
            names.append(Fault(where, node.name))
    return docstrings, names


def find_filters(tree: ast.Module) -> set[ast.stmt]:
    """Return the methods of querysets that are named by a participle in -ed."""
    querysets = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any("QuerySet" in ast.unparse(base) for base in node.bases)
    ]
    return {
        method
        for queryset in querysets
        for method in queryset.body
        if isinstance(method, ast.FunctionDef) and PARTICIPLE.fullmatch(method.name)
    }


def is_lone_word(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return True for a function, not a property, that is named by a participle, a preposition or an adverb alone."""
    word = function.name.strip("_")
    decorators = {ast.unparse(each).rpartition(".")[2] for each in function.decorator_list}
    is_property = not decorators.isdisjoint({"property", "cached_property", "setter"})
    return not is_property and (word in LONE_WORDS or PARTICIPLE.fullmatch(word) is not None)


def read_limit(file: Path = LIMITS) -> Total:
    """Return the totals of docs/names.txt. Raises LimitError if it does not hold two numbers."""
    counts = file.read_text(encoding="utf-8").split()
    if len(counts) != len(Total._fields) or not all(count.isdecimal() for count in counts):
        raise LimitError(f"{file.name} does not hold two numbers, of docstrings and of names.")
    return Total(*map(int, counts))


def check_limit(total: Total, limit: Total) -> None:
    """Raise LimitError if there are more faulty docstrings or names than allowed."""
    more = [
        f"{count - most} more {what}"
        for count, most, what in zip(total, limit, Total._fields, strict=True)
        if count > most
    ]
    if more:
        raise LimitError(
            f"There are {' and '.join(more)} to mend than docs/names.txt allows. `script/names PATH` lists them: a "
            "docstring begins with what is done or returned, and a function is named by a verb phrase."
        )


def main() -> int:
    """List the faults at some paths, or record or check the totals; 1 with a sentence if there are too many."""
    parser = argparse.ArgumentParser(prog="script/names", description="Count names and docstrings that read badly.")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="list the faults in these folders or files")
    parser.add_argument("--record", action="store_true", help="write the totals to docs/names.txt, if they are smaller")
    options = parser.parse_args()
    found = [find_faults(source, str(module)) for module, source in find_modules()]
    for fault in (fault for module in found for faults in module for fault in faults):
        if fault.place.startswith(tuple(options.paths)) and options.paths:
            print(f"{fault.place}: {fault.text}")
    total = Total(sum(len(docstrings) for docstrings, _ in found), sum(len(names) for _, names in found))
    print(f"{total.docstrings} docstrings and {total.names} names to mend")
    try:
        check_limit(total, read_limit())
    except LimitError as error:
        print(error, file=sys.stderr)
        return 1
    if options.record:
        LIMITS.write_text(f"{total.docstrings} {total.names}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
