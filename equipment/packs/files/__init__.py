"""The file form of setting packs, without a database: read, check and write them. See docs/packs.md."""
