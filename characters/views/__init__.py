"""Pages of characters, one subject a module: making one, the sheet, its history, the bin."""
