"""The Tumbas rule system: two dice and an attribute against ten."""
