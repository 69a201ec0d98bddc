"""Every address of the site answers everybody as the table says, and the table knows every address."""

import pytest

from tests.sampling import sample, sample_of_kinds
from tests.walk.table import ADMIN, every_line, filled, routes, sections
from tests.walk.world import PEOPLE

WHERE = "tests/walk/addresses.yaml"
LINES = 1
"""How many lines of each section and method a run asks."""


def test_every_pattern_stands_in_the_table():
    missing = sorted(routes() - {line.route for line in every_line() if line.method == "GET"})
    assert not missing, f"add a line to {WHERE}, which says how, for GET of each of: {', '.join(missing)}"


@pytest.mark.both_databases
@pytest.mark.parametrize("section", sections())
def test_answers_are_those_of_the_table(section, world, walker):
    wrong = []
    for line in sample_of_kinds(sections()[section], LINES, kind=lambda line: line.method):
        address = filled(line.address, world.words)
        body = filled(line.body, world.words)
        found = {who: walker.ask(who, line.method, address, body, is_json=line.is_json).word for who in PEOPLE}
        if found != line.expected:
            words = " ".join(found.values())
            wrong.append(f"{line.method} {line.address} {line.note}: {words}, not {' '.join(line.expected.values())}")
    assert not wrong, f"unlike {WHERE}:\n" + "\n".join(wrong)


@pytest.mark.both_databases
def test_what_the_table_has_no_post_for_takes_none(world, walker):
    """An address that acts has a line for that; in the admin only the staff get so far."""
    posted = {line.route for line in every_line() if line.method == "POST"}
    wrong = []
    for line in sample((line for line in every_line() if line.method == "GET" and line.route not in posted), 30):
        of_admin = line.address.startswith(ADMIN)
        for who in PEOPLE[: -1 if of_admin else None]:
            word = walker.ask(who, "POST", filled(line.address, world.words)).word
            if word != ("login" if of_admin else "405"):
                wrong.append(f"POST {line.address} as {who}: {word}")
    assert not wrong, f"add lines to {WHERE} for what is answered with other than 405:\n" + "\n".join(wrong)
