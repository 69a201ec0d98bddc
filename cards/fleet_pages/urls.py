"""Addresses of the pages of fleets. Those of one fleet begin with its name for links, which is longer than any word."""

from django.urls import path

from cards.fleet_pages import views

app_name = "fleets"

urlpatterns = [
    path("", views.mine, name="mine"),
    path("public/", views.public, name="public"),
    path("new/", views.new, name="new"),
    path("<str:public_id>/", views.fleet, name="fleet"),
    path("<str:public_id>/fleet.txt", views.text_file, name="text_file"),
    path("<str:public_id>/copy/", views.copy, name="copy"),
    path("<str:public_id>/share/", views.share, name="share"),
    path("<str:public_id>/renew/", views.renew, name="renew"),
    path("<str:public_id>/delete/", views.delete, name="delete"),
    path("<str:public_id>/restore/", views.restore, name="restore"),
]
