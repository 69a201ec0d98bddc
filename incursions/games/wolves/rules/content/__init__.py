"""The content of an event: fleet, stations, cards, odds and texts, which Control may edit (rules W26.2)."""
