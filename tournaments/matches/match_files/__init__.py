"""Uploaded match files: read strictly, kept for a while, and viewed as replays."""
