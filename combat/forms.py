"""Forms for preparing a fight; the system's own questions come from its declared inputs."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

SIDES = [("foes", _("Contrarios")), ("party", _("El grupo")), ("others", _("Otros"))]
SHOWS = [("word", _("Palabra")), ("number", _("Número")), ("nothing", _("Nada"))]

MOST_AT_ONCE = 30


class NewEncounterForm(forms.Form):
    """The name of a new encounter."""

    name = forms.CharField(
        label=_("Nombre de la escena"), max_length=80, widget=forms.TextInput(attrs={"autofocus": True})
    )


class CharactersForm(forms.Form):
    """How characters of the table join: their side, and what the table sees of them; blank keeps each one's default."""

    side = forms.ChoiceField(
        label=_("Bando"),
        choices=[("", _("Personas con el grupo, criaturas enfrente")), *SIDES],
        required=False,
    )
    shows = forms.ChoiceField(
        label=_("La mesa ve sus puntos de golpe como"),
        choices=[("", _("Número si alguien lo lleva; si no, palabra")), *SHOWS],
        required=False,
    )
    public_name = forms.CharField(
        label=_("Nombre que ve la mesa"),
        max_length=60,
        required=False,
        help_text=_("En blanco: el mismo. Solo al añadir de uno en uno."),
    )
    hidden = forms.BooleanField(label=_("Fuera de la vista de la mesa"), required=False)

    def __init__(self, data: QueryDict | None = None, *, chosen: int = 0) -> None:
        super().__init__(data, auto_id="characters_%s")
        self.chosen = chosen

    def clean_public_name(self) -> str:
        """Refuse one name for several combatants: the table could not tell them apart."""
        name: str = self.cleaned_data["public_name"]
        if name and self.chosen > 1:
            raise forms.ValidationError(_("Con varios elegidos ha de quedar en blanco."))
        return name


class BestiaryForm(forms.Form):
    """Creatures of the table's packs: which one, how many, their side, and what the table sees of them."""

    creature = forms.CharField(max_length=10, error_messages={"required": _("Elegir una criatura.")})
    name = forms.CharField(
        label=_("Nombre"), max_length=60, required=False, help_text=_("En blanco: el del bestiario.")
    )
    public_name = forms.CharField(
        label=_("Nombre que ve la mesa"), max_length=60, required=False, help_text=_("En blanco: el mismo.")
    )
    count = forms.IntegerField(
        label=_("Cuántos"),
        min_value=1,
        max_value=MOST_AT_ONCE,
        initial=1,
        help_text=_("Más de uno: grupo numerado con una sola iniciativa."),
    )
    side = forms.ChoiceField(label=_("Bando"), choices=SIDES)
    shows = forms.ChoiceField(label=_("La mesa ve sus puntos de golpe como"), choices=SHOWS)
    numbered = forms.BooleanField(label=_("Con número aunque sea uno"), required=False)
    hidden = forms.BooleanField(label=_("Fuera de la vista de la mesa"), required=False)

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="bestiary_%s")

    @property
    def about(self) -> list[forms.BoundField]:
        """All fields but the creature, which is chosen from a separate list."""
        return [field for field in self if field.name != "creature"]


class ImprovisedForm(forms.Form):
    """Improvised combatants: name, how many, their side, and what the table sees of them."""

    name = forms.CharField(label=_("Nombre"), max_length=60)
    public_name = forms.CharField(
        label=_("Nombre que ve la mesa"), max_length=60, required=False, help_text=_("En blanco: el mismo.")
    )
    count = forms.IntegerField(
        label=_("Cuántos"),
        min_value=1,
        max_value=MOST_AT_ONCE,
        initial=1,
        help_text=_("Más de uno: grupo numerado con una sola iniciativa."),
    )
    side = forms.ChoiceField(label=_("Bando"), choices=SIDES)
    shows = forms.ChoiceField(label=_("La mesa ve sus puntos de golpe como"), choices=SHOWS)
    numbered = forms.BooleanField(label=_("Con número aunque sea uno"), required=False)
    hidden = forms.BooleanField(label=_("Fuera de la vista de la mesa"), required=False)

    def __init__(self, data: QueryDict | None = None) -> None:
        # Ids distinct from those of the system's own inputs on the same page.
        super().__init__(data, auto_id="improvised_%s")
