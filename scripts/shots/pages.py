"""What there is to see: every page and state, in the order in which they are visited.

`{names}` in an address stand for what `World.values` holds. `fill`: a field and what is written into it first.
`press`: what is pressed on the way, by words of it or by a selector of its address. `status`: what the page answers
with where that is no success.
`before`: what happens at the table first. A state stays for those that follow it. `paper`: it is seen as it is printed;
`wide`: a page on its side, in columns. `twice`: a phone with text twice as large is looked at, too. `room`: the screen
in the room is, which nobody scrolls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from combat import posts, store
from combat.deeds import Deed
from combat.models import TableMap
from rules.core.board.painting import dumped
from rules.core.boards import Board, EdgeKind, Land, Region
from tapiz_site.offline import ASKED_HEADER

from .world import World

HIGH, MIDDLING = [6, 6, 5], [4, 3, 4]


@dataclass(frozen=True, slots=True)
class PageShot:
    """One page or state: its name, who looks ("" is nobody in particular), and how they get there."""

    name: str
    who: str
    address: str
    press: tuple[str, ...] = ()
    fill: tuple[str, str] | None = None
    before: Callable[[World], None] | None = None
    paper: bool = False
    wide: bool = False
    twice: bool = False
    room: bool = False
    language: str = "es-ES"
    headers: tuple[tuple[str, str], ...] = ()
    status: int = 200


Shots = tuple[PageShot, ...]
ENGLISH = "en-GB"


def faces(*numbers: int) -> Callable[[World], None]:
    """The die roll that is asked for is typed in."""
    return lambda world: world.answer({"faces": list(numbers)})


def attacks(world: World) -> None:
    """The combatant whose turn it is attacks an orc."""
    world.command("attack", target="Orco 1", attribute="dexterity", mode="rolled")


def command(action: str) -> Callable[[World], None]:
    """Something that asks for nothing."""
    return lambda world: world.act(Deed("command", action))


NEW = (PageShot("primera-cuenta", "", "/empezar/"),)
"""Seen before anybody has an account."""

HOUSE = (
    PageShot("entrar", "", "/entrar/"),
    PageShot("registro-cerrado", "", "/registro/"),
    PageShot("contraseña-olvidada", "", "/contrasena/olvidada/"),
    PageShot("contraseña-nueva", "", "{password_link}"),
    PageShot("enlace-gastado", "", "/contrasena/nada/", status=404),
    PageShot("invitación", "", "/invitacion/{invitation}/"),
    PageShot("invitación-pasada", "", "/invitacion/nada/", status=404),
    PageShot("puerta-código", "", "/puerta/"),
    PageShot("puerta", "", "/puerta/{code}/"),
    PageShot("no-está", "", "/no-existe/", status=404),
    PageShot("sin-conexión", "", "/sin-conexion/"),
    PageShot("cuenta", "dj", "/cuenta/", twice=True),
    PageShot("cuenta-jugadora", "sharra", "/cuenta/"),
    PageShot("cuenta-contraseña", "sharra", "/cuenta/contrasena/"),
    PageShot("cuenta-correo", "sharra", "/cuenta/correo/"),
    PageShot("cuenta-guardar", "invitada", "/cuenta/guardar/"),
    PageShot("cuenta-gente", "casa", "/cuenta/gente/"),
    PageShot("cuenta-datos", "casa", "/cuenta/datos/"),
    PageShot("cuenta-entradas", "sharra", "/cuenta/entradas/"),
    PageShot("cuenta-segundo-paso", "dj", "/cuenta/segundo-paso/"),
    PageShot("cuenta-irse", "sharra", "/cuenta/irse/"),
    PageShot("salir", "sharra", "/salir/"),
)
RULES = (
    PageShot("reglas-sistemas", "sharra", "/reglas/"),
    # all of them would be a picture of forty screens
    PageShot("reglas-buscar", "sharra", "/reglas/tapiz/?q=heroicidad"),
    PageShot("reglas-tablas", "sharra", "/reglas/tapiz/?q=cobertura"),
    PageShot("reglas-nada", "sharra", "/reglas/tapiz/?q=zepelín"),
    PageShot("reglas-una", "sharra", "/reglas/tapiz/TAP-LOAD-02/"),
    PageShot("reglas-acción", "sharra", "/reglas/tapiz/accion/attack/"),
    PageShot("lecciones", "sharra", "/reglas/tapiz/TAP-HERO-10/"),
    PageShot("lección", "sharra", "/reglas/tapiz/TAP-HERO-10/", press=("[id=lecciones] .btn",)),
    PageShot("lección-paso", "sharra", "/reglas/tapiz/TAP-HERO-10/", press=("[id=lecciones] .btn", "[value=next]")),
)
TABLE = (
    PageShot("mesas", "dj", "/mesas/"),
    PageShot("mesas-ninguna", "nadie", "/mesas/"),
    PageShot("mesa-nueva", "dj", "/mesas/nueva/"),
    PageShot("mesa-importar", "dj", "/mesas/importar/"),
    PageShot("mesa-dj", "dj", "/mesas/{table}/", twice=True),
    PageShot("mesa-jugadora", "sharra", "/mesas/{table}/"),
    PageShot("mesa-espectadora", "pantalla", "/mesas/{table}/"),
    PageShot("primera-tarde-lienzo", "dj", "/mesas/{empty}/"),
    PageShot("primera-tarde-carta", "dj", "/mesas/{empty}/", press=("[class~=fold] > summary",)),
    PageShot("primera-tarde-puerta", "dj", "/mesas/{evening_door}/"),
    PageShot("primera-tarde-personajes", "dj", "/mesas/{evening_characters}/"),
    PageShot("primera-tarde-escena", "dj", "/mesas/{evening_scene}/"),
    PageShot("primera-tarde-jugadora", "sharra", "/mesas/{evening_characters}/"),
    PageShot("primera-tarde-jugadora-espera", "sharra", "/mesas/{evening_scene}/"),
    PageShot("mesa-vacía", "dj", "/mesas/{empty}/?entera=1"),
    PageShot("mesa-nombre", "dj", "/mesas/{table}/nombre/"),
    PageShot("mesa-borrar", "dj", "/mesas/{table}/borrar/"),
    PageShot("mesas-papelera", "dj", "/mesas/papelera/"),
    PageShot("mesa-carta", "dj", "/mesas/{table}/carta/"),
    PageShot("mesa-carta-historia", "sharra", "/mesas/{table}/carta/historia/"),
    PageShot("mesa-experiencia", "dj", "/mesas/{table}/personajes/experiencia/"),
    PageShot("mesa-gente", "dj", "/mesas/{table}/gente/"),
    PageShot("mesa-gente-jugadora", "sharra", "/mesas/{table}/gente/"),
    PageShot("mesa-puerta", "dj", "/mesas/{table}/puerta/"),
    PageShot("mesa-sesiones", "dj", "/mesas/{table}/sesiones/"),
    PageShot("mesa-sesión", "dj", "/mesas/{table}/sesiones/{session}/"),
    PageShot("mesa-aventura-nueva", "dj", "/mesas/{table}/aventuras/nueva/"),
    PageShot("mesa-aventura-nombre", "dj", "/mesas/{table}/aventuras/{adventure}/nombre/"),
    PageShot("mesa-papelera", "dj", "/mesas/{table}/papelera/"),
    PageShot("mesa-tiradas", "dj", "/mesas/{table}/tiradas/"),
    PageShot("pantalla-de-la-sala", "pantalla", "/mesas/{table}/pantalla/"),
    PageShot("pantalla-sin-conflicto", "dj", "/mesas/{empty}/pantalla/"),
    PageShot("mesa-imágenes", "dj", "/mesas/{table}/imagenes/"),
    PageShot("mesa-retrato", "dj", "/mesas/{table}/retrato/"),
    PageShot("mesa-retrato-criatura", "dj", "/mesas/{table}/criaturas/retrato/?name=Orco"),
    PageShot("mesa-mapas", "cartografia", "/mesas/{mechs_table}/mapas/"),
    PageShot("mesa-terminados", "dj", "/mesas/{table}/conflictos/terminados/"),
    PageShot("crónica-sesión", "dj", "/mesas/{table}/sesiones/{session}/cronica/"),
)
FIRST_STEP, GIVEN = ("a[href*='/crear/person/']",), ("[class~=btn--next]",)
SHEETS = (
    PageShot("ficha", "sharra", "/personajes/{sharra}/", twice=True),
    PageShot("ficha-dj", "dj", "/personajes/{sharra}/"),
    PageShot("ficha-tirada", "sharra", "/personajes/{sharra}/", press=("[value='roll attribute:dexterity']",)),
    PageShot(
        "ficha-mis-dados",
        "sharra",
        "/personajes/{sharra}/",
        press=("[value='roll attribute:dexterity']", "Eran mis dados"),
    ),
    PageShot("ficha-daño", "sharra", "/personajes/{sharra}/", press=("[class~=change-points] > summary",)),
    PageShot("ficha-copia", "sharra", "/personajes/{sharra}/copia/", headers=((ASKED_HEADER, "1"),)),
    PageShot("ficha-sube", "sharra", "/personajes/{ready_to_rise}/"),
    PageShot("ficha-nivel-pasos", "sharra", "/personajes/{ready_to_rise}/nivel/", press=("[class~=btn--next]",)),
    PageShot("ficha-vacía", "sharra", "/personajes/{blank}/"),
    PageShot("ficha-nivel", "sharra", "/personajes/{sharra}/nivel/"),
    PageShot("ficha-editar", "sharra", "/personajes/{sharra}/editar/"),
    PageShot("ficha-historia", "sharra", "/personajes/{sharra}/historia/"),
    PageShot("ficha-notas", "sharra", "/personajes/{sharra}/escribir/notes/"),
    PageShot("ficha-valor-a-mano", "sharra", "/personajes/{sharra}/valor/value.physical_max/"),
    PageShot("ficha-borrar", "dj", "/personajes/{sharra}/borrar/"),
    PageShot("ficha-importar", "sharra", "/mesas/{table}/personajes/importar/"),
    PageShot("crear", "sharra", "/mesas/{table}/personajes/crear/"),
    PageShot("crear-entero", "sharra", "/mesas/{table}/personajes/nuevo/"),
    PageShot("crear-hecho", "elythlian", "/mesas/{evening_characters}/personajes/crear/", press=GIVEN),
    PageShot("crear-final", "sharra", "/personajes/{sharra}/hecho/"),
    PageShot("crear-tumbas", "irena", "/mesas/{tumbas_table}/personajes/crear/", press=FIRST_STEP),
    PageShot("crear-d20", "nerea", "/mesas/{d20_table}/personajes/crear/", press=FIRST_STEP),
    PageShot("crear-tactico", "vera", "/mesas/{tactico_table}/personajes/crear/", press=FIRST_STEP),
    PageShot("crear-mech", "ibarra", "/mesas/{mechs_table}/personajes/crear/?kind=mech"),
    PageShot("ficha-retrato", "sharra", "/personajes/{sharra}/retrato/"),
    PageShot("crear-paso", "sharra", "/mesas/{table}/personajes/crear/", press=("a[href*='/crear/person/']",)),
)
PACKS = (
    PageShot("lienzos", "sharra", "/mesas/{table}/lienzos/"),
    PageShot("lienzos-buscar", "sharra", "/mesas/{table}/lienzos/?q=bruma"),
    PageShot("lienzos-equipo", "sharra", "/mesas/{table}/lienzos/familia/item/"),
    PageShot("lienzos-bestiario", "dj", "/mesas/{table}/lienzos/familia/creature/"),
    PageShot("lienzos-criatura", "dj", "/mesas/{table}/lienzos/entrada/BBC0014/", twice=True),
    PageShot("lienzos-clase", "sharra", "/mesas/{table}/lienzos/entrada/BBP0001/"),
    PageShot("lienzos-capítulo", "sharra", "/mesas/{table}/lienzos/", press=("a[href*='/capitulo/']",)),
    PageShot("lienzos-papel", "sharra", "/mesas/{table}/lienzos/familia/spell/papel/", paper=True),
    PageShot("lienzos-elegir", "dj", "/mesas/{table}/lienzos/elegir/"),
    PageShot("lienzos-novedades", "dj", "/mesas/{table}/lienzos/elegir/{pack}/novedades/"),
    PageShot("lienzos-reglas", "dj", "/mesas/{table}/lienzos/reglas/"),
    PageShot("lienzos-traer", "dj", "/mesas/{table}/lienzos/traer/"),
    PageShot("lienzos-instalar", "casa", "/lienzos/"),
    PageShot("lienzos-nuevo", "dj", "/mesas/{table}/lienzos/nuevo/"),
    PageShot("lienzos-borrador", "dj", "/mesas/{table}/lienzos/propios/{draft}/"),
    PageShot("lienzos-datos", "dj", "/mesas/{table}/lienzos/propios/{draft}/datos/"),
    PageShot("lienzos-entrada-nueva", "dj", "/mesas/{table}/lienzos/propios/{draft}/nueva/weapon/"),
    PageShot("lienzos-especie-nueva", "dj", "/mesas/{table}/lienzos/propios/{draft}/nueva/species/"),
    PageShot("lienzos-regla-nueva", "dj", "/mesas/{table}/lienzos/propios/{draft}/nueva/rule/"),
    PageShot("lienzos-entrada", "dj", "/mesas/{table}/lienzos/propios/{draft}/entrada/LNO0001/"),
    PageShot("lienzos-pegar", "dj", "/mesas/{table}/lienzos/propios/{draft}/pegar/weapon/"),
    PageShot("lienzos-ninguno", "dj", "/mesas/{empty}/lienzos/"),
    PageShot("lienzos-tomar", "sharra", "/personajes/{sharra}/tomar/"),
    PageShot("lienzos-tomar-clase", "sharra", "/personajes/{sharra}/tomar/BBP0001/"),
)
PASTED = "Nombre\tPrecio\tTamaño\tPeso\nNavaja larga\t30\tsmall\t300\nRemo\tcaro\ttwo_handed\t2000\n"
PREVIEW = ("Ver qué sería",)
EQUIPMENT = (
    PageShot("equipo", "sharra", "/personajes/{sharra}/equipo/", twice=True),
    PageShot("equipo-dj", "dj", "/personajes/{sharra}/equipo/"),
    PageShot("equipo-vacío", "sharra", "/personajes/{blank}/equipo/"),
    PageShot("equipo-tumbas", "orlo", "/personajes/{orlo}/equipo/"),
    PageShot("equipo-cambiar", "sharra", "/personajes/{sharra}/equipo/", press=("[class~=inventory] summary",)),
    PageShot("equipo-historia", "sharra", "/personajes/{sharra}/equipo/historia/"),
    PageShot("equipo-anotar", "sharra", "/personajes/{sharra}/equipo/anotar/"),
    PageShot("equipo-anotar-arma", "sharra", "/personajes/{sharra}/equipo/anotar/weapon/"),
    PageShot("equipo-objeto", "sharra", "/personajes/{sharra}/equipo/{coat}/"),
    PageShot("equipo-objeto-flechas", "sharra", "/personajes/{sharra}/equipo/{arrows}/"),
    PageShot("equipo-objeto-carcaj", "sharra", "/personajes/{sharra}/equipo/{quiver}/"),
    PageShot("equipo-objeto-corregir", "sharra", "/personajes/{sharra}/equipo/{bow}/corregir/"),
    PageShot("equipo-fondo", "sharra", "/mesas/{table}/fondo/"),
    PageShot("equipo-fondo-dj", "dj", "/mesas/{table}/fondo/"),
    PageShot("equipo-fondo-vacío", "irena", "/mesas/{tumbas_table}/fondo/"),
    PageShot("equipo-fondo-repartir", "sharra", "/mesas/{table}/fondo/repartir/"),
    PageShot("equipo-fondo-historia", "sharra", "/mesas/{table}/fondo/historia/"),
    PageShot("equipo-tienda", "sharra", "/mesas/{table}/tienda/"),
    PageShot("equipo-tienda-dj", "dj", "/mesas/{table}/tienda/"),
    PageShot("equipo-tienda-cerrada", "irena", "/mesas/{tumbas_table}/tienda/"),
    PageShot(
        "equipo-lienzos-pegado",
        "dj",
        "/mesas/{table}/lienzos/propios/{draft}/pegar/weapon/",
        press=PREVIEW,
        fill=("#pasted", PASTED),
    ),
)
SYSTEMS = (
    PageShot("tumbas-conflicto-dj", "narradora", "/conflictos/{tumbas_fight}/"),
    PageShot("tumbas-conflicto-jugadora", "irena", "/conflictos/{tumbas_fight}/", twice=True),
    PageShot("tumbas-ficha", "orlo", "/personajes/{orlo}/"),
    PageShot("tumbas-papel", "orlo", "/personajes/{orlo}/hoja/", paper=True),
    PageShot(
        "tumbas-papel-en-blanco", "orlo", "/mesas/{tumbas_table}/hoja-en-blanco/?paper=a4&kind=person", paper=True
    ),
    PageShot("d20-conflicto-dj", "bitacora", "/conflictos/{d20_fight}/"),
    PageShot("d20-conflicto-jugadora", "nerea", "/conflictos/{d20_fight}/", twice=True),
    PageShot("d20-ficha", "nerea", "/personajes/{nerea}/"),
    PageShot("d20-papel", "nerea", "/personajes/{nerea}/hoja/", paper=True),
    PageShot("tactico-conflicto-dj", "capitana", "/conflictos/{tactico_fight}/"),
    PageShot("tactico-conflicto-jugadora", "vera", "/conflictos/{tactico_fight}/", twice=True),
    PageShot("tactico-ficha", "vera", "/personajes/{vera}/"),
    PageShot("tactico-papel", "vera", "/personajes/{vera}/hoja/", paper=True),
    PageShot("tactico-ficha-mech", "ibarra", "/personajes/{falcon}/"),
    PageShot("tactico-papel-mech", "ibarra", "/personajes/{falcon}/hoja/", paper=True),
)
RUNS = {"tapiz": "dj", "tumbas": "narradora", "d20": "bitacora", "tactico": "capitana", "mechs": "cartografia"}
"""Who runs the table of each system, and that of the machines."""


def _for_play(system: str, who: str) -> tuple[PageShot, ...]:
    """What a game master prints for play: cards, the fight, the screen."""
    table, fight, creatures = (f"{{{system}_{what}}}" for what in ("table", "fight", "creatures"))
    return (
        PageShot(f"papel-cartas-{system}", who, f"/mesas/{table}/cartas/?{creatures}", paper=True),
        PageShot(f"papel-conflicto-{system}", who, f"/conflictos/{fight}/por-si-acaso/", paper=True),
        PageShot(f"papel-tablas-{system}", who, f"/mesas/{table}/tablas/", paper=True, wide=True),
    )


PAPER = (
    PageShot("papel-página", "sharra", "/personajes/{sharra}/hoja/"),
    PageShot("papel", "sharra", "/personajes/{sharra}/hoja/?notes=on", paper=True),
    PageShot("papel-vacío", "sharra", "/personajes/{blank}/hoja/", paper=True),
    PageShot("papel-en-blanco", "sharra", "/mesas/{table}/hoja-en-blanco/", paper=True),
    PageShot("papel-mesa", "dj", "/mesas/{table}/hojas/", paper=True),
    PageShot("cartas-elegir", "dj", "/mesas/{table}/cartas/?{tapiz_creatures}"),
    PageShot("papel-conflicto-página", "dj", "/conflictos/{fight}/por-si-acaso/"),
    *(shot for system, who in RUNS.items() for shot in _for_play(system, who)),
    *(
        PageShot(
            f"papel-en-blanco-{kind}",
            "cartografia",
            f"/mesas/{{mechs_table}}/hoja-en-blanco/?paper=a4&kind={kind}",
            paper=True,
        )
        for kind in ("mech", "tank", "helicopter", "fighter", "dropship")
    ),
)
# the first of the log stands open, so that a press would fold it
RIGHTED = ("[class~=log__open] details:not([open]):has([href*=corregir]) summary", "[href*=corregir]")
FIGHT = (
    PageShot("conflicto-nuevo", "dj", "/mesas/{table}/conflictos/nuevo/"),
    PageShot("conflicto-preparado", "dj", "/conflictos/{ready}/"),
    PageShot("conflicto-añadir", "dj", "/conflictos/{fight}/anadir/"),
    PageShot("conflicto-cesta", "dj", "/conflictos/{ready}/anadir/", press=("[name=creature]",) * 2),
    PageShot("imagen-enseñada-sala", "pantalla", "/mesas/{table}/pantalla/", before=World.show_picture),
    PageShot("imagen-enseñada-jugadora", "sharra", "/conflictos/{fight}/"),
    PageShot("imagen-enseñada-dj", "dj", "/mesas/{table}/imagenes/"),
    PageShot("imagen-retirada", "pantalla", "/mesas/{table}/pantalla/", before=World.take_picture_down),
    PageShot("conflicto-dj", "dj", "/conflictos/{fight}/", twice=True),
    PageShot("conflicto-jugadora-actúa", "sharra", "/conflictos/{fight}/", twice=True),
    PageShot("conflicto-probabilidades", "sharra", "/conflictos/{fight}/", press=("[data-odds] > summary",)),
    PageShot("conflicto-probabilidades-dj", "dj", "/conflictos/{fight}/", press=("[data-odds] > summary",)),
    PageShot("conflicto-jugadora-espera", "elythlian", "/conflictos/{fight}/"),
    PageShot("conflicto-espectadora", "pantalla", "/conflictos/{fight}/"),
    PageShot("conflicto-así-estaba", "dj", "/conflictos/{fight}/entonces/", press=("[id=travel-back]",)),
    PageShot("conflicto-así-estaba-jugadora", "sharra", "/conflictos/{fight}/entonces/", twice=True),
    PageShot("conflicto-corregir", "dj", "/conflictos/{fight}/", press=RIGHTED),
    PageShot(
        "conflicto-corregir-qué-cambia",
        "dj",
        "/conflictos/{fight}/",
        press=(*RIGHTED, "Ver qué cambiaría"),
        twice=True,
    ),
    PageShot("conflicto-prueba", "dj", "/conflictos/{fight}/?panel=more", press=("[form=try]",), twice=True),
    PageShot("conflicto-ver-como", "dj", "/como/{player}/conflictos/{fight}/"),
    PageShot("conflicto-daño", "dj", "/conflictos/{fight}/?panel=verb&action=damage"),
    PageShot("conflicto-daño-jugadora", "sharra", "/conflictos/{fight}/", press=("Daño o cura",)),
    PageShot("conflicto-reglas", "dj", "/conflictos/{fight}/", press=("a[href*='/accion/attack/']",)),
    PageShot("conflicto-efecto", "dj", "/conflictos/{fight}/?panel=verb&action=give_effect"),
    PageShot("conflicto-orden", "dj", "/conflictos/{fight}/?panel=order"),
    PageShot("conflicto-más", "dj", "/conflictos/{fight}/?panel=more"),
    PageShot("conflicto-registro", "dj", "/conflictos/{fight}/registro/"),
    PageShot("conflicto-por-qué", "sharra", "/conflictos/{fight}/por-que/{entry}/"),
    PageShot("conflicto-otra-acción", "sharra", "/conflictos/{fight}/?action=other"),
    PageShot("conflicto-dados-de-otra", "dj", "/conflictos/{fight}/", before=attacks),
    PageShot("conflicto-dados", "sharra", "/conflictos/{fight}/"),
    PageShot("conflicto-gastar", "sharra", "/conflictos/{fight}/", before=faces(*HIGH)),
    PageShot("conflicto-gastar-dj", "dj", "/conflictos/{fight}/"),
    PageShot("conflicto-resultado", "sharra", "/conflictos/{fight}/", before=lambda world: world.answer(None)),
    PageShot("conflicto-resultado-dj", "dj", "/conflictos/{fight}/"),
    PageShot("conflicto-por-qué-dentro", "sharra", "/conflictos/{fight}/", press=("¿Por qué?",)),
    PageShot("pantalla-tras-el-golpe", "pantalla", "/mesas/{table}/pantalla/"),
    PageShot("escena-libre-dj", "dj", "/conflictos/{free}/"),
    PageShot("conflicto-contado", "dj", "/conflictos/{fight}/contado/"),
    PageShot("conflicto-dados-justos", "dj", "/conflictos/{fight}/dados/"),
    PageShot("conflicto-cierre", "dj", "/conflictos/{fight}/cierre/"),
    PageShot("conflicto-en-pausa", "dj", "/conflictos/{fight}/", before=command("pause")),
    PageShot("conflicto-en-pausa-jugadora", "sharra", "/conflictos/{fight}/"),
    PageShot("conflicto-archivado", "dj", "/conflictos/{fight}/", before=command("archive")),
    PageShot("conflicto-archivado-jugadora", "sharra", "/conflictos/{fight}/"),
    PageShot("crónica-dj", "dj", "/conflictos/{fight}/cronica/"),
    PageShot("estadísticas", "dj", "/mesas/{table}/estadisticas/"),
    PageShot("estadísticas-jugadora", "sharra", "/mesas/{table}/estadisticas/"),
    PageShot("crónica-jugadora", "sharra", "/conflictos/{fight}/cronica/", twice=True),
    PageShot("crónica-papel", "sharra", "/conflictos/{fight}/cronica/", paper=True),
    PageShot("escena-libre-jugadora", "sharra", "/conflictos/{free}/"),
    PageShot("mesa-con-archivo", "sharra", "/mesas/{table}/"),
)


def lays_a_board(world: World) -> None:
    """A cellar with a wall, a door, water and a covered room; the party stands at its entry, the orcs in the room."""
    regions = {
        "r1": Region("Entrada", ("B4", "B5", "C4", "C5"), covered=False, entry="party"),
        "r2": Region("Bodega", tuple(f"{column}{row}" for column in "IJK" for row in range(2, 7)), entry="foes"),
    }
    cells = {**dict.fromkeys(("E3", "E4", "F4"), Land("difficult")), **dict.fromkeys(("D8", "E8", "F8"), Land("water"))}
    edges: dict[str, EdgeKind] = {f"H{row}:e": "wall" for row in range(1, 10)}
    board = Board(12, 9, cells, edges={**edges, "H4:e": "door"}, regions=regions)
    world.act(Deed("command", "board_map", inputs={"data": dumped(board), "name": "La bodega"}, internal=True))


def lays_a_picture(world: World) -> None:
    """The map that lies over a picture."""
    kept = TableMap.objects.get(pk=world.values["map"])
    world.act(Deed("command", "board_map", inputs={"data": kept.data, "name": kept.name}, internal=True))


def by_posts(world: World) -> None:
    """The fight goes on by post."""
    read = store.read(world.encounter.pk)
    posts.switch(read.encounter, read.system, read.head, by_posts=True)


def live(world: World) -> None:
    """The fight goes on live."""
    read = store.read(world.encounter.pk)
    posts.switch(read.encounter, read.system, read.head, by_posts=False)


BY_POST = (
    PageShot("a-ratos-antes", "dj", "/conflictos/{fight}/a-ratos/"),
    PageShot("a-ratos-dj", "dj", "/conflictos/{fight}/a-ratos/", before=by_posts),
    PageShot("a-ratos-jugadora", "sharra", "/conflictos/{fight}/a-ratos/"),
    PageShot("a-ratos-conflicto", "sharra", "/conflictos/{fight}/"),
    PageShot("a-ratos-inicio", "sharra", "/mesas/"),
    PageShot("prever-con-palabras", "sharra", "/conflictos/{fight}/a-ratos/prever/"),
    PageShot("prever-un-ataque", "sharra", "/conflictos/{fight}/a-ratos/prever/?action=attack"),
    PageShot("resumen-por-correo", "sharra", "/cuenta/resumen/"),
    PageShot("resumen-enlace-gastado", "", "/resumen/nada/no-recibir/", status=404),
    PageShot("resumen-confirmar-gastado", "", "/resumen/nada/recibir/", status=404),
    PageShot("de-nuevo-en-vivo", "dj", "/conflictos/{fight}/a-ratos/", before=live),
)
PAINTS = "?panel=verb&action=board_paint&filled=verb:board_paint&brush=ground:water&cells=G2-G4"
SWINGS = "?panel=verb&action=board_door&filled=verb:board_door&door=H4:e"
BOARDS = (
    PageShot("tablero-dj", "dj", "/conflictos/{fight}/", before=lays_a_board),
    PageShot("tablero-jugadora", "sharra", "/conflictos/{fight}/", twice=True),
    PageShot("tablero-moverse", "sharra", "/conflictos/{fight}/?panel=act&action=move"),
    PageShot("tablero-mano", "dj", "/conflictos/{fight}/?panel=board"),
    PageShot("tablero-colocar", "dj", "/conflictos/{fight}/?panel=verb&action=board_place"),
    PageShot("tablero-pintar", "dj", f"/conflictos/{{fight}}/{PAINTS}"),
    PageShot("tablero-puerta", "dj", f"/conflictos/{{fight}}/{SWINGS}"),
    PageShot("tablero-sala", "pantalla", "/mesas/{table}/pantalla/"),
    PageShot("mapa", "dj", "/mesas/{table}/mapas/{map}/?brush=region:r1"),
    PageShot("mapa-esquinas", "dj", "/mesas/{table}/mapas/{map}/imagen/"),
    PageShot("tablero-imagen-dj", "dj", "/conflictos/{fight}/", before=lays_a_picture),
    PageShot("tablero-imagen-jugadora", "sharra", "/conflictos/{fight}/"),
    PageShot("tablero-retirado", "dj", "/conflictos/{fight}/", before=command("board_gone")),
)


def _in_words(system: str, plays: str) -> PageShot:
    """Who stands where, in words."""
    name = f"{system.removesuffix('_board')}-tablero-quién"
    return PageShot(name, plays, f"/conflictos/{{{system}_fight}}/", press=("[class~=where] > summary",))


def lays_the_map(system: str, name: str) -> Callable[[World], None]:
    """A map of a shipped pack comes under the demo fight of a system, and both sides where they enter."""
    return lambda world: world.lay_map(system, name)


def _board(system: str, runs: str, plays: str, screen: str, before: Callable[[World], None] | None = None) -> Shots:
    """What there is of a board in any system: as each reads it, in both languages, past, shown to the table, tried."""
    fight, room = f"/conflictos/{{{system}_fight}}/", f"/mesas/{{{system}_table}}/pantalla/"
    name = f"{system.removesuffix('_board')}-tablero"
    return (
        PageShot(f"{name}-dj", runs, fight, before=before),
        PageShot(f"{name}-dj-inglés", runs, fight, language=ENGLISH),
        PageShot(f"{name}-mano", runs, f"{fight}?panel=board"),
        PageShot(f"{name}-jugadora", plays, fight, twice=True),
        PageShot(f"{name}-jugadora-inglés", plays, fight, language=ENGLISH),
        PageShot(f"{name}-sala", screen, room, room=True),
        PageShot(f"{name}-así-estaba-dj", runs, f"{fight}entonces/", press=("[id=travel-back]",)),
        PageShot(f"{name}-enseña", runs, f"{fight}entonces/", press=("Enseñar a la mesa",)),
        PageShot(f"{name}-así-estaba-jugadora", plays, fight, twice=True),
        PageShot(f"{name}-así-estaba-sala", screen, room),
        PageShot(f"{name}-vuelve", runs, f"{fight}entonces/", press=("Volver a ahora",)),
        PageShot(f"{name}-prueba", runs, f"{fight}?panel=more", press=("[form=try]",)),
    )


OTHER_BOARDS = (
    *_board("tapiz_board", "campanera", "nuria", "atalaya"),
    _in_words("tapiz_board", "nuria"),
    PageShot("tapiz-tablero-camino", "nuria", "/conflictos/{tapiz_board_fight}/", ("[class~=go]",), twice=True),
    PageShot("tapiz-tablero-va", "nuria", "/conflictos/{tapiz_board_fight}/", ("[class~=go]", "[class~=btn--next]")),
    PageShot("tapiz-tablero-va-dj", "campanera", "/conflictos/{tapiz_board_fight}/"),
    PageShot("tapiz-tablero-va-sala", "atalaya", "/mesas/{tapiz_board_table}/pantalla/", room=True),
    *_board("d20_board", "farera", "olalla", "tablon"),
    _in_words("d20_board", "olalla"),
    PageShot(
        "d20-tablero-por-qué", "olalla", "/conflictos/{d20_board_fight}/", ("[class~=map__why] > summary",), twice=True
    ),
    PageShot("d20-tablero-moverse", "olalla", "/conflictos/{d20_board_fight}/?panel=act&action=move"),
    PageShot("d20-tablero-camino", "olalla", "/conflictos/{d20_board_fight}/?panel=act&action=move", ("[class~=go]",)),
    PageShot("d20-tablero-cargar", "olalla", "/conflictos/{d20_board_fight}/?panel=act&action=charge"),
    PageShot("d20-tablero-explosión-dj", "farera", "/conflictos/{d20_board_fight}/", before=World.throw_a_grenade),
    PageShot("d20-tablero-explosión-jugador", "iker", "/conflictos/{d20_board_fight}/", twice=True),
    PageShot("d20-tablero-explosión-sala", "tablon", "/mesas/{d20_board_table}/pantalla/", room=True),
    *_board("tumbas", "narradora", "irena", "tapia", lays_the_map("tumbas", "el-pozo-de-adra")),
    _in_words("tumbas", "irena"),
    *_board("tactico", "capitana", "vera", "mirador", lays_the_map("tactico", "barcaza-sin-bandera")),
    _in_words("tactico", "vera"),
    *_board("mechs", "cartografia", "ibarra", "ventanal"),
    _in_words("mechs", "ibarra"),
)
STOPPED = (
    PageShot("parada-jugadora", "sharra", "/conflictos/{fight}/", before=World.stop_play),
    PageShot("parada-escribir", "sharra", "/conflictos/{fight}/", press=("[class~=quiet__write] > summary",)),
    PageShot("parada-dj", "dj", "/mesas/{table}/"),
    PageShot("parada-sala", "pantalla", "/mesas/{table}/pantalla/"),
    PageShot("parada-elegir", "dj", "/conflictos/{fight}/entonces/"),
    PageShot("líneas-y-velos", "sharra", "/mesas/{table}/lineas/", before=World.go_on),
    PageShot("parar", "sharra", "/conflictos/{fight}/", press=("[class~=more] > summary",)),
)
STORY = (*BOARDS, *BY_POST, *STOPPED, *FIGHT, *OTHER_BOARDS)
"""What happens in it changes what all later pictures show, so that one browser looks at all of it, last."""
STILL = (*HOUSE, *RULES, *TABLE, *SHEETS, *EQUIPMENT, *PACKS, *PAPER, *SYSTEMS)


SHOTS = (*STILL, *STORY)


def shares(count: int) -> list[tuple[PageShot, ...]]:
    """The pages, dealt out so that each share has about as many pictures; the first has those of the story."""
    found: list[list[PageShot]] = [[] for _one in range(count)]
    waiting = [sum(map(_weight, STORY)), *(count - 1) * [0]]
    for shot in STILL:
        least = waiting.index(min(waiting))
        waiting[least] += _weight(shot)
        found[least].append(shot)
    return [(*still, *(() if place else STORY)) for place, still in enumerate(found)]


def _weight(shot: PageShot) -> int:
    """About how much work a page is, against others: a sheet of paper is looked at once."""
    return 1 if shot.paper else 4
