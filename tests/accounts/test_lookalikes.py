"""Names that look alike (Unicode TR 39), and names that are too long."""

import pytest
from django.test import Client

from incursions.accounts.models import LONGEST_NAME, User, skeleton
from tests.markup import read_page

PASSWORD = "a long word of hers"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("ann", "\N{CYRILLIC SMALL LETTER A}nn"),
        ("ann", "\N{FULLWIDTH LATIN SMALL LETTER A}nn"),
        ("paypal", "\N{CYRILLIC SMALL LETTER ER}ay\N{CYRILLIC SMALL LETTER ER}al"),
        ("modern", "rnodern"),
        ("lan", "Ian"),
        ("b0b", "bOb"),
        ("Ann", "ann"),
        ("J\N{LATIN SMALL LETTER O WITH DIAERESIS}rg", "Jo\N{COMBINING DIAERESIS}rg"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(name, other):
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(("name", "other"), [("ann", "anna"), ("bob", "rob"), ("J\xf6rg", "Jorg"), ("мир", "mup")])
def test_names_that_differ_have_their_own(name, other):
    assert skeleton(name) != skeleton(other)


def sign_up(name: str) -> str:
    """Return the page of signing up after trying that name; "" where it was taken."""
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    answer = Client().post("/accounts/signup/", fields)
    return "" if answer.status_code == 302 else read_page(answer)


def test_nobody_signs_up_by_a_name_that_looks_like_another(db):
    User.objects.create_user("ann", password=PASSWORD)
    assert "looks like somebody else" in sign_up("\N{CYRILLIC SMALL LETTER A}nn")
    assert sign_up("anna") == ""
    assert list(User.objects.order_by("pk").values_list("username", flat=True)) == ["ann", "anna"]


def test_display_name_counts_where_there_is_one(db):
    User.objects.create_user("somebody", display_name="Ann", password=PASSWORD)
    assert "looks like somebody else" in sign_up("\N{CYRILLIC SMALL LETTER A}nn")


def test_long_name_is_refused(db):
    assert f"at most {LONGEST_NAME} characters" in sign_up("n" * (LONGEST_NAME + 1))
    assert sign_up("n" * LONGEST_NAME) == ""


def test_older_long_name_still_signs_in(db):
    User.objects.create_user("n" * 150, password=PASSWORD)
    answer = Client().post("/accounts/login/", {"login": "n" * 150, "password": PASSWORD})
    assert answer.status_code == 302
