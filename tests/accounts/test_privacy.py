"""Who may see or do what, for everybody who may ask."""

from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser

from incursions.accounts.models import User
from incursions.accounts.privacy import ASPECTS, Audience, may

PEOPLE = {
    "unknown": None,
    "stranger": AnonymousUser(),
    "guest": User(pk=2, is_guest=True),
    "other": User(pk=3),
    "locked-out staff": User(pk=4, is_staff=True, is_active=False),
    "owner": User(pk=1),
    "staff": User(pk=5, is_staff=True),
}
ALWAYS = {"owner", "staff"}
ADMITTED = {
    Audience.EVERYBODY: set(PEOPLE),
    Audience.SIGNED_IN: {"other", "locked-out staff", *ALWAYS},
    Audience.NOBODY: ALWAYS,
}


@pytest.mark.parametrize(("aspect", "audience"), list(product(ASPECTS, Audience)))
def test_those_may_whom_the_player_chose(aspect, audience):
    owner = User(pk=1, **dict.fromkeys(ASPECTS, Audience.NOBODY) | {aspect: audience})
    assert {name for name, viewer in PEOPLE.items() if may(viewer, aspect, owner)} == ADMITTED[audience]


def test_nobody_is_listed_or_shows_decks_to_strangers_unasked():
    new = User(pk=1)
    assert not new.is_listed
    assert [aspect for aspect in ASPECTS if may(None, aspect, new)] == ["history_for", "ratings_for", "watching_for"]
