"""One module a system: its operations of the worked cases, answered by our functions."""
