"""URLs of tournament files, below /tournaments/."""

from django.urls import path

import tournaments.events.api.urls  # noqa: F401 -- registers what addresses hold
from tournaments.events.files import views

app_name = "event_files"

urlpatterns = [
    path("restore/", views.restore, name="restore"),
    path("mine.ics", views.own_events, name="own_events"),
    path("calendar/<slug:key>.ics", views.calendar, name="calendar"),
    path("<slug:event>/files/", views.files, name="files"),
    path("<slug:event>/files/players", views.bring_players, name="bring_players"),
    path("<slug:event>/webhooks/", views.webhooks, name="webhooks"),
    path("<slug:event>/webhooks/<ordinal:number>", views.change_webhook, name="webhook"),
    path("<slug:event>/print/<slug:what>.pdf", views.print_sheet, name="print"),
    path("<slug:event>/overlay", views.overlay, name="overlay"),
    path("<slug:event>/overlay.json", views.overlay_json, name="overlay_json"),
    path("<slug:event>/code.svg", views.address_code, {"form": "svg"}, name="code_svg"),
    path("<slug:event>/code.png", views.address_code, {"form": "png"}, name="code_png"),
    path("<slug:event>/export/<str:name>", views.export, name="export"),
]
