"""Addresses of the pages of fleets. Those of one fleet begin with its name for links."""

from django.urls import path

from cards.fleet_pages import views

app_name = "fleets"

urlpatterns = [
    path("", views.mine, name="mine"),
    path("new/", views.new, name="new"),
    path("<str:public_id>/", views.fleet, name="fleet"),
    path("<str:public_id>/copy/", views.copy, name="copy"),
    path("<str:public_id>/delete/", views.delete, name="delete"),
]
