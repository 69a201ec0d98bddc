"""The pages of a day of Den of Wolves: Control's desk, stations and the projector, drawn from views."""

from incursions.games.megagames import DayPages
from incursions.games.wolves.pages.desk import draw_desk
from incursions.games.wolves.pages.projector import draw_projector
from incursions.games.wolves.pages.sheets import draw_sheets
from incursions.games.wolves.pages.station import draw_station

STYLES = ("css/wolves.css", "css/wolves_desk.css", "css/wolves_wall.css", "css/wolves_station.css")

PAGES = DayPages(draw_desk, draw_station, draw_projector, draw_sheets, styles=STYLES, scripts=("js/wolves_desk.js",))
