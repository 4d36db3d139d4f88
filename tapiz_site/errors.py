"""Pages for what went wrong: friendly, without a stack trace, never needing more than a template."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import requires_csrf_token


def _problem(request: HttpRequest, status: int, title: str, advice: str) -> HttpResponse:
    return render(request, "errors/problem.html", {"status": status, "title": title, "advice": advice}, status=status)


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that the request could not be understood."""
    # Without the request: a wrong host name makes context processors fail too.
    context = {
        "status": 400,
        "title": _("La petición no se entiende"),
        "advice": _("Comprobar la dirección y volver a intentarlo desde la página anterior."),
    }
    return HttpResponse(render_to_string("errors/problem.html", context), status=400)


@requires_csrf_token
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that the reader may not do this."""
    return _problem(request, 403, _("Sin permiso"), _("Esta acción corresponde a otra persona de la mesa."))


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing here, or nothing for this reader."""
    return _problem(
        request, 404, _("Aquí no hay nada"), _("La página no existe, o no es visible con la cuenta que está en uso.")
    )


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the fault is ours, with no database and no request needed."""
    title = _("Algo ha fallado")
    advice = _("El fallo ha quedado anotado. Volver atrás y repetir el último paso suele bastar.")
    try:
        body = render_to_string("errors/problem.html", {"status": 500, "title": title, "advice": advice})
    except Exception:  # the template itself may be what failed
        return HttpResponse(f"{title}. {advice}", status=500, content_type="text/plain; charset=utf-8")
    return HttpResponse(body, status=500)


@requires_csrf_token
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form was too old or came without its cookie."""
    return _problem(
        request,
        403,
        _("El formulario ha caducado"),
        _("Volver atrás, recargar la página y enviarlo otra vez. Hacen falta las cookies de este sitio."),
    )
