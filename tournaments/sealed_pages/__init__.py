"""Pages of sealed play: pools as they are opened and built from, odds, proofs, collections."""
