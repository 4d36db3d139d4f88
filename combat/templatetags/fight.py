"""Facts in templates, in the reader's language and with the names that the reader may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from django import template
from django.template.loader import get_template, select_template
from django.urls import get_script_prefix
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from combat.board import Board, Row
from combat.history import LogLine
from combat.parts import Panel
from rules.core.chips import chips_of
from rules.core.facts import Fact, Ref
from rules.core.group import ACTS
from rules.core.registry import get_system
from rules.core.words import Segment, within
from tapiz_site.inputs import BoundInput, faulty
from tapiz_site.speech import PageSpeaker
from tapiz_site.templatetags.look import icon

register = template.Library()

HEARTS = {
    "hurt": "heart-pulse",
    "damaged": "heart-pulse",
    "badly_hurt": "heart-crack",
    "down": "heart-off",
    "broken": "heart-off",
}
MANY = 3
"""From this number on, facts of one kind in an entry of the log are a list."""


def _speaker(context: template.Context) -> PageSpeaker:
    found: PageSpeaker = context["speaker"]
    return found


@register.simple_tag(takes_context=True)
def say(context: template.Context, fact: Fact) -> SafeString:
    """A fact as a sentence, the names of combatants in bold."""
    return _html(_speaker(context).sentence(fact))


@register.simple_tag(takes_context=True)
def word(context: template.Context, code: str) -> str:
    """The words of a code without parts."""
    return _speaker(context).text(Fact(code))


@register.simple_tag(takes_context=True)
def spoken(context: template.Context, fact: Fact) -> str:
    """A fact as plain text, such as what an element is called."""
    return _speaker(context).text(fact)


@register.simple_tag(takes_context=True)
def spoken_within(context: template.Context, facts: Iterable[Fact]) -> str:
    """Facts as plain text in one sentence, one after the other."""
    speaker = _speaker(context)
    return ", ".join(within(speaker.text(fact)) for fact in facts)


@register.simple_tag(takes_context=True)
def percent(context: template.Context, chance: Fraction) -> str:
    """A chance in percent, as the reader's language writes it."""
    return _speaker(context).percent(chance)


@register.filter
def coded(facts: Iterable[Fact], prefixes: str) -> list[Fact]:
    """The facts whose code begins with one of these prefixes, separated by commas."""
    wanted = tuple(prefixes.split(","))
    return [fact for fact in facts if fact.code.startswith(wanted)]


@register.filter
def fact(known: dict[str, Fact] | None, code: str) -> Fact | None:
    """The known fact of this code; None where there is none, or where the viewer does not see the combatant."""
    return known.get(code) if known else None


@register.inclusion_tag("combat/parts/_chips.html", takes_context=True)
def chips(context: template.Context, facts: Sequence[Fact]) -> dict[str, object]:
    """The states on a card, drawn as its system says (`rules.core.chips`)."""
    told = [
        {"fact": fact, "icon": chip.icon, "tone": chip.tone_of(fact), "number": chip.number if fact.value else ""}
        for fact, chip in chips_of(get_system(_speaker(context).slug).chips, facts)
    ]
    return {"chips": told, "speaker": _speaker(context)}


@register.simple_tag
def health_icon(key: str) -> SafeString:
    """A heart as whole as what its key says: unhurt, hurt, badly hurt or down; for a thing whole, damaged or broken."""
    return icon(HEARTS.get(key, "heart"))


@register.simple_tag(takes_context=True)
def system_part(context: template.Context, part: str, **extra: object) -> SafeString:
    """A part of the page that a system may draw itself: `templates/systems/<slug>/<part>.html`."""
    slug = _speaker(context).slug
    chosen = select_template([f"systems/{slug}/{part}.html", f"combat/parts/{part}.html"])
    flat: dict[str, object] = {str(name): value for name, value in context.flatten().items()}
    return SafeString(chosen.render({**flat, **extra}))


@lru_cache(maxsize=32)
def _drawn(template: str, it: object) -> SafeString:
    return SafeString(get_template(template).render({"it": it}))


@register.simple_tag
def drawn_once(template: str, it: object) -> SafeString:
    """A template rendered with a value that never changes and holds no words: kept for all readers."""
    return _drawn(template, it)


@register.simple_tag
def pick(mapping: dict[str, str], name: str) -> SafeString:
    """A fragment of the page that was rendered before the page."""
    return SafeString(mapping[name])


@register.simple_tag(takes_context=True)
def form_template(context: template.Context, panel: Panel) -> SafeString:
    """The inputs of a panel, drawn by the system's template for this form if there is one."""
    chosen = select_template([name for name in (panel.template, "inputs/form.html") if name])
    flat: dict[str, object] = {str(name): value for name, value in context.flatten().items()}
    return SafeString(chosen.render({**flat, "bound": panel.bound}))


@register.simple_tag
def line_say(line: LogLine, fact: Fact) -> SafeString:
    """A fact of a log entry, with the names of the entry's time."""
    return _html(line.speaker.sentence(fact))


@register.inclusion_tag("combat/_verdict.html", takes_context=True)
def verdict(context: template.Context, line: LogLine, fact: Fact, icon: str) -> dict[str, object]:
    """Whether a roll succeeds ("check") or not ("x"); `foe`: a foe's success is the players' loss, and the reverse."""
    board: Board | None = context.get("board")
    who = fact.params.get("who")
    row = board.row(who.combatant) if board is not None and isinstance(who, Ref) else None
    foe = row is not None and row.side == "foes"
    return {"said": line_say(line, fact), "icon": icon, "fails": icon == "x", "foe": foe}


