"""The chronicle of a fight or an evening, for one reader: what happened, in sentences and charts."""
