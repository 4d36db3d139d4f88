"""The pages of pictures: the files themselves, looks of tables and creatures, and the pictures that are shown."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tapiz_site.accounts.policy import person
from tapiz_site.bodies import takes_pictures
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import get_table_or_404
from tapiz_site.pages import GET_AND_POST

from . import looks, policy, showing, storing
from .choosing import choose, uploaded
from .forms import CaptionForm, PictureForm
from .hung import hung_for
from .models import Picture, Rendition
from .pixels import MIME
from .storing import MOST_BYTES, NoRoom

ALONE = "default-src 'none'; sandbox"
"""The policy of a file that is opened by itself: it is an image and can do nothing."""
KEPT_SECONDS = 24 * 3600


@login_required
@require_safe
def file(request: HttpRequest, picture_pk: UUID, side: int) -> HttpResponse:
    """A picture in one size, for people who may see it; what an address shows never changes."""
    picture = policy.picture_or_404(request.user, picture_pk)
    data = Rendition.objects.filter(picture=picture, side=side).values_list("data", flat=True).first()
    if data is None:
        raise Http404
    return image_response(bytes(data))


def image_response(data: bytes) -> HttpResponse:
    """An image as the answer to who may see it, under an address that always shows the same."""
    response = HttpResponse(data, content_type=MIME)
    response["Content-Disposition"] = 'inline; filename="tapiz.webp"'
    response["Content-Security-Policy"] = ALONE
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    # Compressed already: this keeps the middleware from trying.
    response["Content-Encoding"] = "identity"
    patch_cache_control(response, private=True, max_age=KEPT_SECONDS, immutable=True)
    return response


@takes_pictures
@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def table_look(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How the table is drawn, for its game master."""
    table = policy.run_or_refused(request.user, pk)
    return choose(request, table, looks.of_table(table), name=table.name, back=table.get_absolute_url())


@takes_pictures
@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def creature_look(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How all creatures of a name are drawn at the table, for its game master.

    Query: `name`, `kind` (that of their sheet), `back` (an address of this site to return to).
    """
    table = policy.run_or_refused(request.user, pk)
    name, kind = request.GET.get("name", "")[:100], request.GET.get("kind", "creature")[:30]
    likeness = looks.of_creature(name, kind)
    if not likeness.key:
        raise Http404
    back = _back(request, request.GET.get("back", "")) or table.get_absolute_url()
    return choose(request, table, likeness, name=name, back=back)


def _back(request: HttpRequest, address: str) -> str:
    """An address of this site to return to; empty for any other."""
    ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if ours else ""


@takes_pictures
@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def pictures(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The pictures that the game master keeps to be shown; a new one.

    Query: `back`, the page from which one came to show a picture and to which one returns.
    """
    table = policy.run_or_refused(request.user, pk)
    form = PictureForm()
    if request.method == "POST":
        form = PictureForm(request.POST, request.FILES)
        if uploaded(request, form) and _kept(request, table, form):
            return redirect(request.get_full_path())
    return _listed(request, table, form)


def _kept(request: HttpRequest, table: Table, form: PictureForm) -> bool:
    try:
        storing.keep(
            table, form.cleaned_data["file"], by=person(request), caption=form.cleaned_data["caption"], to_show=True
        )
    except NoRoom as refused:
        form.add_error("file", str(refused))
        return False
    return True


def _listed(
    request: HttpRequest, table: Table, form: PictureForm, wrong: tuple[Picture, CaptionForm] | None = None
) -> HttpResponse:
    hanging = showing.hanging(table)
    rows = [
        {
            "picture": one,
            "hangs": hanging == one,
            "form": wrong[1] if wrong and wrong[0] == one else CaptionForm(instance=one, auto_id=f"{one.pk}-%s"),
            "open": bool(wrong and wrong[0] == one),
        }
        for one in table.pictures.filter(to_show=True)
    ]
    taken, _number = storing.used(table)
    context = {
        "table": table,
        "rows": rows,
        "form": form,
        "hanging": hanging,
        "back": _back(request, request.GET.get("back", "")),
        "taken": round(100 * taken / MOST_BYTES),
    }
    refused = request.method == "POST"
    return render(request, "pictures/pictures.html", context, status=422 if refused else 200)


@login_required
@require_POST
def rename(request: HttpRequest, pk: UUID, picture_pk: UUID) -> HttpResponse:
    """Write another title below a picture."""
    table, picture = policy.to_show_or_404(request.user, pk, picture_pk)
    form = CaptionForm(request.POST, instance=picture, auto_id=f"{picture.pk}-%s")
    if not form.is_valid():
        return _listed(request, table, PictureForm(), (picture, form))
    showing.rename(table, picture, form.cleaned_data["caption"])
    return redirect("pictures:pictures", table.pk)


@login_required
@require_POST
def delete(request: HttpRequest, pk: UUID, picture_pk: UUID) -> HttpResponse:
    """Delete a picture for good."""
    table, picture = policy.to_show_or_404(request.user, pk, picture_pk)
    showing.delete(table, picture)
    messages.success(request, _("La imagen se ha borrado."))
    return redirect("pictures:pictures", table.pk)


@login_required
@require_POST
def show(request: HttpRequest, pk: UUID, picture_pk: UUID) -> HttpResponse:
    """Show a picture to everyone at the table; who came from another page (`back`) returns to it."""
    table, picture = policy.to_show_or_404(request.user, pk, picture_pk)
    showing.hang(table, picture)
    return redirect(_back(request, request.POST.get("back", "")) or reverse("pictures:pictures", args=[table.pk]))


@login_required
@require_POST
def take_down(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take away what is shown; by script the strip that showed it is drawn anew where it stands."""
    table = policy.run_or_refused(request.user, pk)
    showing.take_down(table)
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(hung_for(request, table, table.role).content)
    return redirect(_back(request, request.POST.get("back", "")) or table)


@never_cache
@login_required
@require_safe
def hung(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What hangs at the table, for everyone there: a part of every page, fetched again when it changes."""
    table = get_table_or_404(request.user, pk)
    return HttpResponse(hung_for(request, table, table.role).content)
