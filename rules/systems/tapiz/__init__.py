"""The Tapiz system: 3d6 against a resistance, effect points, two hit point pools."""
