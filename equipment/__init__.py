"""The possessions of characters and tables, and the packs from which they come."""
