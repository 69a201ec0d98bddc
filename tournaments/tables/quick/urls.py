"""URL routes of the search for a match."""

from django.urls import path

from tournaments.tables.quick import views

app_name = "quick"

urlpatterns = [
    path("", views.quick, name="quick"),
    path("leave/", views.leave, name="leave"),
    path("bot/", views.bot, name="bot"),
]
