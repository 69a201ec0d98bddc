"""The pages of a day of Den of Wolves: Control's desk, stations and the projector, drawn from views."""

from incursions.games.megagames import DayPage, DayPages
from incursions.games.wolves.pages.board_page import draw_board_page
from incursions.games.wolves.pages.desk import draw_desk
from incursions.games.wolves.pages.projector import draw_projector
from incursions.games.wolves.pages.sheets import draw_sheets
from incursions.games.wolves.pages.station import draw_station

STYLES = (
    "css/wolves.css",
    "css/wolves_desk.css",
    "css/wolves_wall.css",
    "css/wolves_station.css",
    "css/wolves_pages.css",
)
MORE = {"board": DayPage("Attack board", draw_board_page, lambda game, seat: True)}

PAGES = DayPages(draw_desk, draw_station, draw_projector, draw_sheets, MORE, STYLES, ("js/wolves_desk.js",))
