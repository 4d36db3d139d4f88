"""Ready-made emblems: one heraldic charge, woven on a cloth of one dye.

A charge is a grid of 13 by 13 (`charges.txt`), a dye one of the look's tokens. An emblem is stored and sent as its
code, `wolf.granza`.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType

from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

SIDE = 13
"""The rows and columns of a charge."""
MARGIN = 2
"""The cloth around a charge, in squares of its grid."""
EDGE = SIDE + 2 * MARGIN

NAMES_KEPT = 2000
"""Of how many names and ids the emblem is remembered: rows are drawn again and again."""

DYES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "anil": ("#234a78", "#b07d12"),
        "granza": ("#9b2d25", "#b07d12"),
        "gualda": ("#b07d12", "#9b2d25"),
        "orchilla": ("#6f3c78", "#b07d12"),
        "verde": ("#4a6b2c", "#b07d12"),
        "tierra": ("#6f5c3f", "#2b2018"),
    }
)
"""The dyes of cloths, and the inks of the two threads on paper, where the cloth stays white."""

DYE_NAMES = {
    "anil": pgettext_lazy("emblema", "añil"),
    "granza": pgettext_lazy("emblema", "granza"),
    "gualda": pgettext_lazy("emblema", "gualda"),
    "orchilla": pgettext_lazy("emblema", "orchilla"),
    "verde": pgettext_lazy("emblema", "verde"),
    "tierra": pgettext_lazy("emblema", "tierra"),
}

CHARGE_NAMES = {
    "wolf": pgettext_lazy("emblema", "lobo"),
    "boar": pgettext_lazy("emblema", "jabalí"),
    "bear": pgettext_lazy("emblema", "oso"),
    "bull": pgettext_lazy("emblema", "toro"),
    "stag": pgettext_lazy("emblema", "ciervo"),
    "hare": pgettext_lazy("emblema", "liebre"),
    "rat": pgettext_lazy("emblema", "rata"),
    "owl": pgettext_lazy("emblema", "búho"),
    "eagle": pgettext_lazy("emblema", "águila"),
    "raven": pgettext_lazy("emblema", "cuervo"),
    "bat": pgettext_lazy("emblema", "murciélago"),
    "fish": pgettext_lazy("emblema", "pez"),
    "toad": pgettext_lazy("emblema", "sapo"),
    "snake": pgettext_lazy("emblema", "serpiente"),
    "spider": pgettext_lazy("emblema", "araña"),
    "bee": pgettext_lazy("emblema", "abeja"),
    "dragon": pgettext_lazy("emblema", "dragón"),
    "skull": pgettext_lazy("emblema", "calavera"),
    "hand": pgettext_lazy("emblema", "mano"),
    "eye": pgettext_lazy("emblema", "ojo"),
    "heart": pgettext_lazy("emblema", "corazón"),
    "sword": pgettext_lazy("emblema", "espada"),
    "axe": pgettext_lazy("emblema", "hacha"),
    "hammer": pgettext_lazy("emblema", "martillo"),
    "spear": pgettext_lazy("emblema", "lanza"),
    "bow": pgettext_lazy("emblema", "arco"),
    "shield": pgettext_lazy("emblema", "escudo"),
    "helmet": pgettext_lazy("emblema", "yelmo"),
    "crown": pgettext_lazy("emblema", "corona"),
    "tower": pgettext_lazy("emblema", "torre"),
    "castle": pgettext_lazy("emblema", "castillo"),
    "bridge": pgettext_lazy("emblema", "puente"),
    "ship": pgettext_lazy("emblema", "barco"),
    "anchor": pgettext_lazy("emblema", "ancla"),
    "wheel": pgettext_lazy("emblema", "rueda"),
    "gear": pgettext_lazy("emblema", "engranaje"),
    "key": pgettext_lazy("emblema", "llave"),
    "book": pgettext_lazy("emblema", "libro"),
    "bell": pgettext_lazy("emblema", "campana"),
    "cup": pgettext_lazy("emblema", "copa"),
    "flame": pgettext_lazy("emblema", "llama"),
    "star": pgettext_lazy("emblema", "estrella"),
    "sun": pgettext_lazy("emblema", "sol"),
    "moon": pgettext_lazy("emblema", "luna"),
    "tree": pgettext_lazy("emblema", "árbol"),
    "leaf": pgettext_lazy("emblema", "hoja"),
    "rose": pgettext_lazy("emblema", "rosa"),
    "mountain": pgettext_lazy("emblema", "montaña"),
    "machine": pgettext_lazy("emblema", "máquina"),
    "tank": pgettext_lazy("emblema", "tanque"),
    "rocket": pgettext_lazy("emblema", "cohete"),
}

MACHINES = ("machine", "tank", "rocket", "gear")
"""The charges of machines; people and creatures get none of them by chance."""


@dataclass(frozen=True, slots=True)
class Charge:
    """What is woven on a cloth."""

    name: str
    rows: tuple[str, ...]
    """Its whole grid, as in `charges.txt`."""
    words: frozenset[str]
    """The words of names that call for it."""

    def stitches(self, thread: str) -> str:
        """Where this thread is woven, as the path of an SVG drawing; squares beside each other are one piece."""
        runs = ((y, run) for y, row in enumerate(self.rows) for run in re.finditer(f"{re.escape(thread)}+", row))
        return "".join(f"M{MARGIN + run.start()} {MARGIN + y}h{len(run[0])}v1h-{len(run[0])}z" for y, run in runs)

    def crosses(self, thread: str) -> str:
        """The same with each square apart, as it is stitched on paper."""
        squares = ((x, y) for y, row in enumerate(self.rows) for x, found in enumerate(row) if found == thread)
        return "".join(f"M{MARGIN + x}.08 {MARGIN + y}.08h.84v.84h-.84z" for x, y in squares)


@dataclass(frozen=True, slots=True)
class Emblem:
    """A charge on a cloth."""

    charge: str
    dye: str

    def __str__(self) -> str:
        return f"{self.charge}.{self.dye}"

    @property
    def title(self) -> str:
        """What it shows, in the reader's language."""
        return f"{CHARGE_NAMES[self.charge]}, {DYE_NAMES[self.dye]}"


