"""The codes by which the log of a system tells what a chronicle is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

SaveKind: TypeAlias = Literal["heal", "steady", "shield", "instead"]
"""How one combatant saves another: see `ToldCodes.saves`."""

EXPERIENCE = "core.experience"
"""How much experience each who earns it has from a scene."""

ICONS: Mapping[str, str] = {
    "core.rolled": "dices",
    "core.typed": "keyboard",
    "round.": "hourglass",
    "turn.": "play",
    "core.status.paused": "pause",
    "core.status.archived": "archive",
    "core.": "users",
    "": "scroll-text",
}
"""The icon of an entry by what its first code begins with, where a system says nothing else; the first that fits."""

DRAWN: Mapping[str, str] = {"core.rolled": "rolled", "core.typed": "rolled"}
"""How the newest result draws the facts of all systems, as `ToldCodes.drawn`."""


@dataclass(frozen=True, slots=True)
class ToldCodes:
    """The codes of one system, or what they begin with."""

    rounds: tuple[str, ...] = ("round.begins",)
    """The number of a round that begins."""
    turns: tuple[str, ...] = ("turn.begins",)
    """A turn that begins within a round."""
    harm: tuple[str, ...] = ("harm.", "harm_at.", "nonlethal.")
    """Harm that befell `who`, with its amount as value for those who may know it: beginnings."""
    waiting: tuple[str, ...] = ()
    """Of these, harm that takes effect at the end of a phase, where it is told again: beginnings."""
    attacks: tuple[str, ...] = ("attack.",)
    """An attack by `who`: beginnings. Only after one of them do the next three count in a resolution."""
    hits: tuple[str, ...] = ()
    """The attack of `who` strikes."""
    misses: tuple[str, ...] = ()
    """The attack of `who` does not."""
    fails_yet: tuple[str, ...] = ()
    """What `who` had struck is missed all the same."""
    saves: Mapping[str, SaveKind] = field(default_factory=lambda: {"heal.": "heal"})
    """By what a fact begins with, how it saves a combatant, the first that fits: "heal" gives back the number that is
    its value, "steady" keeps from dying, "shield" makes harder to strike, "instead" takes the blow that was meant for
    another. Of the last `who` takes it; of the others `friend`, or else `target`, or else `who` is saved."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """The icons of entries of its log, as in `ICONS`, before those."""
    drawn: Mapping[str, str] = field(default_factory=dict)
    """How the newest result draws a fact, by what its code begins with; the first that fits.

    "tries": above the sum; "succeeds", "fails": a verdict; "then": a sentence, as all others; "rolled": the same while
    no sum holds these dice; "": not at all, since a sum tells it. Any other name: by the template of this name,
    `templates/systems/<slug>/` or `templates/combat/parts/`, such as "sum".
    """

    def icon(self, code: str) -> str:
        """The icon of an entry whose first fact has this code."""
        known = (*self.icons.items(), *ICONS.items())
        return next(name for begins, name in known if code.startswith(begins))

    def drawn_as(self, code: str) -> str:
        """How the newest result draws a fact of this code."""
        known = (*self.drawn.items(), *DRAWN.items())
        return next((name for begins, name in known if code.startswith(begins)), "then")


TOLD = ToldCodes()
