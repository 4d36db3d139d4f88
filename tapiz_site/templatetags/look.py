"""The look in templates: icons, threads of hit points, the device's preferences."""

from __future__ import annotations

from functools import cache
from uuid import uuid4

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.core.words import number
from tapiz_site.accounts import preferences
from tapiz_site.telemetry.request_ids import request_id

register = template.Library()

BAR_WIDTH = 100


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """Draw an icon of the sprite; the word beside it says what it means."""
    return _drawn(f"ico {extra}".strip(), static("icons.svg") if settings.DEBUG else _sprite(), name)


@cache
def _sprite() -> str:
    """The address of the sprite, constant while the process runs."""
    return static("icons.svg")


@cache
def _drawn(css: str, address: str, name: str) -> SafeString:
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}#i-{}"/></svg>', css, address, name)


@register.simple_tag
def sprite() -> str:
    """The address of the sprite with icons and dice."""
    return static("icons.svg")


@register.simple_tag(name="request_id")
def id_of_the_request() -> str:
    """The id under which the log tells of this request."""
    return request_id()


@register.simple_tag
def mark() -> SafeString:
    """Draw the mark of Tapiz."""
    return format_html(
        '<svg class="mark" viewBox="0 0 28 28" aria-hidden="true"><use href="{}#marca"/></svg>', static("icons.svg")
    )


@register.simple_tag
def die(face: int | str, sides: int = 6) -> SafeString:
    """Draw the face of a die, with its number for screen readers: pips on six sides, the number on more."""
    if sides == 6 and int(face) <= 6:
        drawn = format_html('<use href="{}#d{}"/>', static("icons.svg"), face)
    else:
        drawn = format_html(
            '<path d="M12 1.5 21.1 6.7v10.6L12 22.5 2.9 17.3V6.7Z"/><text x="12" y="15.6">{}</text>', face
        )
    return format_html('<svg class="die" viewBox="0 0 24 24" role="img" aria-label="{}">{}</svg>', face, drawn)


@register.simple_tag
def hilo(value: int, maximum: int, kind: str = "") -> SafeString:
    """Draw a bar of threads; its width is a whole number in an attribute, and the number stands beside it as text."""
    width = max(0, min(BAR_WIDTH, value * BAR_WIDTH // maximum)) if maximum > 0 else 0
    css = f"hilo hilo--{kind}" if kind else "hilo"
    return format_html(
        '<span class="{}"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="{}" height="8"/></svg></span>',
        css,
        # As text: a localised number could have separators that SVG cannot read.
        str(width),
    )


@register.filter
def signed(value: int) -> str:
    """Write a number with its sign, the minus being − and not a hyphen; zero has none."""
    return number(value, sign=True)


@register.filter
def minus(value: int) -> str:
    """Write a number with a true minus sign when it is negative."""
    return number(value)


@register.simple_tag
def new_key() -> str:
    """A fresh idempotency key for a form."""
    return uuid4().hex


def _request(context: template.Context) -> HttpRequest | None:
    found = context.get("request")
    return found if isinstance(found, HttpRequest) else None


@register.simple_tag(takes_context=True)
def html_preferences(context: template.Context) -> SafeString:
    """The attributes of `<html>` for theme and hand; none for a preference that follows the device."""
    request = _request(context)
    theme, hand = preferences.theme(request), preferences.hand(request)
    return format_html(
        "{}{}",
        format_html(' data-theme="{}"', theme) if theme != "auto" else "",
        format_html(' data-hand="{}"', hand) if hand != "right" else "",
    )


@register.simple_tag(takes_context=True)
def preferred(context: template.Context, what: str) -> str:
    """The value of one preference: `theme` or `hand`."""
    return {"theme": preferences.theme, "hand": preferences.hand}[what](_request(context))
