"""The structure of documents, for who listens to them: every word is in it, and all else is decoration."""

import re

import pytest

from incursions.games.incursions.printing.proxies import Style
from tests.games.incursions.printing.sheets import read


def marks(page):
    """Return the parts of a page as its content marks them: role and number."""
    return re.findall(rb"/(\w+) <</MCID (\d+)>> BDC", page.get_contents().get_data())


@pytest.mark.parametrize("document", ["sheets", "registration"])
def test_every_part_of_every_page_has_its_place_in_the_structure(definitions, starter, sheets, document):
    reading = sheets("a4", Style.PLAIN) if document == "sheets" else read(starter, definitions)
    root = reading.reader.root_object
    assert root["/MarkInfo"]["/Marked"]
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parts = [part.get_object() for part in root["/StructTreeRoot"]["/K"]["/K"]]
    for page in reading.pages:
        at_page = [part for part in parts if part.raw_get("/Pg") == page.indirect_reference]
        assert [(part["/S"], part["/K"]) for part in at_page] == [
            (f"/{role.decode()}", int(number)) for role, number in marks(page)
        ]
        assert numbers[numbers.index(page["/StructParents"]) + 1] == [part.indirect_reference for part in at_page]
    assert len(parts) == sum(len(marks(page)) for page in reading.pages) > 20


def test_nothing_is_written_outside_the_structure(definitions, starter, sheets):
    for reading in (sheets("a4", Style.PLAIN), read(starter, definitions)):
        for page in reading.pages:
            content = page.get_contents().get_data()
            outside = re.sub(rb"<</MCID \d+>> BDC\n.*?\nEMC", b"", content, flags=re.DOTALL)
            assert len(outside) < len(content)
            assert not re.search(rb"\b(Tj|Do)\b", outside)
            drawn = re.sub(rb"/Artifact BMC\n.*?\nEMC", b"", outside, flags=re.DOTALL)
            assert not re.search(rb"\b(S|f\*?|sh)\b", drawn)


def test_headings_of_the_registration_sheet_are_headings(definitions, starter):
    (page,) = read(starter, definitions).pages
    roles = [role for role, _ in marks(page)]
    assert (roles.count(b"H1"), roles.count(b"H2"), roles.count(b"H3")) == (1, 4, 5)
