"""The errors of an act, besides what the rules refuse; each has a code and a sentence for people."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tapiz_site.campaigns.stopping import TableStopped


class CombatError(Exception):
    """An act was not taken; nothing has changed."""

    code = "combat"
    message: str | Promise = _("No se ha podido hacer.")

    def __str__(self) -> str:
        return str(self.message)


class KeyReused(CombatError):
    """The idempotency key of an earlier act came with other content."""

    code = "key_reused"
    message = _("Este envío ya se usó para otra cosa. Actualizar la página y volver a intentarlo.")


class Busy(CombatError):
    """Other people wrote first on every try."""

    code = "busy"
    message = _("La mesa está haciendo muchas cosas a la vez. Volver a intentarlo.")


class Stopped(CombatError, TableStopped):
    """Play at the table is stopped."""

    code = "stopped"
    message = _("La mesa está parada: no se ha hecho nada, y lo escrito sigue aquí.")


class Elsewhere(CombatError):
    """A character takes part in another encounter."""

    code = "elsewhere"
    message = _("Un personaje de esta escena participa ahora en otra que sigue abierta.")


class NotYours(CombatError):
    """A player tried to undo another person's step, one on which another has acted since, or dice of the app."""

    code = "not_yours"
    message = _("Solo quien dirige puede deshacer esto: ya no es lo último, lo hizo otra persona o llevaba dados.")


class NothingToUndo(CombatError):
    """No step is left to undo or redo."""

    code = "nothing"
    message = _("No hay nada que deshacer.")


class ThingsGone(CombatError):
    """An undo would take back possessions that are no longer there."""

    code = "things_gone"

    def __init__(self, text: str) -> None:
        super().__init__()
        self.message = text


class Depends(CombatError):
    """Later steps rest on the one to be taken back."""

    code = "depends"
    message = _("Hay pasos posteriores que dependen de este.")

    def __init__(self, entries: list[str]) -> None:
        super().__init__()
        self.entries = entries


class NotGiven(CombatError):
    """What the fallen leave cannot go to the character that was chosen."""

    code = "not_given"

    def __init__(self, text: str) -> None:
        super().__init__()
        self.message = text


class NoExperience(CombatError):
    """The experience of a scene's end cannot be given."""

    code = "no_experience"

    def __init__(self, text: str) -> None:
        super().__init__()
        self.message = text