def _html(segments: Iterable[Segment]) -> SafeString:
    return format_html_join("", "{}", ((format_html("<b>{}</b>", s.text) if s.name else s.text,) for s in segments))


@register.simple_tag
def log_text(line: LogLine) -> SafeString:
    """All facts of a log entry as one text, a sentence for each roll, or a list where many of them say the same."""
    if "text" not in line.drawn:
        line.drawn["text"] = _joined(line)
    return line.drawn["text"]


def _said(line: LogLine) -> Sequence[Fact]:
    """The facts of an entry; in a group act their own sentences say whose they are."""
    return [fact for fact in line.facts if fact.code != ACTS] or line.facts


def _joined(line: LogLine) -> SafeString:
    facts = _said(line)
    said = [_html(sentence) for sentence in line.speaker.sentences(facts)]
    if max(Counter(fact.code for fact in facts).values(), default=0) < MANY:
        return format_html_join(". ", "{}", ((one,) for one in said))
    stop = SafeString('<span class="log__stop">. </span>')
    return format_html_join(stop, '<span class="log__fact">{}</span>', ((one,) for one in said))


@register.simple_tag
def log_icon(line: LogLine) -> SafeString:
    """The icon of a log entry by its first fact."""
    return icon(get_system(line.speaker.slug).told_codes.icon(_said(line)[0].code))


@register.simple_tag(takes_context=True)
def log_line(context: template.Context, line: LogLine, first: bool) -> SafeString:
    """A line of a log, drawn once for all who read the same, since an entry never changes."""
    undoable, whole = bool(context.get("undoable")), bool(context.get("whole"))
    key = f"{get_script_prefix()} {undoable} {whole} {first}"
    if key not in line.drawn:
        values = {"encounter": context["encounter"], "line": line, "first": first}
        drawn = get_template("combat/_line.html").render({**values, "undoable": undoable, "whole": whole})
        line.drawn[key] = SafeString(drawn)
    return line.drawn[key]


@register.filter
def drawn_as(fact: Fact, line: LogLine) -> str:
    """How the newest result draws a fact of this entry (`rules.core.told_codes`).

    What a sum tells is a sentence to those who do not see the sum.
    """
    told = get_system(line.speaker.slug).told_codes
    summed = any(told.drawn_as(other.code) == "sum" for other in line.facts)
    return told.drawn_as(fact.code) or ("" if summed else "then")


@register.filter
def has_terms(line: LogLine) -> bool:
    """Whether an entry holds a sum with terms; an entry that only cites a rule is explained in the whole log."""
    return any(fact.terms for fact in line.facts)


@register.filter
def explained(lines: Iterable[LogLine]) -> list[LogLine]:
    """The entries that explain a sum."""
    return [line for line in lines if has_terms(line)]


@register.filter
def named(bound: Iterable[BoundInput], names: str) -> list[BoundInput]:
    """The inputs of these names, separated by commas, in the order of the form."""
    wanted = names.split(",")
    return [field for field in bound if field.name in wanted]


@register.filter
def unnamed(bound: Iterable[BoundInput], names: str) -> list[BoundInput]:
    """All inputs but those of these names, separated by commas."""
    wanted = names.split(",")
    return [field for field in bound if field.name not in wanted]


@register.filter
def faults(bound: Iterable[BoundInput]) -> list[BoundInput]:
    """The inputs with a fault, inputs inside rows included."""
    return faulty(list(bound))


@register.filter
def touched(bound: Iterable[BoundInput]) -> bool:
    """Whether one of these inputs has a fault or differs from its first option."""
    return any(field.touched for field in bound)


@register.filter
def usual(bound: Iterable[BoundInput]) -> list[BoundInput]:
    """The inputs that are in sight."""
    return [field for field in bound if not field.seldom]


@register.filter
def seldom(bound: Iterable[BoundInput]) -> list[BoundInput]:
    """The inputs that are folded away."""
    return [field for field in bound if field.seldom]


@register.filter
def times(count: int | None) -> range:
    """A range of this length, for loops."""
    return range(count or 0)


@register.filter
def row_of(board: Board, who: str) -> Row | None:
    """The row of a combatant, if the reader sees it."""
    return board.row(who)


@register.filter
def withheld(fact: Fact) -> int:
    """The part of a known sum that the visible terms do not account for."""
    if fact.value is None:
        return 0
    return fact.value - sum(term.value for term in fact.terms if term.value is not None)


@register.filter
def faces(total: Fact) -> list[int]:
    """The faces of a total, from the first term that has any."""
    told = next((str(term.params["faces"]) for term in total.terms if "faces" in term.params), "")
    return [int(face) for face in told.split() if face.isdigit()]


@register.filter
def untold(rolled: Fact, lines: Iterable[LogLine]) -> bool:
    """Whether no sum that was told so far contains these faces: others are still rolling."""
    told = {
        face
        for line in lines
        for fact in line.facts
        for term in fact.terms
        for face in str(term.params.get("faces", "")).split()
    }
    return not told.issuperset(str(rolled.params.get("faces", "")).split())


@register.simple_tag
def roll_rest(total: Fact, shown: int | None = None) -> str:
    """What is added to the dice of a roll, with its sign; empty where it is nothing.

    `shown`: the part that is shown separately.
    """
    rest = (total.value or 0) - sum(faces(total)) - (shown or 0)
    return f"{'+' if rest > 0 else '−'} {abs(rest)}" if rest else ""
