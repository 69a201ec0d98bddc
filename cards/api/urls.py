"""Addresses of the API. The last one answers for all that there are not."""

from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter

from cards.api import deck_views, fleet_views, piece_views
from incursions.kit.api import documents


class DeckId(StringConverter):
    """The path converter of deck ids."""

    regex = "[0-9a-z]{1,24}"


register_converter(DeckId, "deck")

app_name = "api"

urlpatterns = [
    path("", piece_views.Root.as_view(), name="root"),
    path("schema/", documents.Schema.as_view(), name="schema"),
    path("docs/", documents.docs, name="docs"),
    path("guide/", documents.guide, name="guide"),
    path("pieces/", piece_views.Pieces.as_view(), name="pieces"),
    path("pieces/<slug:slug>/", piece_views.Piece.as_view(), name="piece"),
    path("rulings/", piece_views.Rulings.as_view(), name="rulings"),
    path("formats/", piece_views.Formats.as_view(), name="formats"),
    path("catalogue/", piece_views.CatalogueNow.as_view(), name="catalogue"),
    path("catalogue/<slug:version>.json", piece_views.WholeCatalogue.as_view(), name="catalogue_file"),
    path("check/", deck_views.Check.as_view(), name="check"),
    path("import/", deck_views.Import.as_view(), name="import"),
    path("decks/", deck_views.Decks.as_view(), name="decks"),
    path("decks/<deck:public_id>/", deck_views.OneDeck.as_view(), name="deck"),
    path("decks/<deck:public_id>/restore/", deck_views.Restored.as_view(), name="restore"),
    path("decks/<deck:public_id>/copy/", deck_views.Copies.as_view(), name="copy"),
    path("decks/<deck:public_id>/link/", deck_views.Link.as_view(), name="link"),
    path("decks/<deck:public_id>/draft/", deck_views.Draft.as_view(), name="draft"),
    path("decks/<deck:public_id>/draft/undo/", deck_views.Undo.as_view(), name="undo"),
    path("decks/<deck:public_id>/draft/redo/", deck_views.Redo.as_view(), name="redo"),
    path("decks/<deck:public_id>/versions/", deck_views.Versions.as_view(), name="versions"),
    path("decks/<deck:public_id>/versions/<int:number>/", deck_views.Version.as_view(), name="version"),
    path("decks/<deck:public_id>/versions/<int:number>/take/", deck_views.TakenVersion.as_view(), name="take"),
    path("decks/<deck:public_id>/diff/", deck_views.Differences.as_view(), name="diff"),
    path("decks/<deck:public_id>/export/", deck_views.Export.as_view(), name="export"),
    path("fleets/", fleet_views.Fleets.as_view(), name="fleets"),
    path("fleets/check/", fleet_views.FleetCheck.as_view(), name="check_fleet"),
    path("fleets/classes/", fleet_views.ShipClasses.as_view(), name="ship_classes"),
    path("fleets/ready/", fleet_views.ReadyFleets.as_view(), name="ready_fleets"),
    path("fleets/<deck:public_id>/", fleet_views.OneFleet.as_view(), name="fleet"),
    path("fleets/<deck:public_id>/restore/", fleet_views.RestoredFleet.as_view(), name="restore_fleet"),
    path("fleets/<deck:public_id>/copy/", fleet_views.FleetCopies.as_view(), name="copy_fleet"),
    path("fleets/<deck:public_id>/link/", fleet_views.FleetLink.as_view(), name="fleet_link"),
    path("fleets/<deck:public_id>/export/", fleet_views.FleetExport.as_view(), name="fleet_export"),
    re_path(r"^", documents.Nothing.as_view(), name="nothing"),
]
