"""What possessions are called: by their own name, or by the system's where they have none."""

from __future__ import annotations

from equipment.ledger import money
from equipment.ledger.frozen import AnyPossession
from equipment.ledger.models import Proposal
from rules.core.gear import Thing
from tapiz_site.speech import PageSpeaker


def said_name(one: AnyPossession | Proposal | Thing, words: PageSpeaker) -> str:
    """The name of a possession; coins, and others without a name of their own, have the system's name."""
    if one.kind == money.COIN:
        return coin_word(str(one.values.get(money.COIN, "")), words)
    return words.in_own_language(f"unpacked.{one.kind}", one.name)


def coin_word(code: str, words: PageSpeaker) -> str:
    """The name of a coin."""
    return words.first_word(f"coin.{code}", default=code)
