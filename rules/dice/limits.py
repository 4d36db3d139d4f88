"""The most dice that one request may hold, so that a typed expression cannot exhaust the machine."""

MAX_DICE = 100
MAX_SIDES = 1000
