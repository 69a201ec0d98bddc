"""Addresses of tournaments, below /tournaments/."""

from django.urls import URLPattern

app_name = "events"

urlpatterns: list[URLPattern] = []
