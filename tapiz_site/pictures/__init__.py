"""Portraits, emblems and pictures to show: of people, creatures and tables."""
