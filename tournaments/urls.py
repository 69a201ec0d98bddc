"""URL routes of tables and matches."""

from django.urls import path

from tournaments.live.chat import pages
from tournaments.live.chat import pages as chat
from tournaments.live.reports import views as reports
from tournaments.matches import dice_page
from tournaments.matches.match_files import views as match_files
from tournaments.matches.replays import views as replays
from tournaments.matches.spectators import pages as spectators
from tournaments.matches.staff import views as staff
from tournaments.matches.taking_back import views as taking_back
from tournaments.tables import api, lobby_views, rule_pages, views

app_name = "tournaments"

urlpatterns = [
    path("", views.home, name="home"),
    path("play", views.play_now, name="play"),
    path("theme", views.theme, name="theme"),
    path("rulebook", rule_pages.redirect_moved),
    path("rules/", rule_pages.contents, name="rulebook"),
    path("rules/<str:number>/", rule_pages.rule, name="rule"),
    path("tables/new", views.new_table, name="new_table"),
    path("tables/mine", lobby_views.own_tables, name="own_tables"),
    path("tables/open", lobby_views.open_tables, name="open_tables"),
    path("tables/deck", lobby_views.deck_check, name="deck_check"),
    path("invitations/<slug:invitation>", lobby_views.show_invitation, name="invitation"),
    path("matches", views.matches, name="matches"),
    path("match-files/", match_files.match_files, name="match_files"),
    path("match-files/<slug:public_id>", match_files.match_file, name="match_file"),
    path("match-files/<slug:public_id>/moments", match_files.match_file_moments, name="match_file_moments"),
    path("match-files/<slug:public_id>/file", match_files.match_file_again, name="match_file_again"),
    path("match-files/<slug:public_id>/delete", match_files.delete_match_file, name="delete_match_file"),
    path("match-files/<slug:public_id>/<int:number>", match_files.match_file, name="match_file_at"),
    path("matches/<slug:public_id>", views.match_page, name="match"),
    path("matches/<slug:public_id>/settings", lobby_views.settings, name="settings"),
    path("matches/<slug:public_id>/seating", lobby_views.seating, name="seating"),
    path("matches/<slug:public_id>/join", api.join, name="join"),
    path("matches/<slug:public_id>/rematch", api.rematch, name="rematch"),
    path("matches/<slug:public_id>/actions", api.actions, name="actions"),
    path("matches/<slug:public_id>/stops", api.stops, name="stops"),
    path("matches/<slug:public_id>/windows", api.windows, name="windows"),
    path("matches/<slug:public_id>/absent", api.absent, name="absent"),
    path("matches/<slug:public_id>/why-not", api.why_not, name="why_not"),
    path("matches/<slug:public_id>/state", api.state, name="state"),
    path("matches/<slug:public_id>/concede", views.concede, name="concede"),
    path("matches/<slug:public_id>/replay", replays.replay, name="replay"),
    path("matches/<slug:public_id>/replay/moments", replays.replay_moments, name="replay_moments"),
    path("matches/<slug:public_id>/replay/<int:number>", replays.replay, name="replay_at"),
    path("matches/<slug:public_id>/verify", dice_page.verify, name="verify"),
    path("matches/<slug:public_id>/dice", dice_page.every_throw, name="every_throw"),
    path("matches/<slug:public_id>/chat", chat.chat, name="chat"),
    path("matches/<slug:public_id>/chat/lines", chat.lines, name="chat_lines"),
    path("matches/<slug:public_id>/chat/choices", chat.choose, name="chat_choices"),
    path("matches/<slug:public_id>/chat/<slug:room>/<int:number>", chat.message, name="chat_message"),
    path("matches/<slug:public_id>/hands", spectators.hands, name="hands"),
    path("matches/<slug:public_id>/hands/moments", spectators.moments, name="hands_moments"),
    path("matches/<slug:public_id>/hands/newest", spectators.newest, name="hands_newest"),
    path("matches/<slug:public_id>/hands/<int:number>", spectators.hands, name="hands_at"),
    path("muted", pages.muted_people, name="muted"),
    path("matches/<slug:public_id>/export", api.export, name="export"),
    path("matches/<slug:public_id>/take-back", taking_back.take_back, name="take_back"),
    path("matches/<slug:public_id>/take-back/answer", taking_back.answer, name="answer_take_back"),
    path("matches/<slug:public_id>/staff", staff.at_match, name="staff"),
    path("matches/<slug:public_id>/report", reports.file, name="report"),
]
