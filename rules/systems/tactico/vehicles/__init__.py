"""Combat with vehicles on hexes: mechs, fighters, tanks, helicopters and dropships."""
