"""The characters on the page of a table."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.core.registry import get_system
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, PLAYING
from tapiz_site.speech import speaker

from .policy import readable_at


def characters_panel(request: HttpRequest, table: Table) -> SafeString:
    """The characters whose sheet the reader may open."""
    words = speaker(table.system)
    readable = list(readable_at(request.user, table).prefetch_related("players"))
    found = [
        {
            "character": character,
            "kind": words.first_word(f"kind.{character.kind}", default=character.kind),
            "players": [user.shown_name for user in character.players.all()],
        }
        for character in readable
    ]
    kinds = get_system(table.system).sheet_kinds
    steps = [kinds[character.kind].advancing for character in readable if character.kind in kinds]
    earns = any(step is not None and step.experience for step in steps)
    context = {
        "table": table,
        "characters": found,
        "may_make": table.role in PLAYING,
        "runs": table.role in GAME_MASTERS,
        "earns": earns and table.role in GAME_MASTERS,
    }
    return render_to_string("characters/_panel.html", context, request)
