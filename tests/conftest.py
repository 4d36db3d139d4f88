"""What every test may use, and what none may do: rules tests need no database, no test meets the outside network."""
