"""The page on which a person has digests mailed, and the links in them, which need no log-in."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tapiz_site import pages
from tapiz_site.accounts.addresses import absolute
from tapiz_site.accounts.attempts import spend, too_many_sentence
from tapiz_site.accounts.policy import person

from .. import digests
from ..models import Digest, Often


@never_cache
@login_required
@require_http_methods(pages.GET_AND_POST)
def choose(request: HttpRequest) -> HttpResponse:
    """How often the person's own digest is mailed; not for guests, who have no e-mail."""
    user = person(request)
    if user.is_guest:
        raise Http404
    if request.method == "POST" and settings.MAIL and user.email:
        return _chosen(request)
    digest = Digest.objects.filter(user=user, email=user.email).first()
    context = {
        "mail": settings.MAIL,
        "digest": digest,
        "often": [(one.value, one.label) for one in Often],
        "chosen": digest.every if digest is not None else "",
    }
    return render(request, "combat/digest.html", context, status=pages.status(request))


def _chosen(request: HttpRequest) -> HttpResponse:
    user, every = person(request), request.POST.get("every", "")
    if every not in Often.values:
        Digest.objects.filter(user=user).delete()
        messages.success(request, _("Ya no se manda ningún resumen."))
        return redirect("combat:digest")
    digest = digests.ask(user, every, absolute(request, "/").rstrip("/"))
    if digest.confirmed:
        messages.success(request, _("Queda guardado."))
    elif not spend(request, "confirm_digest", user=user):
        messages.error(request, too_many_sentence(3600))
    elif digests.ask_to_confirm(digest):
        messages.success(request, _("Ha salido un correo a %(email)s: falta confirmarlo.") % {"email": digest.email})
    else:
        messages.error(request, _("El correo no se ha podido mandar."))
    return redirect("combat:digest")


@never_cache
@require_http_methods(pages.GET_AND_POST)
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """The link of the first mail: the reader of that address wants the digest there."""
    digest = digests.of_token(token, "confirm")
    if digest is not None and request.method == "POST":
        Digest.objects.filter(pk=digest.pk).update(confirmed=True)
    context = {"digest": digest, "does": "confirm", "done": request.method == "POST"}
    return render(request, "combat/digest_link.html", context, status=200 if digest else 404)


@never_cache
@csrf_exempt
@require_http_methods(pages.GET_AND_POST)
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """The link of each digest: one tap ends it, as does the button of a mail program, which sends no other mark."""
    digest = digests.of_token(token, "stop")
    if digest is not None and request.method == "POST":
        digest.delete()
    context = {"digest": digest, "does": "stop", "done": request.method == "POST"}
    return render(request, "combat/digest_link.html", context, status=200 if digest else 404)
