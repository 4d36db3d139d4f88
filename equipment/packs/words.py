"""The words of pages for families, kinds, languages and faults of packs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules.core.equipment import GIVES, EntryKind, Family, known_of
from rules.core.inputs import Input
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.speech import FIRST_LANGUAGE, PageSpeaker, speaker

from .files.faults import Fault
from .files.kinds import may_ask, sheet_of
from .files.languages import is_by_language, spoken

FAMILY_WORDS: Mapping[Family, str | Promise] = {
    "item": gettext_lazy("Equipo"),
    "class": gettext_lazy("Clases"),
    "species": gettext_lazy("Especies"),
    "talent": gettext_lazy("Talentos"),
    "spell": gettext_lazy("Hechizos"),
    "creature": gettext_lazy("Bestiario"),
    "rule": gettext_lazy("Reglas opcionales"),
}

FAMILY_ICONS: Mapping[Family, str] = {
    "item": "archive",
    "class": "shield",
    "species": "users",
    "talent": "sparkles",
    "spell": "wand-sparkles",
    "creature": "skull",
    "rule": "scroll-text",
}

FAULT_WORDS: Mapping[str, str | Promise] = {
    "pack.nothing": gettext_lazy("No hay ningún fichero."),
    "pack.zip.damaged": gettext_lazy("No es un fichero zip, o está dañado."),
    "pack.zip.locked": gettext_lazy("El zip está cerrado con contraseña."),
    "pack.zip.method": gettext_lazy("Está comprimido de un modo que aquí no se lee: hace falta el normal («deflate»)."),
    "pack.many_files": gettext_lazy("Hay demasiados ficheros: como mucho %(most)s."),
    "pack.size": gettext_lazy("Entre todos los ficheros son demasiado grandes: como mucho %(most)s kB."),
    "pack.file.size": gettext_lazy("El fichero es demasiado grande: como mucho %(most)s kB."),
    "pack.file.path": gettext_lazy("Esa ruta no puede ser."),
    "pack.file.deep": gettext_lazy("Está dentro de demasiadas carpetas: como mucho %(most)s."),
    "pack.file.link": gettext_lazy("Es un enlace, no un fichero."),
    "pack.file.twice": gettext_lazy("Dos ficheros tienen la misma ruta."),
    "pack.file.ending": gettext_lazy("Solo entran ficheros con estas terminaciones: %(words)s."),
    "pack.file.unknown": gettext_lazy("No se conoce nada con este nombre. Clases de entradas: %(words)s."),
    "pack.file.text": gettext_lazy("No es texto en UTF-8, o contiene signos que no se pueden guardar."),
    "pack.file.form": gettext_lazy("No se puede leer: %(reason)s."),
    "pack.file.twice_named": gettext_lazy("El nombre «%(name)s» aparece dos veces en el mismo objeto."),
    "pack.file.deeply": gettext_lazy("Hay demasiados niveles uno dentro de otro: como mucho %(most)s."),
    "pack.missing_head": gettext_lazy("Falta el fichero pack.toml."),
    "pack.missing": gettext_lazy("Falta."),
    "pack.unknown": gettext_lazy("Aquí no se espera nada con este nombre."),
    "pack.text": gettext_lazy("Tiene que ser un texto."),
    "pack.list": gettext_lazy("Tiene que ser una lista."),
    "pack.table": gettext_lazy("Tiene que ser una tabla de nombres y valores."),
    "pack.long": gettext_lazy("Como mucho %(most)s signos."),
    "pack.many": gettext_lazy("Como mucho %(most)s elementos."),
    "pack.value": gettext_lazy("Los valores son textos, números enteros, sí o no, listas y tablas."),
    "pack.format": gettext_lazy("Es otro formato, o uno más nuevo: aquí se conoce %(most)s."),
    "pack.system": gettext_lazy("Ese sistema no está en esta instalación."),
    "pack.code": gettext_lazy("Tienen que ser dos letras mayúsculas."),
    "pack.slug": gettext_lazy("Tienen que ser letras minúsculas, cifras y guiones."),
    "pack.version": gettext_lazy("Tienen que ser hasta tres números con puntos, como 1.2."),
    "pack.language": gettext_lazy("Tiene que ser un idioma del Lienzo, en dos letras minúsculas y una sola vez."),
    "pack.language_missing": gettext_lazy("Falta en el idioma «%(language)s»."),
    "pack.entry.code": gettext_lazy("Tiene que ser %(wanted)s y cuatro cifras."),
    "pack.entry.twice": gettext_lazy("El código %(name)s está también en %(file)s."),
    "pack.entry.of": gettext_lazy("No hay una entrada %(name)s de esta clase que no sea a su vez parte de otra."),
    "pack.csv.column": gettext_lazy("La primera línea nombra la columna «%(name)s», que no se conoce."),
    "pack.csv.twice": gettext_lazy("La primera línea nombra dos veces la columna «%(name)s»."),
    "pack.csv.wide": gettext_lazy("La línea tiene más celdas que la primera."),
    "pack.map": gettext_lazy("Un mapa se llama maps/nombre.json y dice «name» y «data», de este sistema."),
    "pack.scene": gettext_lazy("Una escena se llama scenes/nombre.toml."),
    "pack.scene.count": gettext_lazy("Tiene que ser un número entero de 1 a %(most)s."),
    "pack.scene.map": gettext_lazy("El Lienzo no tiene ningún mapa %(name)s."),
    "pack.scene.creature": gettext_lazy("El Lienzo no tiene ninguna criatura %(name)s."),
    "pack.chapter": gettext_lazy("Un capítulo se llama nombre.idioma.md y empieza con una línea «# título»."),
}


def language() -> str:
    """The language of the page, in two letters."""
    return (get_language() or FIRST_LANGUAGE)[:2]


def language_word(code: str) -> str:
    """The name of a language; its letters where the application has no name for it."""
    return next((str(name) for known, name in settings.LANGUAGES if known == code), code)


def kind_word(kind: EntryKind, words: PageSpeaker, *, many: bool = False) -> str:
    """The name of a kind of entries."""
    if kind.family == "rule" and not words.has(f"entry.{kind.name}"):
        return str(FAMILY_WORDS["rule"]) if many else _("Regla opcional")
    end = ".many" if many else ""
    return words.first_word(f"entry.{kind.name}{end}", f"entry.{kind.name}", default=kind.name)


@dataclass(frozen=True, slots=True)
class SaidFault:
    """A fault in words, with its file, place and entry."""

    file: str
    place: str
    entry: str
    text: str


def said(fault: Fault, system: str) -> SaidFault:
    """A fault in the language of the page; refusals of the rules are in the words of their system."""
    rule = fault.error
    text = speaker(system).error(rule) if rule else str(FAULT_WORDS[fault.code]) % fault.params
    return SaidFault(fault.file, fault.place, fault.entry, text)


def all_said(faults: Iterable[Fault], system: str) -> list[SaidFault]:
    """Faults in the language of the page."""
    return [said(fault, system) for fault in faults]


def shown(
    system: str, kind: EntryKind, values: Mapping[str, Json], unknown: Collection[str] = ()
) -> list[inputs.ShownValue]:
    """The values of an entry in words, without `gives` (see `shown_gives`) and without `unknown` ones."""
    found = get_system(system)
    asked = known_of(may_ask(found, kind), kind.name, unknown)
    if kind.family == "rule":
        # A setting is shown even when the rule switches it off.
        asked = tuple(item for item in asked if item.name in values)
        own = {item.name for item in kind.inputs}
        settings_first = [item for item in asked if item.name not in own]
        words = speaker(system)
        return [
            *inputs.shown([item for item in asked if item.name in own], values, words),
            *inputs.shown(settings_first, values, words, blanks=True),
        ]
    return inputs.shown(asked, values, speaker(system))


def shown_gives(
    system: str, kind: EntryKind, values: Mapping[str, Json], unknown: Collection[str] = ()
) -> list[inputs.ShownValue]:
    """The values in words that an entry writes on a sheet, without `unknown` ones."""
    given = values.get(GIVES) or {}
    asked = known_of(sheet_of(get_system(system), kind), kind.gives, unknown)
    sheet = [item for item in asked if item.name in given]
    return inputs.shown(sheet, given, speaker(system))


def field_word(system: str, kind: EntryKind | None, path: str) -> str:
    """The name of an entry's field, by its path in the file: `price`, `gives.size`, `name.en`."""
    first, *rest = path.split(".")
    own = {
        "name": _("Nombre"),
        "code": _("Código"),
        "text": _("Texto"),
        "description": _("Descripción"),
        "licence": _("Licencia"),
        "source": _("Procedencia"),
        "authors": _("Autoría"),
        "languages": _("Idiomas"),
        "kind": _("Clase de entrada"),
        "of": _("Parte de"),
    }
    tail = f" ({language_word(rest[-1])})" if rest and len(rest[-1]) == 2 else ""
    if first in own:
        return f"{own[first]}{tail}"
    if kind is None:
        return path
    found = get_system(system)
    asked: Sequence[Input] = may_ask(found, kind)
    if first == GIVES and rest:
        asked, first = sheet_of(found, kind), rest[0]
    item = next((one for one in asked if one.name == first), None)
    return f"{inputs.label_of(item, speaker(system))}{tail}" if item else path


def value_word(system: str, kind: EntryKind | None, path: str, value: Json) -> str:
    """A value of such a field in words."""
    if value is None or value == "":
        return "–"
    if is_by_language(value):
        return str(value.get(language()) or next(iter(value.values())))
    if kind is not None:
        found = get_system(system)
        first, *rest = path.split(".")
        asked = sheet_of(found, kind) if first == GIVES and rest else may_ask(found, kind)
        name = rest[0] if first == GIVES and rest else first
        item = next((one for one in asked if one.name == name), None)
        if item is not None:
            spoke = spoken({name: value}, [item], (), language())
            lines = inputs.shown([item], spoke, speaker(system), blanks=True)
            for one in lines:
                rows = ("; ".join(" · ".join(row) for row in one.table), "; ".join(one.lines), one.text)
                return next((text for text in rows if text), "–")
    return str(value)
