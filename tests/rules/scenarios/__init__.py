"""The fight in which the contract suite plays a registered system: `scenario(system)` in a module named by its slug."""
