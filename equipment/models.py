"""The models of the app, one subject a module below."""

from .ledger.models import Gift, LedgerRow, Loot, Possession, Shop
from .ledger.posts import Posted

__all__ = ["Gift", "LedgerRow", "Loot", "Possession", "Posted", "Shop"]
