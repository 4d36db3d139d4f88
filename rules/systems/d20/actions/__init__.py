"""The verbs of d20 at the table, a subject a file; `special` and `hazards` hold whole areas."""
