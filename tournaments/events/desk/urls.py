"""URLs of the desk, below /tournaments/. `new` has no slash at its end, so that it is no tournament's page."""

from django.urls import path

from tournaments.events.desk import views

app_name = "desk"

urlpatterns = [
    path("new", views.new, name="new"),
    path("<slug:public_id>/desk/", views.desk, name="desk"),
    path("<slug:public_id>/desk/settings", views.settings, name="settings"),
    path("<slug:public_id>/desk/cancel", views.cancel, name="cancel"),
    path("<slug:public_id>/desk/players", views.players, name="players"),
    path("<slug:public_id>/desk/players/<int:number>", views.player, name="player"),
    path("<slug:public_id>/desk/round", views.round_page, name="round"),
    path("<slug:public_id>/desk/rounds/<int:number>", views.round_page, name="round_at"),
    path("<slug:public_id>/desk/rounds/<int:number>/tables/<int:table>", views.table, name="table"),
    path("<slug:public_id>/desk/penalties", views.penalties, name="penalties"),
    path("<slug:public_id>/desk/staff", views.staff, name="staff"),
    path("<slug:public_id>/desk/log", views.log, name="log"),
    path("<slug:public_id>/desk/log.csv", views.log_file, name="log_file"),
]
