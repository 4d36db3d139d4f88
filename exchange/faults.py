"""The faults of a file, each with its place and a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.core.shapes import Misfit

Path: TypeAlias = tuple[str | int, ...]

MOST_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault; `path`: the keys and places that lead there."""

    path: Path
    text: str

    @property
    def place(self) -> str:
        """The path in the usual notation: `characters[2].sheet.level`."""
        found = "".join(f"[{step}]" if isinstance(step, int) else f".{step[:60]}" for step in self.path[:20])
        return found.lstrip(".")


class Refused(Exception):
    """A file was refused as a whole; nothing was written."""

    code = "file_refused"

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.place}: {fault.text}" for fault in self.faults[:5]))


def misfit_text(misfit: Misfit) -> str:
    """The sentence on a place where a state does not have the shape of its system."""
    match misfit.problem:
        case "missing":
            return _("Falta.")
        case "unknown":
            return _("Aquí no se espera nada con este nombre.")
        case "text":
            return _("Tiene que ser un texto.")
        case "number":
            return _("Tiene que ser un número.")
        case "yes_or_no":
            return _("Tiene que ser «true» o «false».")
        case "one_of":
            return one_of(misfit.words)
        case "list":
            return _("Tiene que ser una lista.")
        case "object":
            return _("Tiene que ser un objeto.")


def one_of(words: Iterable[str]) -> str:
    """The sentence that names the accepted values."""
    return _("Tiene que ser una de estas palabras: %(words)s.") % {"words": ", ".join(words)}


def at_most_items(number: int) -> str:
    """The sentence on the largest length of a list."""
    return ngettext("Como mucho %(n)s elemento.", "Como mucho %(n)s elementos.", number) % {"n": number}


def at_least_items(number: int) -> str:
    """The sentence on the smallest length of a list."""
    return ngettext("Como poco %(n)s elemento.", "Como poco %(n)s elementos.", number) % {"n": number}
