"""The page on which a look is chosen: an emblem by one tap, or a portrait that is uploaded."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tapiz_site.accounts.attempts import spend
from tapiz_site.accounts.models import User
from tapiz_site.accounts.policy import person
from tapiz_site.campaigns.models import Table

from . import emblems, looks, storing
from .emblems import Emblem
from .forms import PictureForm, PlanForm, PortraitForm
from .looks import Likeness
from .pixels import Encoded
from .storing import NoRoom

UPLOAD = "picture_upload"
"""The rate limit of uploads (`ACCOUNT_RATE_LIMITS`)."""


def choose(request: HttpRequest, table: Table, likeness: Likeness, *, name: str, back: str) -> HttpResponse:
    """The page for what has this likeness, for people who may choose its look; the caller has asked who they are.

    name: what is drawn. back: the address to which one returns.
    """
    form = PortraitForm(request.POST or None, request.FILES or None) if request.FILES else PortraitForm()
    if request.method == "POST":
        if "file" in request.FILES or not request.POST.keys() & {"emblem", "usual", "drop"}:
            form = PortraitForm(request.POST, request.FILES)
            if uploaded(request, form) and _keep_portrait(table, likeness, form, person(request)):
                return redirect(request.get_full_path())
        else:
            _take(request, table, likeness)
            return redirect(request.get_full_path())
    face = looks.face_of(table, likeness)
    context = {
        "table": table,
        "likeness": likeness,
        "name": name,
        "back": back,
        "face": face,
        "form": form,
        "dyes": [Emblem(face.emblem.charge, dye) for dye in emblems.DYES],
        "charges": [Emblem(charge, face.emblem.dye) for charge in emblems.charges()],
        "usual": likeness.usual,
    }
    return render(request, "pictures/look.html", context, status=422 if request.method == "POST" else 200)


def _take(request: HttpRequest, table: Table, likeness: Likeness) -> None:
    """Take one tap: an emblem, the usual one, or no portrait any more."""
    if "drop" in request.POST:
        looks.drop_portrait(table, likeness)
    elif "usual" in request.POST:
        looks.choose_emblem(table, likeness, None)
    elif (emblem := emblems.read(request.POST["emblem"])) is not None:
        looks.choose_emblem(table, likeness, emblem)
    else:
        messages.error(request, _("Ese emblema no existe."))


def uploaded(request: HttpRequest, form: PortraitForm | PictureForm | PlanForm) -> bool:
    """Whether the form brings a picture; it says so where people have sent too many."""
    if not spend(request, UPLOAD, user=person(request)):
        form.add_error("file", _("Demasiadas imágenes seguidas. Volver a intentarlo más tarde."))
        return False
    return form.is_valid()


def _keep_portrait(table: Table, likeness: Likeness, form: PortraitForm, user: User) -> bool:
    encoded: Encoded = form.cleaned_data["file"]
    try:
        with transaction.atomic():
            # The portrait of before makes room for the new one.
            looks.drop_portrait(table, likeness)
            looks.choose_portrait(table, likeness, storing.keep(table, encoded, by=user))
    except NoRoom as refused:
        form.add_error("file", str(refused))
        return False
    return True
