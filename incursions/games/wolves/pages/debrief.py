"""The debrief of a day of Den of Wolves: its timeline, its moments, and its secrets."""

from incursions.games.debriefs import DebriefPages
from incursions.games.wolves.pages.debrief_figures import read_chapter, read_figures
from incursions.games.wolves.pages.debrief_moment import draw_moment
from incursions.games.wolves.pages.debrief_secrets import draw_secrets
from incursions.games.wolves.pages.debrief_timeline import draw_timeline

STYLES = ("css/wolves.css", "css/wolves_debrief.css")

DEBRIEF = DebriefPages(read_chapter, read_figures, draw_timeline, draw_moment, draw_secrets, STYLES)
