"""The actions of people: rules that fetch, ask, call the functions of plain numbers and write back."""
