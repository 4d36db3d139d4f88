"""Facts in templates: said in the reader's language, with the names the reader may see."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template.loader import select_template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rules.core.facts import Fact
from tapiz_site.speech import PageSpeaker

register = template.Library()


def _speaker(context: template.Context) -> PageSpeaker:
    found: PageSpeaker = context["speaker"]
    return found


@register.simple_tag(takes_context=True)
def say(context: template.Context, fact: Fact) -> SafeString:
    """A fact as a sentence, the names of combatants in bold."""
    segments = _speaker(context).sentence(fact)
    return format_html_join("", "{}", ((format_html("<b>{}</b>", s.text) if s.name else s.text,) for s in segments))


@register.simple_tag(takes_context=True)
def word(context: template.Context, code: str) -> str:
    """The words of a code without parts."""
    return _speaker(context).text(Fact(code))


@register.filter
def coded(facts: Iterable[Fact], prefixes: str) -> list[Fact]:
    """The facts whose code begins with one of these prefixes, separated by commas."""
    wanted = tuple(prefixes.split(","))
    return [fact for fact in facts if fact.code.startswith(wanted)]


@register.filter
def fact(known: dict[str, Fact], code: str) -> Fact | None:
    """The fact of this code among those that are known."""
    return known.get(code)


@register.simple_tag(takes_context=True)
def system_part(context: template.Context, part: str, **extra: object) -> SafeString:
    """A part of the page that each system draws in its own way: `templates/systems/<slug>/<part>.html`."""
    slug = _speaker(context).slug
    chosen = select_template([f"systems/{slug}/{part}.html", f"combat/parts/{part}.html"])
    flat: dict[str, object] = {str(name): value for name, value in context.flatten().items()}
    return SafeString(chosen.render({**flat, **extra}))
