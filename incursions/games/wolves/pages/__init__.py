"""The pages of a day of Den of Wolves: Control's desk, stations and the projector, drawn from views."""

from incursions.games.megagames import DayPages
from incursions.games.wolves.pages.desk import draw_desk
from incursions.games.wolves.pages.projector import draw_projector
from incursions.games.wolves.pages.sheets import draw_sheets
from incursions.games.wolves.pages.station import draw_station

PAGES = DayPages(draw_desk, draw_station, draw_projector, draw_sheets, styles=("css/wolves.css",))
