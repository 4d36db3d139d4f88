"""Forms that send a picture; what they clean is our own encoding of it, never the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from . import pixels
from .models import Picture
from .pixels import Encoded, NotAPicture


class PixelsField(forms.FileField):
    """A picture, turned into our own encoding of it."""

    widget = forms.FileInput(attrs={"accept": pixels.TYPES})

    def __init__(self, *, make: Callable[[bytes], Encoded], label: StrOrPromise) -> None:
        super().__init__(label=label, help_text=_("JPEG, PNG o WebP, de 12 MB como mucho."))
        self.make = make

    def clean(self, data: Any, initial: Any = None) -> Encoded:
        """The picture; raises ValidationError with the reason why it is none."""
        file = super().clean(data, initial)
        try:
            return self.make(file.read())
        except NotAPicture as refused:
            raise forms.ValidationError(str(refused)) from refused


class PortraitForm(forms.Form):
    """A portrait."""

    file = PixelsField(make=pixels.face, label=_("Imagen"))


class PlanForm(forms.Form):
    """The plan of a place, to lie under a board."""

    file = PixelsField(make=pixels.plan, label=_("Imagen"))


class CaptionForm(forms.ModelForm[Picture]):
    """What is written below a picture."""

    class Meta:
        model = Picture
        fields = ["caption"]
        help_texts = {"caption": _("Lo leen todos cuando se enseña. Puede quedar en blanco.")}
        widgets = {"caption": forms.TextInput(attrs={"autocomplete": "off"})}


class PictureForm(CaptionForm):
    """A picture to be shown."""

    file = PixelsField(make=pixels.whole, label=_("Imagen"))
    field_order = ["file", "caption"]
