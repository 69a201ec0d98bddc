"""The measurements of script/bench, a module each: `figures` returns a flat mapping of names to numbers."""
