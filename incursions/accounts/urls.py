"""Addresses of the account that allauth does not have, and those of its own that are for accounts alone."""

from allauth.account import views as allauth_views
from django.urls import path

from incursions.accounts import token_pages, views
from incursions.accounts.members import for_accounts

app_name = "accounts"

urlpatterns = [
    path("delete/", views.delete, name="delete"),
    path("email/", for_accounts(allauth_views.email)),
    path("password/set/", for_accounts(allauth_views.password_set)),
    path("tokens/", token_pages.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", token_pages.revoke, name="revoke_token"),
]
