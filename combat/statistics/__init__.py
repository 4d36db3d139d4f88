"""Statistics of a table for one reader: dice, damage, falls, who saved whom; over fights, evenings, adventures."""
