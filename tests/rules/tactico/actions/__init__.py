"""Fights of people of Táctico through the contract."""
