"""What can go wrong with possessions; each has a code and words for people."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class GearError(Exception):
    """Nothing has changed; `params` go into the words."""

    code = "gear"
    message: str | Promise = _("No se ha podido hacer.")

    def __init__(self, **params: object) -> None:
        super().__init__(self.code)
        self.params: Mapping[str, object] = params

    def __str__(self) -> str:
        return str(self.message) % dict(self.params)


class NotEnough(GearError):
    """Fewer are left than are wanted: perhaps somebody was faster."""

    code = "not_enough"
    message = _("De «%(name)s» ya no queda tanto: quedan %(left)s.")


class GoneTo(GearError):
    """None are left, and it is known where they went."""

    code = "gone_to"
    message = _("«%(name)s» ya no está: %(who)s ha llegado antes.")


class UsedSince(GearError):
    """An undo would take back more of a thing than is left."""

    code = "used_since"
    message = _("No se puede deshacer: habría que quitar «%(name)s» y ya no queda tanto (%(why)s).")


class GoneAgain(UsedSince):
    """A redo would take again more of a thing than is left."""

    code = "gone_again"
    message = _("No se puede rehacer: habría que quitar «%(name)s» y ya no queda tanto (%(why)s).")


class NoRoom(GearError):
    """A container holds no more."""

    code = "no_room"
    message = _("«%(name)s» no da para tanto: cabe %(room)s y harían falta %(wanted)s.")


class InItself(GearError):
    """A container cannot hold itself, nor what holds it."""

    code = "in_itself"
    message = _("«%(name)s» no puede ir dentro de sí mismo.")


class NotThere(GearError):
    """This thing cannot be in that place."""

    code = "not_there"
    message = _("«%(name)s» no puede estar así.")


class TooMany(GearError):
    """More of a thing than anybody can have."""

    code = "too_many"
    message = _("Son demasiados: %(name)s.")


class NoNumber(GearError):
    """What was typed is no number of things."""

    code = "no_number"
    message = _("Ahí hace falta un número entero del 1 al %(most)s.")


class TooPoor(GearError):
    """The coins do not reach."""

    code = "too_poor"
    message = _("No hay monedas bastantes: faltan %(missing)s.")


class NoChange(GearError):
    """Coins cannot be exchanged into so many of the other without a rest."""

    code = "no_change"
    message = _("Con esas monedas no sale ni una de las otras.")


class ShopClosed(GearError):
    """Nothing is bought or sold now."""

    code = "shop_closed"
    message = _("La tienda está cerrada.")


class NoPrice(GearError):
    """A thing without a price is neither bought nor sold."""

    code = "no_price"
    message = _("«%(name)s» no tiene precio.")


class OfferGone(GearError):
    """A gift was withdrawn, answered, or what was offered is there no longer."""

    code = "offer_gone"
    message = _("Lo ofrecido ya no está.")


class NothingToShare(GearError):
    """The stash holds nothing of which everybody would get one."""

    code = "nothing_to_share"
    message = _("No hay nada que llegue para todos.")
