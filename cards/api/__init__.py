"""The API for other programs, `/api/v1/`: thin views over the code that pages use, and its documents (docs/api.md)."""
