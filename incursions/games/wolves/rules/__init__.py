"""The rules of Den of Wolves, as `docs/wolves` numbers them: W1 to W27."""
