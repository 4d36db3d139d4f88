"""The verbs of Tapiz: resolutions that fetch numbers, ask for dice and decisions, and write back what came of it."""
