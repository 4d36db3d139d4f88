"""The characters on the page of a table."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.core.errors import RuleError
from rules.core.registry import get_system
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, PLAYING
from tapiz_site.speech import speaker

from .models import Character
from .policy import characters_at, may_edit, players_of
from .rising import Rise, rise_of
from .sheets import sheet_of


def _rise(character: Character) -> Rise | None:
    """The level that a character may gain; none on a sheet that newer rules refuse."""
    try:
        return rise_of(character, sheet_of(character))
    except RuleError:
        return None


def characters_panel(request: HttpRequest, table: Table) -> SafeString:
    """The characters whose sheet the reader may open."""
    words, kinds = speaker(table.system), get_system(table.system).sheet_kinds
    readable = characters_at(request.user, table)
    players = players_of(readable)
    found = [
        {
            "character": character,
            "kind": words.first_word(f"kind.{character.kind}", default=character.kind),
            "may_edit": may_edit(character),
            "players": [user.shown_name for user in players[character.pk]],
            "rises": _rise(character),
        }
        for character in readable
    ]
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
