"""The pages of a fight, its live fragments, its acts, and adding combatants."""
