"""URLs of sealed play: below /tournaments/ID/ those of one tournament, below /boosters/ all others."""

from django.urls import path

from tournaments.events.sealed import build, views

app_name = "sealed"

urlpatterns = [
    path("tournaments/<slug:public_id>/pool", views.pool, name="pool"),
    path("tournaments/<slug:public_id>/pool/open", views.open_pool, name="open"),
    path("tournaments/<slug:public_id>/pool/build", build.build, name="build"),
    path("tournaments/<slug:public_id>/pool/register", build.register, name="register"),
    path("tournaments/<slug:public_id>/pool/keep", views.keep, name="keep"),
    path("tournaments/<slug:public_id>/pool/odds", views.odds, name="odds"),
    path("tournaments/<slug:public_id>/pools", views.pools, name="pools"),
    path("tournaments/<slug:public_id>/pools.json", views.pools_file, name="pools_file"),
    path("tournaments/<slug:public_id>/pools/<int:number>", views.pool_of_player, name="player"),
    path("boosters/", views.boosters, name="boosters"),
    path("boosters/open", views.open_booster, name="open_booster"),
    path("boosters/of/<str:name>", views.collection, name="collection"),
    path("boosters/of/<str:name>/proof", views.proof, name="proof"),
    path("boosters/of/<str:name>/proof/<int:number>.json", views.run_file, name="run_file"),
    path("boosters/odds", views.boosters_odds, name="boosters_odds"),
]
