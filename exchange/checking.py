"""Checks of a file beyond its schema: sheets by the rules, states by their systems, and contradictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from characters import sheets
from rules.core.changes import Change, DoesNotFit, fold
from rules.core.codec import Codec
from rules.core.errors import RuleError
from rules.core.fair import ID
from rules.core.gear import Gear
from rules.core.registry import get_system
from rules.core.shapes import misfits
from rules.core.system import AnySystem, SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.speech import PageSpeaker, speaker

from .conditions import NoCondition, settled
from .faults import Fault, Path, misfit_text, one_of


@dataclass
class Checking:
    """Gathers the faults of a document; `misshapen`: the places at which it does not fit its schema.

    Only the other places are checked further, so that all faults come out at once.
    """

    system: AnySystem
    faults: list[Fault] = field(default_factory=list)
    misshapen: frozenset[Path] = frozenset()

    def sound(self, *path: str | int) -> bool:
        """Whether this place, all inside it and all around it fit the schema."""
        return not any(place[: len(path)] == path or path[: len(place)] == place for place in self.misshapen)

    @property
    def words(self) -> PageSpeaker:
        """The speaker for faults of the rules."""
        return speaker(self.system.slug)

    def fault(self, path: Path, text: str) -> None:
        """Note one fault."""
        self.faults.append(Fault(path, text))

    def date(self, text: str | None, path: Path) -> datetime | None:
        """A date of the file; one in the future or before 1970 is a fault."""
        if text is None:
            return None
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            self.fault(path, _("No es una fecha."))
            return None
        if not 1970 <= found.year <= 9000 or found > timezone.now() + timedelta(days=366):
            self.fault(path, _("La fecha no puede ser esa."))
            return None
        return found

    def name(self, text: str, path: Path) -> str:
        """A name on one line."""
        found = " ".join(text.split())
        if not found:
            self.fault(path, _("No puede quedar en blanco."))
        return found


@dataclass(frozen=True)
class CheckedPerson:
    """A checked character, ready to be written."""

    name: str
    kind: str
    sheet: dict[str, Json]
    condition: dict[str, Json]


def character(
    checking: Checking, data: Mapping[str, Json], house: Mapping[str, Json], path: Path, gear: Gear
) -> CheckedPerson | None:
    """A character of a file, with this gear, by the rules of its system; None when it has faults."""
    before = len(checking.faults)
    name = checking.name(data["name"], (*path, "name")) if checking.sound(*path, "name") else ""
    if not all(checking.sound(*path, key) for key in ("kind", "sheet", "sheet_version")):
        return None
    kind = checking.system.sheet_kinds.get(data["kind"])
    if kind is None:
        checking.fault((*path, "kind"), one_of(checking.system.sheet_kinds))
        return None
    sheet = _sheet(checking, kind, data, path)
    if sheet is None or not checking.sound(*path, "condition"):
        return None
    condition = _condition(checking, kind, sheet, house, data["condition"], gear, (*path, "condition"))
    return CheckedPerson(name, kind.name, sheet, condition) if len(checking.faults) == before else None


def _sheet(checking: Checking, kind: SheetKind, data: Mapping[str, Json], path: Path) -> dict[str, Json] | None:
    values, version = data["sheet"], data["sheet_version"]
    if version > kind.version:
        text = _("La ficha es de la versión %(version)s y aquí se conoce hasta la %(known)s: actualizar.")
        checking.fault((*path, "sheet_version"), text % {"version": version, "known": kind.version})
        return None
    try:
        if version < kind.version:
            values = kind.migrate(values, version)
        checked = sheets.check(kind, values)
    except Exception:
        # Arbitrary values meet code that a system wrote for its own sheets.
        checking.fault((*path, "sheet"), _("La ficha no se entiende."))
        return None
    for name, error in checked.errors.items():
        checking.fault((*path, "sheet", *_places(name)), _said(checking, kind, name, error))
    return None if checked.errors else checked.sheet


def _places(name: str) -> Path:
    """The path of a field by its name, which for a part of a row is `<name>__<row>__<part>`."""
    parts = name.split("__")
    if len(parts) == 3 and parts[1].isdecimal():
        return (parts[0], int(parts[1]), parts[2])
    return (name,) if name else ()


def _said(checking: Checking, kind: SheetKind, name: str, error: RuleError) -> str:
    item = next((one for one in kind.inputs if one.name == name.partition("__")[0]), None)
    text = checking.words.error(error)
    if item is None:
        return text
    return _("%(field)s: %(text)s") % {"field": inputs.label_of(item, checking.words), "text": text}


def _condition(
    checking: Checking,
    kind: SheetKind,
    sheet: dict[str, Json],
    house: Mapping[str, Json],
    given: Json,
    gear: Gear,
    path: Path,
) -> dict[str, Json]:
    try:
        return settled(checking.system, kind.name, sheet, house, given, gear)
    except NoCondition as error:
        for misfit in error.misfits:
            checking.fault((*path, *misfit.place), misfit_text(misfit))
        if not error.misfits:
            checking.fault(path, _("El estado no es de esta clase de ficha."))
        return {}


def house(checking: Checking, data: Mapping[str, Json]) -> dict[str, Json]:
    """The house settings, checked against those that the system declares."""
    settings = checking.system.settings
    values, errors = inputs.check_all(settings, {item.name: item.default for item in settings} | dict(data))
    for name, error in errors.items():
        checking.fault(("house", *_places(name)), checking.words.error(error))
    return values


def states(checking: Checking, data: Mapping[str, Json], path: Path) -> bool:
    """Whether the system could have written the states and the log of an encounter, and they agree."""
    before = len(checking.faults)
    version = data["state_version"]
    if version > checking.system.state_version:
        text = _("El conflicto es de la versión %(version)s de su sistema y aquí se conoce hasta la %(known)s.")
        known = checking.system.state_version
        checking.fault((*path, "state_version"), text % {"version": version, "known": known})
        return False
    for name in ("first", "head"):
        for fault in _shape(checking.system, data[name], version, (*path, name)):
            checking.faults.append(fault)
    if len(checking.faults) == before:
        _ids(checking, data, path)
        _log(checking, data["entries"], (*path, "entries"))
    if len(checking.faults) == before and version == checking.system.state_version:
        _folded(checking, data, path)
    return len(checking.faults) == before


def _shape(system: AnySystem, state: Json, version: int, path: Path) -> Iterator[Fault]:
    if version < system.state_version:
        try:
            state = system.migrate(state, version)
        except Exception:
            yield Fault(path, _("El fichero dice ser de una versión antigua, pero no tiene su forma."))
            return
    for misfit in misfits(system.codec, state):
        yield Fault((*path, *misfit.place), misfit_text(misfit))


def _ids(checking: Checking, data: Mapping[str, Json], path: Path) -> None:
    for name in ("first", "head"):
        fight = data[name]["fight"]
        combatants = fight.get("combatants", {})
        for who, one in combatants.items():
            here = (*path, name, "fight", "combatants", who)
            if not ID.fullmatch(who) or one["id"] != who:
                checking.fault((*here, "id"), _("No es el identificador bajo el que está."))
            if one.get("group") and not ID.fullmatch(one["group"]):
                checking.fault((*here, "group"), _("No tiene la forma que se espera."))
            if one.get("kind", "person") not in checking.system.sheet_kinds:
                checking.fault((*here, "kind"), one_of(checking.system.sheet_kinds))
        for place, who in enumerate(fight.get("order", ())):
            if who not in combatants:
                checking.fault((*path, name, "fight", "order", place), _("No hay ningún combatiente así."))
        for place, one in enumerate(data[name].get("open", ())):
            if not ID.fullmatch(one["command"]["id"]):
                checking.fault((*path, name, "open", place, "command", "id"), _("No tiene la forma que se espera."))


def _log(checking: Checking, entries: Sequence[Mapping[str, Json]], path: Path) -> None:
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        here = (*path, number)
        if entry["id"] in seen:
            checking.fault((*here, "id"), _("Este identificador ya lo lleva otra entrada."))
        for place, target in enumerate(entry["targets"]):
            if target not in seen:
                checking.fault((*here, "targets", place), _("Ninguna entrada anterior lleva este identificador."))
        seen.add(entry["id"])
        if (entry["kind"] == "command") != (entry["command"] is not None):
            checking.fault((*here, "command"), _("Una orden lleva su contenido, y solo una orden."))
        for place, (operation, _path, old, new) in enumerate(entry["changes"]):
            if operation == "count" and not (type(old) is int and type(new) is int):
                checking.fault((*here, "changes", place), _("Tiene que ser un número."))


def folded(codec: Codec[Any], state: Json, changes: Sequence[Change]) -> Json:
    """The state after these changes; a state of an older version gets the fields that they need."""
    try:
        return fold(state, changes)
    except DoesNotFit:
        return fold(_as_now(codec, state), changes)


def _as_now(codec: Codec[Any], state: Json) -> Json:
    """A state with all fields of the present version; raises ValueError where it cannot be read."""
    try:
        return codec.dump(codec.load(state))
    except Exception as error:
        raise ValueError from error


def _folded(checking: Checking, data: Mapping[str, Json], path: Path) -> None:
    """Check that the changes of the log lead from the first state to the present one."""
    codec = checking.system.codec
    try:
        state = codec.dump(codec.load(data["first"]))
        head = codec.dump(codec.load(data["head"]))
    except Exception:
        checking.fault((*path, "head"), _("El estado no se entiende."))
        return
    for number, entry in enumerate(data["entries"]):
        try:
            state = folded(codec, state, [Change.from_json(change) for change in entry["changes"]])
        except (DoesNotFit, TypeError, KeyError, ValueError):
            checking.fault((*path, "entries", number, "changes"), _("No encaja con lo que había hasta entonces."))
            return
    try:
        # Combatants older than a field have its default in the present state.
        same = _as_now(codec, state) == head
    except ValueError:
        same = False
    if not same:
        checking.fault((*path, "head"), _("No es lo que resulta de su registro."))


def checking_of(document: Mapping[str, Json], misfits_of_schema: Sequence[Fault]) -> Checking:
    """The checking of a document whose system is installed, with the faults of its schema."""
    misshapen = frozenset(fault.path for fault in misfits_of_schema)
    return Checking(get_system(document["system"]), list(misfits_of_schema), misshapen)
