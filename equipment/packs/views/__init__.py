"""The pages of packs."""
