"""One package a rule system, independent of each other."""
