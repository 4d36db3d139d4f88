"""The steps of making a character of Tumbas: class and people, attributes, talents and spells, gear."""
