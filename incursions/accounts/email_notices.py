"""Mails about the addresses of an account, beside those that allauth sends."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added, user_signed_up
from django.dispatch import receiver

from incursions.accounts.models import User


@receiver(email_added)
def tell_other_addresses(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Tell all other addresses of the account that one was added: whoever took it over would add his own."""
    context = {"added": email_address.email}
    for other in EmailAddress.objects.filter(user=user).exclude(pk=email_address.pk):
        get_adapter().send_notification_mail("account/email/email_added", user, context, email=other.email)


@receiver(user_signed_up)
def tell_owner_of_address(user: User, **_: Any) -> None:
    """Tell the accounts that have the address of a new one: signing up itself tells nobody that they do."""
    if not user.email:
        return
    for taken in EmailAddress.objects.filter(email__iexact=user.email).exclude(user=user).select_related("user"):
        context = {"name": taken.user.username}
        get_adapter().send_notification_mail("account/email/address_used_again", taken.user, context, taken.email)
