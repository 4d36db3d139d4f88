"""Statistics of a table for one reader: dice, damage, falls, rescues; over fights, evenings, adventures."""
