"""The codes by which the log of a system tells what a chronicle is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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
