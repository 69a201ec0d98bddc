"""Pages of sealed play: opening pools, building from them, odds, proofs, and collections."""
