"""What of the play around it a board shows: what may be done now, and the act that waits for dice or answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.core.board.going import Going
from rules.core.facts import Explanation, Fact
from rules.core.fight import NOT_YET
from rules.core.types import Id


@dataclass(frozen=True, slots=True)
class Underway:
    """What of the play around it a board shows, as far as its viewer may know."""

    reasons: Callable[[Id], Mapping[str, Fact | None]] = lambda who: {}
    """By action, why a combatant may not take it now; None where it may."""
    told: Explanation = ()
    """What was told so far of the act that is under way."""
    asked: frozenset[Id] = frozenset()
    """The combatants who are asked."""
    going: Going | None = None
    """Who is on the way by it."""

    def may(self, who: Id, action: str) -> bool:
        """Whether a combatant may take an action now."""
        return self.reasons(who).get(action, NOT_YET) is None

    def refused(self, who: Id, action: str) -> bool:
        """Whether more than time keeps a combatant from an action."""
        return self.reasons(who).get(action) not in (None, NOT_YET)


NOTHING_UNDERWAY = Underway()
