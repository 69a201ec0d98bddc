"""URL routes of voyages, below /learn/."""

from django.urls import path

from tournaments.voyages import views

app_name = "voyages"

urlpatterns = [
    path("", views.voyages, name="voyages"),
    path("<slug:slug>/", views.voyage, name="voyage"),
    path("<slug:slug>/deck/", views.deck, name="deck"),
    path("<slug:slug>/rest/", views.start_rest, name="rest"),
]
