"""Possessions and their ledger; see docs/architecture.md, "Equipment"."""
