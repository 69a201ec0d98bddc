"""Lays tables on the data folder of a running instance: a line of JSON for each table, and one in answer.

Asked for `{"seed", "seats", "bots", "pace", "mode", "is_staff"}`, it says the table's address, the session of a
guest, or of a member of the staff, who sits in its first seat, and the address of a private deck of theirs. The seed
decides every throw, which is how a match is made short.
"""

import importlib
import json
import os
import sys
from typing import Any

import django


def lay(seed: int, seats: int, bots: int, pace: float, mode: str, *, is_staff: bool) -> dict[str, Any]:
    """A table and who sits there."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from cards.catalogue import current_starters
    from cards.decks.contents import data_of
    from cards.decks.making import create_deck
    from incursions.accounts.guests import BACKEND, create_guest
    from tournaments.matches import TableRules, create_match

    person = _member_of_staff() if is_staff else create_guest()
    rules = TableRules(mode=mode, seats=seats, bots=("captain",) * bots, pace_s=pace)
    match = create_match(host=person, rules=rules, seed=seed.to_bytes(32, "big"))
    session = importlib.import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(person.pk), BACKEND
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    content = data_of(next(iter(current_starters().values())).content)
    deck = create_deck(owner=person, name="Wreck Runners", content=content, tags=["swift"], notes="Run, *and* hide.")
    return {"path": match.get_absolute_url(), "session": session.session_key, "deck": deck.get_absolute_url()}


def _member_of_staff() -> Any:
    from django.contrib.auth import get_user_model

    users = get_user_model().objects
    return users.create_user(f"staff-{users.count()}", password=None, is_staff=True)


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "incursions.settings"
    django.setup()
    for line in sys.stdin:
        print(json.dumps(lay(**json.loads(line))), flush=True)
