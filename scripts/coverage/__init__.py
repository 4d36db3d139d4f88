"""The table of every row of a catalogue: what executes it, what proves it, where one meets it."""
