"""Addresses of the pages of decks. Those of one deck begin with its name for links."""

from django.urls import path

from cards.deck_pages import deck_page, editor, file_pages, shelves, statistics_pages, version_pages

app_name = "decks"

urlpatterns = [
    path("", shelves.public, name="public"),
    path("mine/", shelves.mine, name="mine"),
    path("new/", shelves.new, name="new"),
    path("import/", file_pages.import_new, name="import"),
    path("check/", file_pages.check, name="check"),
    path("compare/", version_pages.compare, name="compare"),
    path("code/<str:code>/", file_pages.shared_code, name="code"),
    path("starters/", shelves.starters, name="starters"),
    path("starters/<str:slug>/", shelves.starter, name="starter"),
    path("starters/<str:slug>/copy/", shelves.copy, name="copy_starter"),
    # Names for links are longer than the words above.
    path("<str:public_id>/", deck_page.deck, name="deck"),
    path("<str:public_id>/edit/", editor.editor, name="editor"),
    path("<str:public_id>/edit/keep/", editor.name_form, {"form": "keep"}, name="keep"),
    path("<str:public_id>/edit/name/", editor.name_form, {"form": "rename"}, name="rename"),
    path("<str:public_id>/import/", file_pages.import_into, name="import_into"),
    path("<str:public_id>/details/", deck_page.details, name="details"),
    path("<str:public_id>/copy/", deck_page.copy, name="copy"),
    path("<str:public_id>/renew/", deck_page.renew, name="renew"),
    path("<str:public_id>/delete/", deck_page.delete, name="delete"),
    path("<str:public_id>/restore/", deck_page.restore, name="restore"),
    path("<str:public_id>/versions/", version_pages.versions, name="versions"),
    path("<str:public_id>/versions/<int:number>/", version_pages.version, name="version"),
    path("<str:public_id>/versions/<int:number>/take/", version_pages.take, name="take"),
    path("<str:public_id>/changes/", version_pages.changes, name="changes"),
    path("<str:public_id>/statistics/", statistics_pages.statistics, name="statistics"),
    path("<str:public_id>/hand/", statistics_pages.hand, name="hand"),
    path("<str:public_id>/print/", deck_page.print_page, name="print"),
    path("<str:public_id>/proxies.pdf", deck_page.proxies, name="proxies"),
    path("<str:public_id>/registration.pdf", deck_page.registration, name="registration"),
    path("<str:public_id>/export/", file_pages.export, name="export"),
    path("<str:public_id>/deck.txt", file_pages.file, {"form": "text"}, name="text_file"),
    path("<str:public_id>/deck.json", file_pages.file, {"form": "json"}, name="json_file"),
]
