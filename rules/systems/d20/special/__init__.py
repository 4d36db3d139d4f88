"""Special attacks of d20 in plain numbers: firearms, explosives, objects, trip, disarm, bull rush, grapple, aid."""
