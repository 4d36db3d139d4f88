"""What things weigh, in words: kilograms or pounds, and other measures by the words of the system."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.formats import localize
from django.utils.translation import gettext as _

from rules.core.facts import Fact
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import PageSpeaker, speaker

GRAMS_PER_POUND = 453.59237


def words_of(table: Table) -> PageSpeaker:
    """The speaker of a table's system, which says weights in the unit of la carta."""
    found = speaker(table.system)
    found.kilos = house_of(table).get("weight_unit") == "kilos"
    return found


def burden_words(burden: Mapping[str, int], words: PageSpeaker) -> str:
    """A burden in words: kilograms or pounds, and other measures by the system's words."""
    found = []
    for measure, units in burden.items():
        if not units:
            continue
        if measure == "grams":
            found.append(_("%(kg)s kg") % {"kg": _decimal(units)})
        elif measure == "centipounds" and words.kilos:
            found.append(_("%(kg)s kg") % {"kg": _decimal(round(units * GRAMS_PER_POUND / 100))})
        elif measure == "centipounds":
            found.append(_("%(pounds)s lb") % {"pounds": _decimal(10 * units)})
        elif words.has(f"measure.{measure}"):
            found.append(words.text(Fact(f"measure.{measure}", value=units)))
    return ", ".join(found)


def _decimal(thousandths: int) -> str:
    whole = thousandths / 1000
    return str(localize(round(whole, 2) if whole % 1 else int(whole)))
