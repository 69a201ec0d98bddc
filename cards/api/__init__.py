"""The API for other programs, `/api/v1/`: thin views over what pages use too, and its documents (docs/api.md)."""
