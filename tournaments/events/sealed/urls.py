"""URLs of sealed play: below /tournaments/ID/ those of one tournament, below /boosters/ all others."""

from django.urls import path

from tournaments.events.sealed import build, collection_views, pool_views

app_name = "sealed"

urlpatterns = [
    path("tournaments/<slug:public_id>/pool", pool_views.pool, name="pool"),
    path("tournaments/<slug:public_id>/pool/open", pool_views.open_pool, name="open"),
    path("tournaments/<slug:public_id>/pool/build", build.build, name="build"),
    path("tournaments/<slug:public_id>/pool/register", build.register, name="register"),
    path("tournaments/<slug:public_id>/pool/keep", pool_views.keep, name="keep"),
    path("tournaments/<slug:public_id>/pool/odds", pool_views.odds, name="odds"),
    path("tournaments/<slug:public_id>/pools", pool_views.pools, name="pools"),
    path("tournaments/<slug:public_id>/pools.json", pool_views.pools_file, name="pools_file"),
    path("tournaments/<slug:public_id>/pools/<int:number>", pool_views.pool_of_player, name="player"),
    path("boosters/", collection_views.boosters, name="boosters"),
    path("boosters/open", collection_views.open_booster, name="open_booster"),
    path("boosters/of/<str:name>", collection_views.collection, name="collection"),
    path("boosters/of/<str:name>/proof", collection_views.proof, name="proof"),
    path("boosters/of/<str:name>/proof/<int:number>.json", collection_views.run_file, name="run_file"),
    path("boosters/odds", pool_views.boosters_odds, name="boosters_odds"),
]
