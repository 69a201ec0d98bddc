"""URL routes of a match beside its table: replays, dice, files, hands shown, taking back, acts of the staff."""

from django.urls import path

from tournaments.matches import dice_page
from tournaments.matches.match_files import views as match_files
from tournaments.matches.replays import views as replays
from tournaments.matches.spectators import hands as spectators
from tournaments.matches.staff import views as staff
from tournaments.matches.taking_back import views as taking_back

app_name = "matches"

urlpatterns = [
    path("match-files/", match_files.match_files, name="match_files"),
    path("match-files/<slug:public_id>", match_files.match_file, name="match_file"),
    path("match-files/<slug:public_id>/moments", match_files.match_file_moments, name="match_file_moments"),
    path("match-files/<slug:public_id>/file", match_files.match_file_again, name="match_file_again"),
    path("match-files/<slug:public_id>/delete", match_files.delete_match_file, name="delete_match_file"),
    path("match-files/<slug:public_id>/<int:number>", match_files.match_file, name="match_file_at"),
    path("matches/<slug:public_id>/replay", replays.replay, name="replay"),
    path("matches/<slug:public_id>/replay/moments", replays.replay_moments, name="replay_moments"),
    path("matches/<slug:public_id>/replay/<int:number>", replays.replay, name="replay_at"),
    path("matches/<slug:public_id>/verify", dice_page.verify, name="verify"),
    path("matches/<slug:public_id>/dice", dice_page.every_throw, name="every_throw"),
    path("matches/<slug:public_id>/hands", spectators.hands, name="hands"),
    path("matches/<slug:public_id>/hands/moments", spectators.moments, name="hands_moments"),
    path("matches/<slug:public_id>/hands/newest", spectators.newest, name="hands_newest"),
    path("matches/<slug:public_id>/hands/<int:number>", spectators.hands, name="hands_at"),
    path("matches/<slug:public_id>/take-back", taking_back.take_back, name="take_back"),
    path("matches/<slug:public_id>/take-back/answer", taking_back.answer, name="answer_take_back"),
    path("matches/<slug:public_id>/staff", staff.at_match, name="staff"),
]
