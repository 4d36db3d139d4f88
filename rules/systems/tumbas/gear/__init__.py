"""Things that are owned: what they are, what they do to a sheet, how they are carried, used and bought."""
