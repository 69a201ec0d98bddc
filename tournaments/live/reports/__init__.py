"""Reports of problems at a table: filed from there with match and moment, and answered by the staff."""
