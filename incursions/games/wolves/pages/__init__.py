"""The pages of a day of Den of Wolves: Control's desk, stations and the projector, drawn from views."""

from incursions.games.megagames import DayPage, DayPages
from incursions.games.wolves.pages.board_page import draw_board_page
from incursions.games.wolves.pages.desk import Desk, draw_log
from incursions.games.wolves.pages.projector import draw_fleet_map, draw_projector
from incursions.games.wolves.pages.sheets import draw_briefing, draw_sheets
from incursions.games.wolves.pages.station import draw_mail, draw_station
from incursions.games.wolves.pages.station_council import draw_chamber, draw_news_desk, draw_register
from incursions.games.wolves.pages.tables import describe_table, list_tables
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.state import CONTROL, MEDIA

STYLES = (
    "css/wolves.css",
    "css/wolves_desk.css",
    "css/wolves_wall.css",
    "css/wolves_station.css",
    "css/wolves_pages.css",
)
MORE = {
    "board": DayPage("Attack board", draw_board_page, lambda game, seat: True),
    "council": DayPage("Council chamber", draw_chamber, lambda game, seat: seat in game.state.places),
    "register": DayPage("Register of laws", draw_register, lambda game, seat: seat in game.state.places),
    "news": DayPage("News desk", draw_news_desk, lambda game, seat: find_team(seat, ()) == MEDIA),
    "map": DayPage("The fleet", draw_fleet_map),
    "mail": DayPage("Mail", draw_mail, lambda game, seat: seat in game.state.places),
    "inbox": DayPage("Inbox", None, lambda game, seat: find_team(seat, ()) == CONTROL),
}
"""The further pages: anybody may watch the council and read its register (W6.3), the fleet map is for all, the inbox
for Control alone."""

PAGES = DayPages(
    Desk,
    draw_log,
    draw_station,
    draw_projector,
    draw_sheets,
    list_tables,
    describe_table,
    draw_briefing,
    more=MORE,
    styles=STYLES,
    scripts=("js/wolves_desk.js",),
)
