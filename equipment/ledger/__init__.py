"""What somebody has and every gain and use of it; see docs/architecture.md, "Equipment"."""
