"""Rule systems of one page each: the smallest things that show how a mechanic is written on rules.core."""
