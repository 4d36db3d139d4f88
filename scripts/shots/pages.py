"""What there is to see: every page and state, in the order in which they are visited.

`{names}` in an address stand for what `World.values` holds. `press`: what is pressed on the way, by words of it or by
a selector of its address. `status`: what the page answers with where that is no success.
`before`: what happens at the table first. A state stays for those that follow it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from combat.deeds import Deed

from .world import World

HIGH, MIDDLING = [6, 6, 5], [4, 3, 4]


@dataclass(frozen=True, slots=True)
class Shot:
    """One page or state: its name, who looks ("" is nobody in particular), and how they get there."""

    name: str
    who: str
    address: str
    press: tuple[str, ...] = ()
    before: Callable[[World], None] | None = None
    paper: bool = False
    status: int = 200


def faces(*numbers: int) -> Callable[[World], None]:
    """The die roll that is asked for is typed in."""
    return lambda world: world.answer({"faces": list(numbers)})


def attacks(world: World) -> None:
    """Whoever acts attacks an orc."""
    world.command("attack", target="Orco 1", attribute="dexterity", mode="rolled")


def command(action: str) -> Callable[[World], None]:
    """Something that asks for nothing."""
    return lambda world: world.act(Deed("command", action))


HOUSE = (
    Shot("entrar", "", "/entrar/"),
    Shot("registro-cerrado", "", "/registro/"),
    Shot("contraseña-olvidada", "", "/contrasena/olvidada/"),
    Shot("contraseña-nueva", "", "{password_link}"),
    Shot("enlace-gastado", "", "/contrasena/nada/", status=404),
    Shot("invitación", "", "/invitacion/{invitation}/"),
    Shot("invitación-pasada", "", "/invitacion/nada/", status=404),
    Shot("puerta-código", "", "/puerta/"),
    Shot("puerta", "", "/puerta/{code}/"),
    Shot("no-está", "", "/no-existe/", status=404),
    Shot("cuenta", "dj", "/cuenta/"),
    Shot("cuenta-jugadora", "sharra", "/cuenta/"),
    Shot("cuenta-contraseña", "sharra", "/cuenta/contrasena/"),
    Shot("cuenta-guardar", "invitada", "/cuenta/guardar/"),
    Shot("cuenta-gente", "casa", "/cuenta/gente/"),
    Shot("cuenta-datos", "casa", "/cuenta/datos/"),
    Shot("salir", "sharra", "/salir/"),
)
RULES = (
    Shot("reglas-sistemas", "sharra", "/reglas/"),
    # all of them would be a picture of forty screens
    Shot("reglas-buscar", "sharra", "/reglas/tapiz/?q=heroicidad"),
    Shot("reglas-tablas", "sharra", "/reglas/tapiz/?q=cobertura"),
    Shot("reglas-nada", "sharra", "/reglas/tapiz/?q=zepelín"),
    Shot("reglas-una", "sharra", "/reglas/tapiz/TAP-LOAD-02/"),
    Shot("reglas-acción", "sharra", "/reglas/tapiz/accion/attack/"),
)
TABLE = (
    Shot("mesas", "dj", "/mesas/"),
    Shot("mesas-ninguna", "nadie", "/mesas/"),
    Shot("mesa-nueva", "dj", "/mesas/nueva/"),
    Shot("mesa-importar", "dj", "/mesas/importar/"),
    Shot("mesa-dj", "dj", "/mesas/{table}/"),
    Shot("mesa-jugadora", "sharra", "/mesas/{table}/"),
    Shot("mesa-espectadora", "pantalla", "/mesas/{table}/"),
    Shot("mesa-vacía", "dj", "/mesas/{empty}/"),
    Shot("mesa-nombre", "dj", "/mesas/{table}/nombre/"),
    Shot("mesa-carta", "dj", "/mesas/{table}/carta/"),
    Shot("mesa-carta-historia", "sharra", "/mesas/{table}/carta/historia/"),
    Shot("mesa-experiencia", "dj", "/mesas/{table}/personajes/experiencia/"),
    Shot("mesa-gente", "dj", "/mesas/{table}/gente/"),
    Shot("mesa-gente-jugadora", "sharra", "/mesas/{table}/gente/"),
    Shot("mesa-puerta", "dj", "/mesas/{table}/puerta/"),
    Shot("mesa-sesiones", "dj", "/mesas/{table}/sesiones/"),
    Shot("mesa-sesión", "dj", "/mesas/{table}/sesiones/{session}/"),
    Shot("mesa-aventura-nueva", "dj", "/mesas/{table}/aventuras/nueva/"),
    Shot("mesa-papelera", "dj", "/mesas/{table}/papelera/"),
    Shot("mesa-tiradas", "dj", "/mesas/{table}/tiradas/"),
    Shot("pantalla-de-la-sala", "pantalla", "/mesas/{table}/pantalla/"),
    Shot("pantalla-sin-conflicto", "dj", "/mesas/{empty}/pantalla/"),
)
SHEETS = (
    Shot("ficha", "sharra", "/personajes/{sharra}/"),
    Shot("ficha-dj", "dj", "/personajes/{sharra}/"),
    Shot("ficha-vacía", "sharra", "/personajes/{blank}/"),
    Shot("ficha-nivel", "sharra", "/personajes/{sharra}/nivel/"),
    Shot("ficha-editar", "sharra", "/personajes/{sharra}/editar/"),
    Shot("ficha-historia", "sharra", "/personajes/{sharra}/historia/"),
    Shot("ficha-notas", "sharra", "/personajes/{sharra}/escribir/notes/"),
    Shot("ficha-valor-a-mano", "sharra", "/personajes/{sharra}/valor/value.physical_max/"),
    Shot("ficha-borrar", "dj", "/personajes/{sharra}/borrar/"),
    Shot("ficha-importar", "sharra", "/mesas/{table}/personajes/importar/"),
    Shot("crear", "sharra", "/mesas/{table}/personajes/crear/"),
    Shot("crear-entero", "sharra", "/mesas/{table}/personajes/nuevo/"),
    Shot("crear-paso", "sharra", "/mesas/{table}/personajes/crear/", press=("a[href*='/crear/person/']",)),
)
PAPER = (
    Shot("papel-página", "sharra", "/personajes/{sharra}/hoja/"),
    Shot("papel", "sharra", "/personajes/{sharra}/hoja/?notes=on", paper=True),
    Shot("papel-vacío", "sharra", "/personajes/{blank}/hoja/", paper=True),
    Shot("papel-en-blanco", "sharra", "/mesas/{table}/hoja-en-blanco/", paper=True),
    Shot("papel-mesa", "dj", "/mesas/{table}/hojas/", paper=True),
)
FIGHT = (
    Shot("conflicto-nuevo", "dj", "/mesas/{table}/conflictos/nuevo/"),
    Shot("conflicto-preparado", "dj", "/conflictos/{ready}/"),
    Shot("conflicto-añadir", "dj", "/conflictos/{fight}/anadir/"),
    Shot("conflicto-dj", "dj", "/conflictos/{fight}/"),
    Shot("conflicto-jugadora-actúa", "sharra", "/conflictos/{fight}/"),
    Shot("conflicto-probabilidades", "sharra", "/conflictos/{fight}/", press=("[data-odds] > summary",)),
    Shot("conflicto-probabilidades-dj", "dj", "/conflictos/{fight}/", press=("[data-odds] > summary",)),
    Shot("conflicto-jugadora-espera", "elythlian", "/conflictos/{fight}/"),
    Shot("conflicto-espectadora", "pantalla", "/conflictos/{fight}/"),
    Shot("conflicto-ver-como", "dj", "/como/{player}/conflictos/{fight}/"),
    Shot("conflicto-daño", "dj", "/conflictos/{fight}/?panel=verb&action=damage"),
    Shot("conflicto-daño-jugadora", "sharra", "/conflictos/{fight}/", press=("Daño o cura",)),
    Shot("conflicto-reglas", "dj", "/conflictos/{fight}/", press=("a[href*='/accion/attack/']",)),
    Shot("conflicto-efecto", "dj", "/conflictos/{fight}/?panel=verb&action=give_effect"),
    Shot("conflicto-orden", "dj", "/conflictos/{fight}/?panel=order"),
    Shot("conflicto-más", "dj", "/conflictos/{fight}/?panel=more"),
    Shot("conflicto-registro", "dj", "/conflictos/{fight}/registro/"),
    Shot("conflicto-por-qué", "sharra", "/conflictos/{fight}/por-que/{entry}/"),
    Shot("conflicto-otra-acción", "sharra", "/conflictos/{fight}/?action=other"),
    Shot("conflicto-dados-de-otra", "dj", "/conflictos/{fight}/", before=attacks),
    Shot("conflicto-dados", "sharra", "/conflictos/{fight}/"),
    Shot("conflicto-gastar", "sharra", "/conflictos/{fight}/", before=faces(*HIGH)),
    Shot("conflicto-gastar-dj", "dj", "/conflictos/{fight}/"),
    Shot("conflicto-resultado", "sharra", "/conflictos/{fight}/", before=lambda world: world.answer(None)),
    Shot("conflicto-resultado-dj", "dj", "/conflictos/{fight}/"),
    Shot("conflicto-por-qué-dentro", "sharra", "/conflictos/{fight}/", press=("¿Por qué?",)),
    Shot("pantalla-tras-el-golpe", "pantalla", "/mesas/{table}/pantalla/"),
    Shot("escena-libre-dj", "dj", "/conflictos/{free}/"),
    Shot("conflicto-en-pausa", "dj", "/conflictos/{fight}/", before=command("pause")),
    Shot("conflicto-en-pausa-jugadora", "sharra", "/conflictos/{fight}/"),
    Shot("conflicto-archivado", "dj", "/conflictos/{fight}/", before=command("archive")),
    Shot("conflicto-archivado-jugadora", "sharra", "/conflictos/{fight}/"),
    Shot("escena-libre-jugadora", "sharra", "/conflictos/{free}/"),
    Shot("mesa-con-archivo", "sharra", "/mesas/{table}/"),
)
SHOTS = (*HOUSE, *RULES, *TABLE, *SHEETS, *PAPER, *FIGHT)
