"""A board under a fight: cells, what lies on them, who stands where, and what follows from it, for every system.

`board` is the state; `rules` is what a system says about its boards; a picture for one viewer is made of both.
"""
