"""What there is to see: every page and state, in the order in which they are visited.

`{names}` in an address stand for what `World.values` holds. `fill`: a field and what is written into it first.
`press`: what is pressed on the way, by words of it or by a selector of its address. `status`: what the page answers
with where that is no success.
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
    fill: tuple[str, str] | None = None
    before: Callable[[World], None] | None = None
    paper: bool = False
    status: int = 200


def faces(*numbers: int) -> Callable[[World], None]:
    """The die roll that is asked for is typed in."""
    return lambda world: world.answer({"faces": list(numbers)})


def attacks(world: World) -> None:
    """The combatant whose turn it is attacks an orc."""
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
    Shot("cuenta-correo", "sharra", "/cuenta/correo/"),
    Shot("cuenta-guardar", "invitada", "/cuenta/guardar/"),
    Shot("cuenta-gente", "casa", "/cuenta/gente/"),
    Shot("cuenta-datos", "casa", "/cuenta/datos/"),
    Shot("cuenta-entradas", "sharra", "/cuenta/entradas/"),
    Shot("cuenta-irse", "sharra", "/cuenta/irse/"),
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
    Shot("lecciones", "sharra", "/reglas/tapiz/TAP-HERO-10/"),
    Shot("lección", "sharra", "/reglas/tapiz/TAP-HERO-10/", press=("[id=lecciones] .btn",)),
    Shot("lección-paso", "sharra", "/reglas/tapiz/TAP-HERO-10/", press=("[id=lecciones] .btn", "[value=next]")),
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
    Shot("mesa-borrar", "dj", "/mesas/{table}/borrar/"),
    Shot("mesas-papelera", "dj", "/mesas/papelera/"),
    Shot("mesa-carta", "dj", "/mesas/{table}/carta/"),
    Shot("mesa-carta-historia", "sharra", "/mesas/{table}/carta/historia/"),
    Shot("mesa-experiencia", "dj", "/mesas/{table}/personajes/experiencia/"),
    Shot("mesa-gente", "dj", "/mesas/{table}/gente/"),
    Shot("mesa-gente-jugadora", "sharra", "/mesas/{table}/gente/"),
    Shot("mesa-puerta", "dj", "/mesas/{table}/puerta/"),
    Shot("mesa-sesiones", "dj", "/mesas/{table}/sesiones/"),
    Shot("mesa-sesión", "dj", "/mesas/{table}/sesiones/{session}/"),
    Shot("mesa-aventura-nueva", "dj", "/mesas/{table}/aventuras/nueva/"),
    Shot("mesa-aventura-nombre", "dj", "/mesas/{table}/aventuras/{adventure}/nombre/"),
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
PACKS = (
    Shot("lienzos", "sharra", "/mesas/{table}/lienzos/"),
    Shot("lienzos-buscar", "sharra", "/mesas/{table}/lienzos/?q=bruma"),
    Shot("lienzos-equipo", "sharra", "/mesas/{table}/lienzos/familia/item/"),
    Shot("lienzos-bestiario", "dj", "/mesas/{table}/lienzos/familia/creature/"),
    Shot("lienzos-criatura", "dj", "/mesas/{table}/lienzos/entrada/BBC0014/"),
    Shot("lienzos-clase", "sharra", "/mesas/{table}/lienzos/entrada/BBP0001/"),
    Shot("lienzos-capítulo", "sharra", "/mesas/{table}/lienzos/", press=("a[href*='/capitulo/']",)),
    Shot("lienzos-papel", "sharra", "/mesas/{table}/lienzos/familia/spell/papel/", paper=True),
    Shot("lienzos-elegir", "dj", "/mesas/{table}/lienzos/elegir/"),
    Shot("lienzos-novedades", "dj", "/mesas/{table}/lienzos/elegir/{pack}/novedades/"),
    Shot("lienzos-reglas", "dj", "/mesas/{table}/lienzos/reglas/"),
    Shot("lienzos-traer", "dj", "/mesas/{table}/lienzos/traer/"),
    Shot("lienzos-instalar", "casa", "/lienzos/"),
    Shot("lienzos-nuevo", "dj", "/mesas/{table}/lienzos/nuevo/"),
    Shot("lienzos-borrador", "dj", "/mesas/{table}/lienzos/propios/{draft}/"),
    Shot("lienzos-datos", "dj", "/mesas/{table}/lienzos/propios/{draft}/datos/"),
    Shot("lienzos-entrada-nueva", "dj", "/mesas/{table}/lienzos/propios/{draft}/nueva/weapon/"),
    Shot("lienzos-especie-nueva", "dj", "/mesas/{table}/lienzos/propios/{draft}/nueva/species/"),
    Shot("lienzos-regla-nueva", "dj", "/mesas/{table}/lienzos/propios/{draft}/nueva/rule/"),
    Shot("lienzos-entrada", "dj", "/mesas/{table}/lienzos/propios/{draft}/entrada/LNO0001/"),
    Shot("lienzos-pegar", "dj", "/mesas/{table}/lienzos/propios/{draft}/pegar/weapon/"),
    Shot("lienzos-ninguno", "dj", "/mesas/{empty}/lienzos/"),
    Shot("lienzos-tomar", "sharra", "/personajes/{sharra}/tomar/"),
    Shot("lienzos-tomar-clase", "sharra", "/personajes/{sharra}/tomar/BBP0001/"),
)
PASTED = "Nombre\tPrecio\tTamaño\tPeso\nNavaja larga\t30\tsmall\t300\nRemo\tcaro\ttwo_handed\t2000\n"
PREVIEW = ("Ver qué sería",)
EQUIPMENT = (
    Shot("equipo", "sharra", "/personajes/{sharra}/equipo/"),
    Shot("equipo-dj", "dj", "/personajes/{sharra}/equipo/"),
    Shot("equipo-vacío", "sharra", "/personajes/{blank}/equipo/"),
    Shot("equipo-tumbas", "orlo", "/personajes/{orlo}/equipo/"),
    Shot("equipo-cambiar", "sharra", "/personajes/{sharra}/equipo/", press=("[class~=inventory] summary",)),
    Shot("equipo-historia", "sharra", "/personajes/{sharra}/equipo/historia/"),
    Shot("equipo-anotar", "sharra", "/personajes/{sharra}/equipo/anotar/"),
    Shot("equipo-anotar-arma", "sharra", "/personajes/{sharra}/equipo/anotar/weapon/"),
    Shot("equipo-objeto", "sharra", "/personajes/{sharra}/equipo/{coat}/"),
    Shot("equipo-objeto-flechas", "sharra", "/personajes/{sharra}/equipo/{arrows}/"),
    Shot("equipo-objeto-carcaj", "sharra", "/personajes/{sharra}/equipo/{quiver}/"),
    Shot("equipo-objeto-corregir", "sharra", "/personajes/{sharra}/equipo/{bow}/corregir/"),
    Shot("equipo-fondo", "sharra", "/mesas/{table}/fondo/"),
    Shot("equipo-fondo-dj", "dj", "/mesas/{table}/fondo/"),
    Shot("equipo-fondo-vacío", "irena", "/mesas/{tumbas_table}/fondo/"),
    Shot("equipo-fondo-repartir", "sharra", "/mesas/{table}/fondo/repartir/"),
    Shot("equipo-fondo-historia", "sharra", "/mesas/{table}/fondo/historia/"),
    Shot("equipo-tienda", "sharra", "/mesas/{table}/tienda/"),
    Shot("equipo-tienda-dj", "dj", "/mesas/{table}/tienda/"),
    Shot("equipo-tienda-cerrada", "irena", "/mesas/{tumbas_table}/tienda/"),
    Shot(
        "equipo-lienzos-pegado",
        "dj",
        "/mesas/{table}/lienzos/propios/{draft}/pegar/weapon/",
        press=PREVIEW,
        fill=("#pasted", PASTED),
    ),
)
SYSTEMS = (
    Shot("tumbas-conflicto-dj", "narradora", "/conflictos/{tumbas_fight}/"),
    Shot("tumbas-conflicto-jugadora", "irena", "/conflictos/{tumbas_fight}/"),
    Shot("tumbas-ficha", "orlo", "/personajes/{orlo}/"),
    Shot("tumbas-papel", "orlo", "/personajes/{orlo}/hoja/", paper=True),
    Shot("d20-conflicto-dj", "bitacora", "/conflictos/{d20_fight}/"),
    Shot("d20-conflicto-jugadora", "nerea", "/conflictos/{d20_fight}/"),
    Shot("d20-ficha", "nerea", "/personajes/{nerea}/"),
    Shot("d20-papel", "nerea", "/personajes/{nerea}/hoja/", paper=True),
    Shot("tactico-conflicto-dj", "capitana", "/conflictos/{tactico_fight}/"),
    Shot("tactico-conflicto-jugadora", "vera", "/conflictos/{tactico_fight}/"),
    Shot("tactico-ficha", "vera", "/personajes/{vera}/"),
    Shot("tactico-papel", "vera", "/personajes/{vera}/hoja/", paper=True),
    Shot("tactico-tablero-dj", "cartografia", "/conflictos/{mechs_fight}/"),
    Shot("tactico-tablero-jugadora", "ibarra", "/conflictos/{mechs_fight}/"),
    Shot("tactico-ficha-mech", "ibarra", "/personajes/{falcon}/"),
    Shot("tactico-papel-mech", "ibarra", "/personajes/{falcon}/hoja/", paper=True),
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
SHOTS = (*HOUSE, *RULES, *TABLE, *SHEETS, *EQUIPMENT, *PACKS, *PAPER, *FIGHT, *SYSTEMS)
