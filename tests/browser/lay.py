"""Lays tables and tournaments on the data folder of a running instance, for tests that look at them in a browser.

A line of JSON for each: what is to be laid, and how, as `tests.browser.lay_*` say; and one line in answer.
"""

import json
import os
import sys

import django

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "incursions.settings"
    django.setup()

    from tests.browser import lay_sealed, lay_table, lay_tournament

    kinds = {
        "table": lay_table.lay,
        "tournament": lay_tournament.lay,
        "start of a tournament": lay_tournament.start,
        "sealed tournament": lay_sealed.lay,
        "end of building": lay_sealed.end_building,
    }
    for line in sys.stdin:
        kind, how = json.loads(line)
        print(json.dumps(kinds[kind](**how)), flush=True)
