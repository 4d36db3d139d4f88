"""The Táctico rule system: declared turns of three segments, people and mechs."""
