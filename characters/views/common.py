"""What the pages of characters share."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.core.errors import RuleError
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.accounts.policy import person
from tapiz_site.campaigns.models import Table
from tapiz_site.pages import GET_AND_POST, status, wants_fragment
from tapiz_site.speech import speaker

from .. import services
from ..forms import CharacterForm

__all__ = ["GET_AND_POST", "form_context", "person", "stale_sentence", "status", "wants_fragment"]


def form_context(
    table: Table, kind: SheetKind, form: CharacterForm, raw: dict[str, Json], errors: dict[str, RuleError]
) -> dict[str, object]:
    """The context of a sheet's form, bound to what was typed, with the list of all faults."""
    words = speaker(table.system)
    bound = inputs.fields(kind.inputs, raw, errors, words)
    problems = [*form.non_field_errors(), *(words.error(error) for name, error in errors.items() if not name)]
    return {
        "table": table,
        "kind": kind.name,
        "form": form,
        "bound": bound,
        "faults": inputs.faulty(bound),
        "form_faults": [field for field in form if field.errors],
        "problems": problems,
    }


def stale_sentence(stale: services.StaleSheet) -> str:
    """The sentence on the edit that came first."""
    if stale.by is None:
        return _("La ficha ha cambiado mientras tanto. Comprobar lo escrito y guardar otra vez para imponerlo.")
    return _(
        "%(name)s ha cambiado la ficha mientras tanto. Comprobar lo escrito y guardar otra vez para imponerlo."
    ) % {"name": stale.by.shown_name}
