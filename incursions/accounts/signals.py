"""Signals of accounts, to which other apps subscribe."""

from django.dispatch import Signal

guest_merged = Signal()
"""A guest has signed in to an account: sent with `guest` and `account`, in the transaction that then ends the guest.

Whoever keeps rows of a user moves them from one to the other here. A receiver that raises undoes all of it.
"""
