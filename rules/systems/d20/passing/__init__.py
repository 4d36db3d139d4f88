"""What time does to people in the d20 system: rolls that fall due by the clock or on their own turns."""
