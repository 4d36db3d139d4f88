"""What a group calls its game master: titles to choose from, and how a sentence names them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

FEMININE = (gettext_lazy("DJ"), gettext_lazy("narradora"), gettext_lazy("árbitra"), gettext_lazy("dirección"))
MASCULINE = (gettext_lazy("máster"), gettext_lazy("narrador"), gettext_lazy("guarda"), gettext_lazy("árbitro"))

DJ_TITLES = (FEMININE[0], MASCULINE[0], *FEMININE[1:], *MASCULINE[1:])


def with_article(title: str) -> str:
    """A title with its article; a word of the group's own, whose gender nobody knows, as it is."""
    if title.casefold() in {str(one).casefold() for one in FEMININE}:
        return _("la %(title)s") % {"title": title}
    if title.casefold() in {str(one).casefold() for one in MASCULINE}:
        return _("el %(title)s") % {"title": title}
    return title


def contracted(text: str) -> str:
    """A Spanish sentence with its contractions: "a el narrador" is "al narrador"."""
    return f" {text}".replace(" a el ", " al ").replace(" de el ", " del ")[1:]
