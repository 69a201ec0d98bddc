"""URLs of patches."""

from django.urls import path

from tournaments.players.patches import views

app_name = "patches"

urlpatterns = [
    path("<slug:public_id>/", views.patch, name="patch"),
    path("<slug:public_id>.png", views.picture, name="picture"),
    path("<slug:public_id>/certificate.pdf", views.certificate, name="certificate"),
]
