"""The errors of acts on possessions; each has a code and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.core.errors import RuleError


@dataclass(frozen=True, slots=True)
class CoinName:
    """A coin in a sentence, by its code, for which pages say the system's name."""

    code: str

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True, slots=True)
class SpokenAmount:
    """An amount of money in a sentence, in the least coin."""

    amount: int

    def __str__(self) -> str:
        return str(self.amount)


@dataclass(frozen=True, slots=True)
class Burden:
    """A weight in a sentence: an amount in a measure of the system."""

    measure: str
    units: int

    def __str__(self) -> str:
        return str(self.units)


class GearError(Exception):
    """An act on possessions was refused and changed nothing; `params` are the parts of its sentence."""

    code = "gear"
    message: str | Promise = _("No se ha podido hacer.")

    def __init__(self, **params: object) -> None:
        super().__init__(self.code)
        self.params: Mapping[str, object] = params

    def __str__(self) -> str:
        return str(self.message) % dict(self.params)


class NotEnough(GearError):
    """Fewer are left than are wanted."""

    code = "not_enough"
    message = _("De «%(name)s» ya no queda tanto: quedan %(left)s.")


class GoneTo(GearError):
    """None are left, and the ledger knows where they went."""

    code = "gone_to"
    message = _("«%(name)s» ya no está: %(who)s ha llegado antes.")


class UsedSince(GearError):
    """An undo would take back more of a possession than is left."""

    code = "used_since"
    message = _("No se puede deshacer: habría que quitar «%(name)s» y ya no queda tanto (%(why)s).")


class GoneAgain(UsedSince):
    """A redo would take more of a possession than is left."""

    code = "gone_again"
    message = _("No se puede rehacer: habría que quitar «%(name)s» y ya no queda tanto (%(why)s).")


class TooMuch(GearError):
    """The load would exceed the rules' limit: `reason` says why, `owner` is the character.

    The reason holds numbers of that character; readers who may not know them learn only that it is too much.
    """

    code = "too_much"
    message = _("%(who)s no puede llevar tanto.")

    def __init__(self, owner: UUID, who: str, reason: RuleError) -> None:
        super().__init__(who=who)
        self.owner = owner
        self.reason = reason


class NoRoom(GearError):
    """The container has no room."""

    code = "no_room"
    message = _("«%(name)s» no da para tanto: cabe %(room)s y harían falta %(wanted)s.")


class InItself(GearError):
    """A container cannot hold itself, nor a container around it."""

    code = "in_itself"
    message = _("«%(name)s» no puede ir dentro de sí mismo.")


class NotThere(GearError):
    """This thing cannot be in that place."""

    code = "not_there"
    message = _("«%(name)s» no puede estar así.")


class TooMany(GearError):
    """The quantity is above the limit for all possessions."""

    code = "too_many"
    message = _("Son demasiados: %(name)s.")


class NoNumber(GearError):
    """What was typed is not a quantity."""

    code = "no_number"
    message = _("Ahí hace falta un número entero del 1 al %(most)s.")


class TooPoor(GearError):
    """The coins are not enough."""

    code = "too_poor"
    message = _("No hay monedas bastantes: faltan %(missing)s.")


class NoChange(GearError):
    """The coins do not divide evenly into the other coin."""

    code = "no_change"
    message = _("Con esas monedas no sale ni una de las otras.")


class StalePossession(GearError):
    """The possession was corrected since it was read."""

    code = "stale"
    message = _("«%(name)s» se ha corregido mientras tanto. Lo escrito sigue aquí: al guardar otra vez, vale.")


class ShopClosed(GearError):
    """The shop is closed."""

    code = "shop_closed"
    message = _("La tienda está cerrada.")


class NoPrice(GearError):
    """A thing without a price is neither bought nor sold."""

    code = "no_price"
    message = _("«%(name)s» no tiene precio.")


class OfferGone(GearError):
    """A gift was withdrawn or answered, or the giver no longer has what was offered."""

    code = "offer_gone"
    message = _("Lo ofrecido ya no está.")


class ProposalGone(GearError):
    """A proposal was answered or withdrawn already."""

    code = "proposal_gone"
    message = _("Ya está contestado.")


class NothingToShare(GearError):
    """No possession of the stash is enough for one each."""

    code = "nothing_to_share"
    message = _("No hay nada que llegue para todos.")
