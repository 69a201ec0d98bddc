"""The pages of fleets: the list of own and ready-made ones, the picker of one fleet, and what is done with it."""
