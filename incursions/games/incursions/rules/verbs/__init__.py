"""The verbs of effects, by subject: each one is a class that says all that is known of it."""
