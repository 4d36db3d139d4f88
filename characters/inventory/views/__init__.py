"""Pages of possessions, one subject a module: inventory, one thing, writing one down, gifts, stash, shop."""
