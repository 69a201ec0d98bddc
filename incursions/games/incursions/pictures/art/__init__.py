"""Generated art: skies, ships, stations, people and instruments, drawn from a piece's data and a hash of its title."""
