"""URLs of series."""

from django.urls import path

from tournaments.events.series import views

app_name = "series"

urlpatterns = [
    path("", views.all_series, name="all"),
    path("<slug:public_id>/", views.series, name="series"),
]
