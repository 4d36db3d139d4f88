"""The rule systems: pure Python, independent of the web application."""
