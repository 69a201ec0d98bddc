"""Addresses of the account that allauth does not have, and those of its own that are for accounts alone."""

from allauth.account import views as allauth_views
from allauth.mfa.base.views import index as mfa_index
from allauth.mfa.recovery_codes.views import generate_recovery_codes
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn, list_webauthn
from django.urls import path

from incursions.accounts import views
from incursions.accounts.viewers import for_accounts

app_name = "accounts"

urlpatterns = [
    path("delete/", views.delete, name="delete"),
    path("email/", for_accounts(allauth_views.email)),
    path("password/set/", for_accounts(allauth_views.password_set)),
    path("2fa/", for_accounts(mfa_index)),
    path("2fa/totp/activate/", for_accounts(activate_totp)),
    path("2fa/webauthn/", for_accounts(list_webauthn)),
    path("2fa/webauthn/add/", for_accounts(add_webauthn)),
    path("2fa/recovery-codes/generate/", for_accounts(generate_recovery_codes)),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", views.revoke, name="revoke_token"),
]
