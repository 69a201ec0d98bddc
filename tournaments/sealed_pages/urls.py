"""Addresses of sealed play, below /sealed/ and /tournaments/."""

from django.urls import URLPattern

app_name = "sealed"

urlpatterns: list[URLPattern] = []
