"""The pages of possessions of characters and tables: inventory, one possession, ledgers, stash, loot, shop."""
