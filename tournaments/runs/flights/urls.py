"""URL routes of test flights."""

from django.urls import path

from tournaments.runs.flights import views

app_name = "flights"

urlpatterns = [
    path("", views.flights, name="flights"),
    path("start/<str:public_id>/", views.start, name="start"),
    path("<str:public_id>/", views.flight, name="flight"),
    path("<str:public_id>/cancel/", views.cancel, name="cancel"),
]
