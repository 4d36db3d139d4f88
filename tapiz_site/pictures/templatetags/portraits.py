"""Portraits and emblems in templates."""

from __future__ import annotations

from base64 import b64encode
from functools import cache, lru_cache
from typing import Any
from uuid import UUID

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tapiz_site.campaigns import policy as campaigns
from tapiz_site.campaigns.models import Table

from .. import emblems, looks, pixels
from ..emblems import Emblem
from ..hung import Hung, hung_for
from ..looks import Likeness
from ..models import Rendition

register = template.Library()

PRINTED_KEPT = 50
SIZES = {"sm": " emb--sm", "md": "", "lg": " emb--lg"}


@register.simple_tag
def portrait(of: Any, size: str = "md", table: Table | None = None) -> SafeString:
    """Draw the portrait or emblem of a character, a table, or what has a `likeness`; the name beside it says who it is.

    size: `sm` 32, `md` 44, `lg` 80 pixels. table: needed for what does not know its own.
    """
    where, likeness = _whose(of, table)
    face = looks.face_of(where, likeness)
    if face.portrait is not None:
        return _image(face.portrait, size)
    return _woven(face.emblem, size, static("emblems.svg") if settings.DEBUG else _sprite())


@register.simple_tag
def portrait_of_creature(table: Table, name: str, kind: str = "creature", size: str = "md") -> SafeString:
    """Draw the portrait or emblem of all creatures of a name at a table; kind: that of their sheet."""
    return portrait(looks.of_creature(name, kind), size, table)


@register.simple_tag
def paper_portrait(of: Any, table: Table | None = None) -> SafeString:
    """The same for paper and PDF: little ink, and nothing that has to be fetched."""
    return _on_paper(*_whose(of, table))


@register.simple_tag
def paper_portrait_of_creature(table: Table, name: str, kind: str = "creature") -> SafeString:
    """The same for all creatures of a name at a table."""
    return _on_paper(table, looks.of_creature(name, kind))


@register.simple_tag
def emblem(chosen: Emblem, size: str = "md") -> SafeString:
    """Draw one of the ready-made emblems."""
    return _woven(chosen, size, static("emblems.svg") if settings.DEBUG else _sprite())


def _whose(of: Any, table: Table | None) -> tuple[Table, Likeness]:
    """The table at which something is drawn, and what it is there."""
    if isinstance(of, Table):
        return of, looks.of_table(of)
    likeness = of if isinstance(of, Likeness) else of.likeness
    where = table or of.table
    return where, likeness


def _on_paper(table: Table, likeness: Likeness) -> SafeString:
    face = looks.face_of(table, likeness)
    if face.portrait is not None and (drawn := _printed(face.portrait)):
        return drawn
    return emblems.on_paper(face.emblem)


@cache
def _sprite() -> str:
    """The address of the sprite, constant while the process runs."""
    return static("emblems.svg")


@cache
def _woven(chosen: Emblem, size: str, address: str) -> SafeString:
    return format_html(
        '<svg class="emb{} emb--{}" viewBox="0 0 {} {}" aria-hidden="true"><use href="{}#{}"/></svg>',
        SIZES[size],
        chosen.dye,
        emblems.EDGE,
        emblems.EDGE,
        address,
        chosen.charge,
    )


def _image(pk: UUID, size: str) -> SafeString:
    side = pixels.LARGE_FACE if size == "lg" else pixels.SMALL_FACE
    address = reverse("pictures:file", args=[pk, side])
    return format_html('<img class="emb{}" src="{}" alt="" loading="lazy" decoding="async">', SIZES[size], address)


@lru_cache(maxsize=PRINTED_KEPT)
def _printed(pk: UUID) -> SafeString:
    """A portrait with all its bytes in the page; what an id shows never changes. Empty where it has just gone."""
    rows = Rendition.objects.filter(picture=pk, side=pixels.LARGE_FACE)
    data = rows.values_list("data", flat=True).first()
    if data is None:
        return SafeString("")
    held = b64encode(bytes(data)).decode()
    return format_html('<img class="emblem" src="data:{};base64,{}" alt="">', pixels.MIME, held)


@register.simple_tag(takes_context=True)
def hung_at_table(context: template.Context) -> Hung | None:
    """What hangs at the table of the page; None on pages of no table, and on screens that everybody looks at."""
    table, request = context.get("table"), context.get("request")
    if not isinstance(table, Table) or request is None or context.get("for_the_room") or table.practice:
        return None
    role = campaigns.role_at(table, request.user) if request.user.is_authenticated else None
    return hung_for(request, table, role) if role is not None else None
