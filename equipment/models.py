"""The models of the app, one subject a module below."""

from .ledger.models import Gift, LedgerRow, Loot, Possession, Proposal, Shop

__all__ = ["Gift", "LedgerRow", "Loot", "Possession", "Proposal", "Shop"]
