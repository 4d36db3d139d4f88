"""Sheets on paper: what stands on them, the pages for the browser, and the same as PDF."""