@cache
def charges() -> Mapping[str, Charge]:
    """All charges by their names, in the order of `charges.txt`."""
    text = resources.files(__package__).joinpath("charges.txt").read_text(encoding="utf-8")
    return MappingProxyType({one.name: one for one in _read(text)})


def _read(text: str) -> Iterator[Charge]:
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("# ")]
        if not lines:
            continue
        words = " ".join(line[2:] for line in lines if line.startswith("= "))
        halves = [line for line in lines[1:] if not line.startswith("= ")]
        if len(halves) != SIDE or any(len(half) != SIDE // 2 + 1 for half in halves):
            raise ValueError(f"The charge {lines[0]!r} has not {SIDE} rows of {SIDE // 2 + 1} columns.")
        yield Charge(lines[0], tuple(half + half[-2::-1] for half in halves), frozenset(words.split()))


def read(code: str) -> Emblem | None:
    """The emblem of this code; None for what is none of ours."""
    charge, _dot, dye = code.partition(".")
    return Emblem(charge, dye) if charge in charges() and dye in DYES else None


@cache
def _by_word() -> Mapping[str, str]:
    return {word: charge.name for charge in charges().values() for word in charge.words}


@cache
def _living() -> Sequence[str]:
    return [name for name in charges() if name not in MACHINES]


@lru_cache(maxsize=NAMES_KEPT)
def derived(seed: str, *, machine: bool = False) -> Emblem:
    """The emblem of a person or thing that has chosen none; always the same for the same seed."""
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8])
    among = MACHINES if machine else _living()
    number, dye = divmod(number, len(DYES))
    return Emblem(among[number % len(among)], tuple(DYES)[dye])


@lru_cache(maxsize=NAMES_KEPT)
def of_creature(name: str, *, machine: bool = False) -> Emblem:
    """The emblem of a creature of this name: its charge by the first word that calls for one, numbers aside."""
    bare = bare_name(name)
    found = derived(bare, machine=machine)
    called = next((charge for word in re.split(r"\W+", bare) if (charge := _by_word().get(word))), found.charge)
    return Emblem(called, found.dye)


@lru_cache(maxsize=NAMES_KEPT)
def bare_name(name: str) -> str:
    """A name without its number, accents and capitals, under which all creatures of a kind are known."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[\s\d]+$", "", " ".join(letters.split()))


def sprite() -> str:
    """All charges as symbols of one SVG file: the first thread has the fill of the drawing, the second its colour."""
    symbols = "\n".join(
        f'<symbol id="{one.name}" viewBox="0 0 {EDGE} {EDGE}"><path d="{one.stitches("#")}"/>'
        f'<path fill="currentColor" d="{one.stitches("o")}"/></symbol>'
        for one in charges().values()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


@cache
def on_paper(emblem: Emblem) -> SafeString:
    """An emblem as ink on white, with its frame: whole in itself, as PDFs know neither sprite nor style sheet."""
    charge, (first, second) = charges()[emblem.charge], DYES[emblem.dye]
    frame, line = EDGE - 1, 'fill="none" stroke="#8a7553"'
    return SafeString(
        f'<svg class="emblem" viewBox="0 0 {EDGE} {EDGE}" aria-hidden="true">'
        f'<rect x=".5" y=".5" width="{frame}" height="{frame}" rx="1.4" {line} stroke-width=".5"/>'
        f'<path d="M1.3 1.3h14.4v14.4H1.3z" {line} stroke-width=".3" stroke-dasharray=".5 .5"/>'
        f'<path fill="{first}" d="{charge.crosses("#")}"/><path fill="{second}" d="{charge.crosses("o")}"/></svg>'
    )
