"""Every address of the site, app by app."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from cards import banners as card_banners
from incursions.kit import banners, installing
from incursions.kit.health import healthz
from tournaments.events import banners as event_banners
from tournaments.live.urls import report_urls
from tournaments.players import banners as player_banners
from tournaments.players.urls import api_urls, booster_urls, patch_urls
from tournaments.runs.urls import balance_urls, flight_urls
from tournaments.tables import banners as table_banners
from tournaments.tables.urls import quick_urls

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as often as anybody may try

urlpatterns = [
    path("", include("tournaments.tables.urls")),
    path("", include("tournaments.matches.urls")),
    path("", include("tournaments.live.urls")),
    path("", include("tournaments.players.urls")),
    path("learn/", include("tournaments.voyages.urls")),
    path("cards/", include("cards.urls")),
    path("decks/", include("cards.deck_pages.urls")),
    path("days/", include("tournaments.days.urls")),
    path("fleets/", include("cards.fleet_pages.urls")),
    path("quick/", include(quick_urls)),
    path("flights/", include(flight_urls)),
    path("", include("tournaments.events.urls")),
    path("patches/", include(patch_urls)),
    path("boosters/", include(booster_urls)),
    path("reports/", include(report_urls)),
    path("api/v1/", include(api_urls)),
    path("api/v1/", include("cards.api.urls")),  # its last address answers for all that there are not
    path("balance/", include(balance_urls)),
    path("accounts/", include("incursions.accounts.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("banner.png", banners.general, name="banner"),
    path("banners/games/<slug:name>.png", table_banners.game, name="game_banner"),
    path("banners/matches/<slug:public_id>.png", table_banners.match, name="match_banner"),
    path("banners/decks/<str:public_id>.png", card_banners.deck, name="deck_banner"),
    path("banners/pieces/<str:slug>.png", card_banners.piece, name="piece_banner"),
    path("banners/tournaments/<slug:public_id>.png", event_banners.tournament, name="tournament_banner"),
    path("banners/players/<str:name>.png", player_banners.player, name="player_banner"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("icons/<slug:kind>-<int:size>.png", installing.icon, name="icon"),
    path("offline", installing.offline, name="offline"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
]

handler400 = "incursions.kit.api.problems.bad_request"
handler404 = "incursions.kit.api.problems.page_not_found"
handler500 = "incursions.kit.api.problems.server_error"
