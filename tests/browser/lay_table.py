"""Lays a table on the data folder of a running instance: python -m tests.browser.lay_table SEED SEATS BOTS PACE MODE.

Prints the table's address and the session of a guest who sits in its first seat. The seed decides every throw, which is
how a match is made short.
"""

import importlib
import json
import os
import sys

import django


def main(seed: str, seats: str, bots: str, pace: str, mode: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "incursions.settings"
    django.setup()
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from incursions.accounts.guests import BACKEND, create_guest
    from tournaments.matches import TableRules, create_match

    guest = create_guest()
    rules = TableRules(mode=mode, seats=int(seats), bots=("captain",) * int(bots), pace_s=float(pace))
    match = create_match(host=guest, rules=rules, seed=int(seed).to_bytes(32, "big"))
    session = importlib.import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(guest.pk), BACKEND
    session[HASH_SESSION_KEY] = guest.get_session_auth_hash()
    session.create()
    print(json.dumps({"path": match.get_absolute_url(), "session": session.session_key}))


if __name__ == "__main__":
    main(*sys.argv[1:])
