"""Evenings played from a seed, against the real views, log and streams, with everything that can go wrong at a table.

`make simulate SEEDS=1000` plays them; docs/simulation.md tells how they are made and what must hold.
"""
