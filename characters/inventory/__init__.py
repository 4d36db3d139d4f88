"""The pages of what characters and tables have: inventory, one thing, ledgers, stash, loot, shop."""
