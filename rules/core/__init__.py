"""What every rule system shares: the contract and its parts."""
