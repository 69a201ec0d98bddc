"""URLs of series."""

from django.urls import path

from tournaments.events import series

app_name = "series"

urlpatterns = [
    path("", series.all_series, name="all"),
    path("<slug:public_id>/", series.series, name="series"),
]
