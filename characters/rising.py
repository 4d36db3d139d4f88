"""Whether a character has a level to gain, and what says so: on its sheet, and on the page of its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from rules.core.creation import HOUSE
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.campaigns.house import house_of
from tapiz_site.speech import speaker

from .models import Character
from .strips import Strip


@dataclass(frozen=True, slots=True)
class Rise:
    """A level to gain."""

    note: str
    """What brings it, such as the experience there is and what it takes."""
    url: str
    """Where it is gained; empty where that cannot be done now."""


def rise_of(character: Character, sheet: Mapping[str, Json], strip: Strip | None = None) -> Rise | None:
    """The level that a character may gain now; None without one. `strip`: where it takes part, if that is known."""
    kind = get_system(character.table.system).sheet_kinds.get(character.kind)
    if kind is None:
        return None
    if kind.advancing is None:
        return Rise("", _verb(strip)) if kind.rises(sheet) else None
    # the step may depend on the settings of the table
    stepping = {**sheet, HOUSE: house_of(character.table)}
    due = kind.advancing.due(stepping)
    try:
        kind.advancing.check(stepping)
    except RuleError:
        return None
    if due is None:
        return None
    return Rise(speaker(character.table.system).text(due), reverse("characters:advance", args=[character.pk]))


def _verb(strip: Strip | None) -> str:
    """The form of the verb by which a level is gained in the free scene, in which the character must be."""
    if strip is None or not strip.quiet or not strip.combatant:
        return ""
    return f"{strip.url}?{urlencode({'panel': 'verb', 'action': 'level_up', 'actor': strip.combatant})}"
