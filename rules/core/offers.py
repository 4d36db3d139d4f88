"""What may be done now, or why not: the same question in every system."""

from __future__ import annotations

from typing import Any

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Fact
from rules.core.fight import WHILE, Command, Fight, Offer
from rules.core.system import Action
from rules.core.types import Id


def offer(fight: Fight[Any, Any], action: Action[Any, Any], actor: Id | None, viewer: Viewer) -> Offer:
    """Whether this viewer may begin an action now, for this actor or for the whole table; with the reason if not."""
    try:
        if action.for_game_master and not viewer.game_master:
            raise NotAllowed("core.for_game_master")
        if fight.status in ("paused", "archived"):
            raise NotAllowed(WHILE[fight.status])
        action.check(fight, Command("", action.name, actor), viewer)
    except RuleError as error:
        params = {key: value for key, value in error.params.items() if isinstance(value, (int, str))}
        return Offer(action.name, Fact(f"error.{error.reason}", params=params))
    return Offer(action.name)
