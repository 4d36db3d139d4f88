"""Facts in templates: said in the reader's language, with the names the reader may see."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template.loader import select_template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from combat.history import Line
from combat.parts import Panel
from rules.core.facts import Fact
from tapiz_site.speech import PageSpeaker
from tapiz_site.templatetags import look

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


@register.simple_tag
def pick(mapping: dict[str, str], name: str) -> SafeString:
    """A fragment that was rendered beforehand."""
    return SafeString(mapping[name])


@register.simple_tag(takes_context=True)
def form_template(context: template.Context, panel: Panel) -> SafeString:
    """The inputs of a panel: as the system draws this very form, else in the general way."""
    chosen = select_template([name for name in (panel.template, "inputs/fields.html") if name])
    flat: dict[str, object] = {str(name): value for name, value in context.flatten().items()}
    return SafeString(chosen.render({**flat, "bound": panel.bound}))


@register.simple_tag
def line_say(line: Line, fact: Fact) -> SafeString:
    """A fact of a log entry, with the names of its time."""
    segments = line.speaker.sentence(fact)
    return format_html_join("", "{}", ((format_html("<b>{}</b>", s.text) if s.name else s.text,) for s in segments))


@register.simple_tag
def log_text(line: Line) -> SafeString:
    """All facts of a log entry as one text."""
    return format_html_join(". ", "{}", ((line_say(line, fact),) for fact in line.facts))


ICONS = (
    ("core.rolled", "dices"),
    ("core.typed", "keyboard"),
    ("round.", "hourglass"),
    ("turn.", "play"),
    ("harm.", "heart-crack"),
    ("heal.", "heart"),
    ("effect.", "anchor"),
    ("hero.", "sparkles"),
    ("initiative", "arrow-down-up"),
    ("core.status.paused", "pause"),
    ("core.status.archived", "archive"),
    ("core.", "users"),
)


@register.simple_tag
def log_icon(line: Line) -> SafeString:
    """The icon of a log entry, by what its first fact says."""
    code = line.facts[0].code
    name = next((icon for prefix, icon in ICONS if code.startswith(prefix)), "swords")
    return look.icon(name)


HEALTH_ICONS = {"unhurt": "heart", "hurt": "heart-pulse", "badly_hurt": "heart-crack", "down": "heart-off"}
STATE_ICONS = {"dead": "skull", "lost": "skull", "bleeding": "droplets", "unstable": "brain", "stabilised": "life-buoy"}


@register.simple_tag
def health_icon(fact: Fact) -> SafeString:
    """The heart that goes with a pool or its word."""
    return look.icon(HEALTH_ICONS.get(str(fact.params.get("key", "")), "heart"))


@register.simple_tag
def state_icon(fact: Fact) -> SafeString:
    """The icon of a state."""
    return look.icon(STATE_ICONS.get(fact.code.removeprefix("status."), "heart-off"))


@register.filter
def withheld(fact: Fact) -> int:
    """What the terms that one may see lack to the sum, where the sum may be known."""
    if fact.value is None:
        return 0
    return fact.value - sum(term.value for term in fact.terms if term.value is not None)


@register.simple_tag
def roll_rest(fact: Fact, faces: list[int]) -> str:
    """What is added to the dice of a roll, with its sign."""
    rest = (fact.value or 0) - sum(faces)
    return f"{'+' if rest >= 0 else '−'} {abs(rest)}"
