"""Written fights: stories in TOML that are played through the contract of a system, `tests/fights/<slug>/*.toml`."""
