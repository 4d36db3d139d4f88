"""The errors of acts on a table, each with a stable code and a sentence for people."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from django.utils.translation import gettext as _

from rules.core.types import Json


class CampaignError(Exception):
    """An act on a table was refused; `code` is stable, the text is for people."""

    code: ClassVar[str] = "campaign"

    def __init__(self) -> None:
        super().__init__(self.message())

    def message(self) -> str:
        """The sentence for people, in the language of the page."""
        raise NotImplementedError


class LastGameMaster(CampaignError):
    """The table would have no game master."""

    code = "last_game_master"

    def message(self) -> str:
        """The sentence for people."""
        return _("La mesa se quedaría sin nadie que la dirija: antes, dar ese papel a otra persona o borrar la mesa.")


class InvitationGone(CampaignError):
    """The invitation has expired, was used up or taken back."""

    code = "invitation_gone"

    def message(self) -> str:
        """The sentence for people."""
        return _("La invitación ya no vale: ha caducado, se ha usado o se ha anulado. Pedir otra a quien dirige.")


class DoorClosed(CampaignError):
    """No door of this code is open."""

    code = "door_closed"

    def message(self) -> str:
        """The sentence for people."""
        return _("Ninguna puerta abierta tiene ese código. Mirarlo otra vez en la pantalla de la mesa.")


class KnockGone(CampaignError):
    """The person who knocked no longer waits."""

    code = "knock_gone"

    def message(self) -> str:
        """The sentence for people."""
        return _("Ya no espera nadie ahí: se ha ido, o la puerta se ha cerrado.")


class SeatTaken(CampaignError):
    """The wanted seat is taken."""

    code = "seat_taken"

    def message(self) -> str:
        """The sentence for people."""
        return _("Ese sitio ya es de otra persona: su móvil pide que elija otro.")


class TooManyKnocks(CampaignError):
    """More people wait at the door than any table seats."""

    code = "too_many_knocks"

    def message(self) -> str:
        """The sentence for people."""
        return _("Hay demasiada gente en la puerta. Probar otra vez dentro de un momento.")


class NameTaken(CampaignError):
    """Another person of the table has the name that people would read."""

    code = "name_taken"

    def message(self) -> str:
        """The sentence for people."""
        return _("En la mesa ya hay alguien con ese nombre: elegir otro.")


class GuestCannotRun(CampaignError):
    """A guest cannot run a table, which would be lost with the guest's phone."""

    code = "guest_cannot_run"

    def message(self) -> str:
        """The sentence for people."""
        return _("Para dirigir una mesa hace falta una cuenta: primero convertir el sitio en cuenta, desde «Más».")


class HouseMoved(CampaignError):
    """Another person has changed the same settings of la carta: `names`; `now`: all present settings."""

    code = "house_moved"

    def __init__(self, now: Mapping[str, Json], names: Collection[str]) -> None:
        super().__init__()
        self.now = now
        self.names = names

    def message(self) -> str:
        """The sentence for people."""
        return _("La carta ha cambiado mientras tanto. Comprobar lo elegido y guardar otra vez para imponerlo.")
