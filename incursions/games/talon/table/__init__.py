"""The looks of a battle of Talon: the parts of its table and the sentences of its log, made from views."""

from pathlib import Path

from incursions.games.tables import SHARED_TEMPLATES
from incursions.kit.markup import PartTemplates

TEMPLATES = PartTemplates(Path(__file__).parent / "templates", SHARED_TEMPLATES)
