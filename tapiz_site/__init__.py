"""The site: settings, addresses, entry points, and the apps for accounts, campaigns, live updates and the rulebook."""
