"""What tells the people who run the site how it is: health, request ids, the log, counters."""
