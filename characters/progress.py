"""What a step of making a character has still to be chosen or spent, as its page says it all the time."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.core.creation import CreationStep, Left, Said
from rules.core.inputs import Choice
from tapiz_site import inputs
from tapiz_site.speech import PageSpeaker

MOST_THREADS = 8
"""Above this, what is left is told in words alone."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The foot of a step's page."""

    button: str
    """What its button does, or what is missing."""
    finished: bool = True
    left: str = ""
    """What is left here."""
    more: str = ""
    """Of how much, and what comes after."""
    threads: tuple[bool, ...] = ()
    """For each thing to choose, whether it is chosen."""
    go: str = "next"
    """What its button sends."""
    icon: str = "arrow-right"


def counts(step: CreationStep, said: Said) -> bool:
    """Whether the foot of the page counts what stops the step."""
    return any(one.stops for one in step.left(said))


def of_step(step: CreationStep, said: Said, later: list[CreationStep], following: str, words: PageSpeaker) -> Progress:
    """How far a step is; `later`: the steps after it, `following`: the title of the next page."""
    here = [one for one in step.left(said) if one.of or one.left]
    open_here = next((one for one in here if one.stops), None)
    shown = open_here or next((one for one in here if one.left), None) or (here[0] if here else None)
    unchosen = _unchosen(step, said, words)
    onwards = _onwards(step, said, following, words)
    button = _asked(open_here, words) if open_here else unchosen or onwards
    threads: tuple[bool, ...] = ()
    if shown is not None and not shown.spent and 0 < shown.of <= MOST_THREADS:
        threads = tuple(place < shown.of - max(0, shown.left) for place in range(shown.of))
    return Progress(
        button=button,
        finished=open_here is None and not unchosen,
        left=_left(shown, words) if shown else "",
        more=_more(shown, [one for one in here if one is not shown], _after(later, said), words),
        threads=threads,
    )


def _unchosen(step: CreationStep, said: Said, words: PageSpeaker) -> str:
    """What the button says while one of the tiles must be chosen and none is."""
    for item in step.inputs(said):
        tiles = isinstance(item, Choice) and item.layout == "tiles" and item.required and item.default is None
        if tiles and not said.get(item.name):
            return _("Elegir: %(what)s") % {"what": inputs.label_of(item, words)}
    return ""


def _onwards(step: CreationStep, said: Said, following: str, words: PageSpeaker) -> str:
    """Goes on to the next page, named after the tile that had to be chosen."""
    for item in step.inputs(said):
        if isinstance(item, Choice) and item.layout == "tiles" and item.required:
            taken = next((one for one in item.options if one.value == said.get(item.name, item.default)), None)
            if taken is not None:
                return _("%(choice)s: seguir") % {"choice": words.text(taken.label)}
    return _("Seguir: %(next)s") % {"next": following}


def _asked(one: Left, words: PageSpeaker) -> str:
    what = words.text(one.counted)
    if one.left < 0:
        return _("Quitar %(what)s") % {"what": what}
    return (_("Repartir %(what)s") if one.spent else _("Elegir %(what)s")) % {"what": what}


def _left(one: Left, words: PageSpeaker) -> str:
    what = words.text(one.counted)
    if one.left < 0:
        return ngettext("Sobra %(what)s", "Sobran %(what)s", -one.left) % {"what": what}
    if not one.left:
        return _("Todo elegido") if not one.spent else _("Todo repartido")
    return ngettext("Queda %(what)s", "Quedan %(what)s", one.left) % {"what": what}


def _more(shown: Left | None, others: list[Left], after: list[Left], words: PageSpeaker) -> str:
    of = ""
    if shown is not None and shown.left > 0 and shown.of > shown.left:
        of = _(" de %(all)s") % {"all": shown.of}
    lines = (_left(one, words) for one in others if one.left)
    parts = [line[0].lower() + line[1:] for line in lines]
    if after:
        what = words.listed([words.text(one.counted) for one in after])
        text = _("después, %(what)s") if shown else _("Después, %(what)s")
        parts.append(text % {"what": what})
    return "; ".join([of, *parts] if shown else parts)


def _after(later: list[CreationStep], said: Said) -> list[Left]:
    return [one for step in later for one in step.left(said) if one.must and one.left > 0][:2]
