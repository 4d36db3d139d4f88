"""The steps of making a character of Táctico: role, characteristics and skills, gear."""
