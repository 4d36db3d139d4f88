"""The rules of the systems in words, to read and search; all pages that cite a rule link here."""
