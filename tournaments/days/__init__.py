"""Days of megagames: rows of events with their seats, clock and log, the commands given, and the pages of a day."""
