"""The site: settings, addresses, entry points and the three small apps every site has."""
