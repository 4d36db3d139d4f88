"""Pages of possessions, one subject a module: inventory, one possession, adding one, gifts, stash, shop."""
