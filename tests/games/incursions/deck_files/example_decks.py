"""Example decks with the problems expected of each."""

import yaml
from django.conf import settings

FOLDER = settings.ROOT / "tests" / "decks"
EXPECTED = yaml.safe_load((FOLDER / "expected.yaml").read_text(encoding="utf-8"))
