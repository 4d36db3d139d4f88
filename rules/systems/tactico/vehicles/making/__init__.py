"""The steps of making a machine: chassis, crew, weapons and where they are mounted."""
