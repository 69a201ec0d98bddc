"""Accounts: who plays. A guest is a user without a password, held by the session."""
