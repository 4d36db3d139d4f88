"""The picture of a fight, where its system draws one: a map with the positions of combatants, for one viewer.

A system with the member `picture(fight, viewer, looking)` returns plain values that this viewer may see, or None; its
`templates/systems/<slug>/picture.html` draws them, with styles and script of its own folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.staticfiles import finders
from django.http import QueryDict

from rules.core.audience import Viewer
from rules.core.system import AnySystem
from rules.core.verbs import AnyFight

from .parts import Panel

LONGEST = 40
"""The longest name, in characters, of what a reader looks at."""


def picture_of(system: AnySystem, fight: AnyFight, viewer: Viewer, looking: Mapping[str, str]) -> Any:
    """The values from which the system draws a fight for this viewer; None where it draws nothing."""
    draw = getattr(system, "picture", None)
    return draw(fight, viewer, looking) if draw is not None else None


def looking(panel: Panel, params: QueryDict) -> dict[str, str]:
    """What the page shows beside the picture: the panel's action and actor, what is chosen there, and the query."""
    found = {name: str(value)[:LONGEST] for name, value in params.items() if isinstance(value, str)}
    for name in ("action", "actor", "panel"):
        found.pop(name, None)
    if panel.kind != "act" or panel.actor is None:
        return found
    for field in panel.bound:
        if field.kind in ("choice", "combatants") and not field.several:
            found[field.name] = next((option.value for option in field.options if option.chosen), "")
        elif field.kind in ("text", "number"):
            found[field.name] = str(field.value)[:LONGEST]
    shown = {"panel": panel.hidden["panel"]} if "panel" in panel.hidden else {}
    return {**found, **shown, "actor": panel.actor.id, "action": panel.hidden.get("action", "")}


def own_files(slug: str) -> dict[str, str]:
    """The style sheet and script of a system's picture, where they exist."""
    named = {kind: f"systems/{slug}/picture.{kind}" for kind in ("css", "js")}
    return {kind: path for kind, path in named.items() if finders.find(path)}
