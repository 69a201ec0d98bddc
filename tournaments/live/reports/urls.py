"""URLs of reports; the form to file one stands below its match."""

from django.urls import path

from tournaments.live.reports import views

app_name = "reports"

urlpatterns = [
    path("", views.own_reports, name="own"),
    path("queue", views.queue, name="queue"),
    path("<slug:public_id>/", views.report, name="report"),
]
