"""The finish of making a character: it reads like a character, before it exists and when it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from equipment.ledger.frozen import as_thing
from rules.core.equipment import known_of
from rules.core.facts import Explanation
from rules.core.gear import Gear, Thing
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.policy import GAME_MASTERS
from tapiz_site.speech import PageSpeaker

from .. import gear, knowing, policy, sheets, values
from ..burdens import burden_words, words_of
from ..models import Character
from ..naming import said_name

SESSION = "characters_made"
MOST_KEPT = 6

ARMS = (values.USUAL, "arm.")
"""The prefixes of codes of what is rolled most and of weapons, which stand apart from the other numbers."""


def numbers(
    character: Character, sheet: Mapping[str, Json], things: Iterable[Thing], *, runs: bool
) -> tuple[values.Value, ...]:
    """The numbers of a loaded sheet with these things, whether it is stored or not."""
    carried = Gear({str(place): one for place, one in enumerate(things, 1)})
    return values.values_in(character, sheet, game_master=runs, gear=carried)


def button(kind: SheetKind, words: PageSpeaker) -> str:
    """What the last button says: what is made."""
    return words.first_word(f"creation.{kind.name}_finish", default=_("Crear el personaje"))


def reads(character: Character, sheet: Mapping[str, Json], things: Iterable[Thing], *, runs: bool) -> dict[str, object]:
    """What a page says of a character that is not stored yet."""
    plain, listed = gear.unpacked(character, sheet)
    carried = [*listed, *things]
    return _context(character, plain, carried, numbers(character, plain, carried, runs=runs), runs=runs)


def _context(
    character: Character,
    sheet: Mapping[str, Json],
    things: list[Thing],
    found: tuple[values.Value, ...],
    *,
    runs: bool,
) -> dict[str, object]:
    system, kind = get_system(character.table.system), sheets.kind_of(character.table, character.kind)
    words = words_of(character.table)
    beside = kind.creation.beside if kind.creation else ()
    # Values that are found out in play are hidden in a pack's entry too.
    unknown = knowing.unknown_on(character.table, sheet, runs=runs)
    return {
        "character": character,
        "first": [one for code in beside for one in found if one.code == code],
        "arms": [one for one in found if one.code.startswith(ARMS[0])],
        "values": [one for one in found if not one.code.startswith(ARMS)],
        "written": inputs.shown(known_of(kind.inputs, kind.name, unknown), sheet, words),
        "carried": [
            {
                "name": said_name(one, words),
                "number": one.quantity,
                "place": one.place,
                "burden": burden_words(system.equipment.burden(one), words),
            }
            for one in things
        ],
    }


def keep(request: HttpRequest, character: Character, told: Explanation, why: Explanation, words: PageSpeaker) -> None:
    """Keep for its maker what the page of a new character says beyond its sheet."""
    kept: dict[str, dict[str, list[str]]] = dict(request.session.get(SESSION, {}))
    kept[str(character.pk)] = {
        "told": [words.text(one) for one in told],
        "reasons": [words.text(one) for one in why],
    }
    request.session[SESSION] = dict(list(kept.items())[-MOST_KEPT:])


@never_cache
@login_required
@require_safe
def made(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A character that was just made, with the reason of each choice of the app."""
    character = policy.get_character_or_404(request.user, pk)
    runs = character.role in GAME_MASTERS
    sheet = sheets.sheet_of(character)
    things = [as_thing(one) for one in gear.things_of(character)]
    found = values.values_of(character, game_master=runs)
    kept = request.session.get(SESSION, {}).get(str(character.pk), {})
    context = {
        **_context(character, sheet, things, found, runs=runs),
        "table": character.table,
        "told": kept.get("told", []),
        "reasons": kept.get("reasons", []),
        "may_edit": policy.may_edit(character),
        "stored": True,
    }
    return render(request, "characters/made.html", context)
