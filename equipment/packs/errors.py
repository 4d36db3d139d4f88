"""The errors of acts on packs, with sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class PackError(Exception):
    """A refused act; its str() is a sentence in the language of the page."""

    code = "pack_error"
    words: str | Promise = _("No se puede hacer con este Lienzo.")

    def __init__(self, **params: object) -> None:
        self.params: Mapping[str, object] = params
        super().__init__(self.code)

    def __str__(self) -> str:
        return str(self.words) % self.params


class OtherSystem(PackError):
    """The pack is for a system other than the table's."""

    code = "pack_other_system"
    words: str | Promise = _("El Lienzo es de otro sistema de reglas que la mesa.")


class VersionTaken(PackError):
    """A version of this number is here already, with other content."""

    code = "pack_version_taken"
    words: str | Promise = _(
        "La versión %(number)s de este Lienzo ya está aquí con otro contenido: le falta otro número."
    )


class VersionOlder(PackError):
    """A draft must be newer than all published versions."""

    code = "pack_version_older"
    words: str | Promise = _("El número tiene que ser mayor que el de la última versión, %(number)s.")


class CodeChanged(PackError):
    """The two letters of a pack cannot change."""

    code = "pack_code_changed"
    words: str | Promise = _("Este Lienzo lleva aquí el código %(code)s, que no puede cambiar.")


class CodeTaken(PackError):
    """Two packs of one table with the same letters could not be told apart."""

    code = "pack_code_taken"
    words: str | Promise = _("La mesa ya juega con otro Lienzo del código %(code)s.")


class Empty(PackError):
    """The draft has no content to publish."""

    code = "pack_empty"
    words: str | Promise = _("Un Lienzo sin entradas no se publica.")


class NoSpace(PackError):
    """One family has no free codes left."""

    code = "pack_full"
    words: str | Promise = _("No caben más entradas en este Lienzo.")
