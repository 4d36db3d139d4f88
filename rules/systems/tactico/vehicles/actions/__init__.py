"""The actions of machines: rules that fetch, ask, call the functions of plain numbers and write back."""
