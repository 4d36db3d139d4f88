"""The conformance runner: worked cases of the rules, run through our functions."""
