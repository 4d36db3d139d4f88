"""The d20 rule system: modern adventures with a twenty-sided die."""
