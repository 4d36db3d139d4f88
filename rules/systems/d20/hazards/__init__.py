"""Hazards of the d20 system: what harms without being attacked."""
