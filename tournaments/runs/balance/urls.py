"""Addresses of balance reports."""

from django.urls import path

from tournaments.runs.balance import views

app_name = "balance"

urlpatterns = [
    path("", views.reports, name="reports"),
    path("<slug:public_id>", views.report, name="report"),
    path("<slug:public_id>/cancel", views.cancel, name="cancel"),
    path("<slug:public_id>/json", views.as_json, name="json"),
]
