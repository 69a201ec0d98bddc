"""URL routes of test flights, and of reports on the balance of decks."""

from django.urls import path

from tournaments.runs import balance, flights

flight_urls = (
    [
        path("", flights.flights, name="flights"),
        path("start/<str:public_id>/", flights.start, name="start"),
        path("<str:public_id>/", flights.flight, name="flight"),
        path("<str:public_id>/cancel/", flights.cancel, name="cancel"),
    ],
    "flights",
)
"""URL routes of test flights, below /flights/."""

balance_urls = (
    [
        path("", balance.reports, name="reports"),
        path("<slug:public_id>", balance.report, name="report"),
        path("<slug:public_id>/cancel", balance.cancel, name="cancel"),
        path("<slug:public_id>/json", balance.as_json, name="json"),
    ],
    "balance",
)
"""URL routes of reports, below /balance/."""
