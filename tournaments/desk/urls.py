"""Addresses of the desk, below /tournaments/."""

from django.urls import URLPattern

app_name = "desk"

urlpatterns: list[URLPattern] = []
