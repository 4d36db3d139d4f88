"""Harm of the d20 system: hit points and their states, damage, recovery, healing, conditions."""
