"""The PDF: the files it may read, the download, and the message where it cannot be made."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import reverse

from characters.printing import pdf, typesetting
from tapiz_site.accounts import attempts

from .pages import paper, printed
from .people import EMPTY, ORDINARY, Printing


def ask(printing: Printing, name: str, key: object, who: str = "player", **query: str) -> object:
    client = Client()
    client.force_login(printing.users[who])
    return client.get(reverse(f"characters:{name}", args=[key]), query)


def in_this_process(content: str) -> bytes:
    """The PDF of what the helper process reads."""
    made: bytes = typesetting.bound(json.loads(content), paper()).write_pdf()
    return made


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is laid out in this test by a helper process."""
    contents: list[str] = []
    by_the_helper = pdf._laid_out
    monkeypatch.setattr(pdf, "_laid_out", lambda content: contents.append(content) or by_the_helper(content))
    return contents


@pytest.mark.usefixtures("_needs_pdf")
def test_a_sheet_is_saved_under_its_name_and_has_the_same_bytes_each_time(
    printing: Printing, laid_out: list[str]
) -> None:
    answer = ask(printing, "print_pdf", printing.make("Ana de Íllora", ORDINARY).pk, paper="letter")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'attachment; filename="ana-de-illora.pdf"'
    assert "no-store" in answer["Cache-Control"]
    assert answer.content.startswith(b"%PDF-")
    assert len(answer.content) < 200_000
    (content,) = laid_out
    assert in_this_process(content) == answer.content


@pytest.mark.usefixtures("_needs_pdf")
def test_a_table_comes_in_one_file(printing: Printing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_laid_out", in_this_process)
    for name in ("Ana", "Bruno"):
        printing.make(name, EMPTY)
    answer = ask(printing, "print_table_pdf", printing.table.pk, "game_master")
    assert answer.content.startswith(b"%PDF-")
    assert ask(printing, "print_table_pdf", printing.table.pk).status_code == 403
    one, two = (f"<title>{name}</title><p class='paper paper--a4'>{name}</p>" for name in ("Ana", "Bruno"))
    assert [len(typesetting.bound(documents, paper()).pages) for documents in ([one], [one, two])] == [1, 2]


@pytest.mark.usefixtures("_needs_pdf")
def test_fonts_of_the_site_are_in_it(printing: Printing) -> None:
    made = printed("<p class='paper'>Hola <b>Ana</b></p>")
    written = made.write_pdf(uncompressed_pdf=True)
    assert b"Alegreya" in written
    assert b"Alegreya-Sans" in written or b"AlegreyaSans" in written


@pytest.mark.usefixtures("_needs_pdf")
def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import socket

    secret = tmp_path / "secret.css"
    secret.write_text("p { color: rgb(1, 2, 3) }")

    def refuse(*_args: object, **_named: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    for address in (
        "http://127.0.0.1:9/x.css",
        secret.as_uri(),
        "ftp://example.org/x.css",
        "data:text/css,p{color:red}",
    ):
        html = f'<link rel="stylesheet" href="{address}"><img src="{address}"><p>Hola</p>'
        made = printed(html)
        (page,) = made.pages
        colours = {box.style["color"].coordinates for box in page._page_box.descendants() if box.element_tag == "p"}
        assert (1 / 255, 2 / 255, 3 / 255) not in colours
        assert (1, 0, 0) not in colours


def test_only_static_files_are_its_own() -> None:
    static = Path(settings.BASE_DIR) / "static"
    assert typesetting.is_own((static / "css" / "print.css").as_uri())
    assert typesetting.is_own((static / "orillo.svg").as_uri())
    for other in (
        (Path(settings.BASE_DIR) / "manage.py").as_uri(),
        f"{static.as_uri()}/../manage.py",
        f"{static.as_uri()}/%2e%2e/manage.py",
        "file://elsewhere/static/css/print.css",
        "http://localhost/static/css/print.css",
        "data:,x",
    ):
        assert not typesetting.is_own(other), other


def test_every_style_is_there() -> None:
    assert [name for name in typesetting.STYLES if not (typesetting.static_folder() / name).is_file()] == []


@pytest.mark.parametrize("lack", ["system", "library"])
def test_without_it_the_button_is_not_there(printing: Printing, monkeypatch: pytest.MonkeyPatch, lack: str) -> None:
    key = printing.make("Ana", ORDINARY).pk
    monkeypatch.setattr(pdf, "missing", lambda: lack)
    said = ask(printing, "print", key)
    assert said.status_code == 200
    assert ".pdf" not in said.content.decode()
    refused = ask(printing, "print_pdf", key)
    assert refused.status_code == 503
    assert "desde el navegador" in refused.content.decode()
    assert ("apt-get" in pdf.how_to_get()) == (lack == "system")
    assert ask(printing, "print_pdf", key, "stranger").status_code == 404


def test_with_it_the_button_is_there(printing: Printing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "missing", lambda: "")
    made = printing.make("Ana", ORDINARY)
    said = ask(printing, "print", made.pk, paper="letter", changes="on").content.decode()
    address = reverse("characters:print_pdf", args=[made.pk])
    assert f'href="{address}?paper=letter&amp;changes=on"' in said


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> pdf.Press:
    """A press of this test alone."""
    monkeypatch.setattr(pdf, "missing", lambda: "")
    monkeypatch.setattr(pdf, "press", pdf.Press())
    return pdf.press


class Held:
    """PDFs under way by several readers, none of which comes to an end before it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, press: pdf.Press, readers: list[int]) -> None:
        self.made: list[bytes] = []
        self._go = Event()
        monkeypatch.setattr(pdf, "_laid_out", self._laid_out)
        self._threads = [Thread(target=self._make, args=[press, reader]) for reader in readers]
        for thread in self._threads:
            thread.start()
        while press.readers != set(readers):
            self._go.wait(0.001)

    def _laid_out(self, content: str) -> bytes:
        self._go.wait()
        return content.encode()

    def _make(self, press: pdf.Press, reader: int) -> None:
        self.made.append(press.make([f"sheet of {reader}"], reader))

    def let_go(self) -> None:
        self._go.set()
        for thread in self._threads:
            thread.join()


def test_a_full_queue_refuses_at_once(printing: Printing, monkeypatch: pytest.MonkeyPatch, press: pdf.Press) -> None:
    """Readers who wait hold page threads: when as many wait as may, the next is told so without waiting."""
    held = Held(monkeypatch, press, [-number for number in range(1, pdf.MOST_AT_ONCE + 1)])
    answer = ask(printing, "print_pdf", printing.make("Ana", ORDINARY).pk)
    held.let_go()
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "otros PDF" in answer.content.decode()
    assert len(held.made) == pdf.MOST_AT_ONCE
    assert press.readers == set()


def test_each_reader_has_one_pdf_under_way(monkeypatch: pytest.MonkeyPatch, press: pdf.Press) -> None:
    held = Held(monkeypatch, press, [1])
    with pytest.raises(pdf.PrinterBusy):
        press.make(["another sheet"], 1)
    held.let_go()
    assert press.make(["another sheet"], 1) == b'["another sheet"]'


def test_the_same_sheet_is_laid_out_once(monkeypatch: pytest.MonkeyPatch, press: pdf.Press) -> None:
    laid_out: list[str] = []
    monkeypatch.setattr(pdf, "_laid_out", lambda content: laid_out.append(content) or b"made")
    for sheet in ("Ana", "Ana", "Bruno", "Ana"):
        assert press.make([sheet], 1) == b"made"
    assert laid_out == ['["Ana"]', '["Bruno"]']


def test_old_pdfs_make_room(monkeypatch: pytest.MonkeyPatch, press: pdf.Press) -> None:
    laid_out: list[str] = []
    monkeypatch.setattr(pdf, "KEPT_BYTES", 8)
    monkeypatch.setattr(pdf, "_laid_out", lambda content: laid_out.append(content) or b"made")
    for sheet in ("Ana", "Bruno", "Carla", "Ana"):
        press.make([sheet], 1)
    assert len(laid_out) == 4


@pytest.mark.parametrize(("helper", "limit"), [("import signal; signal.pause()", 0.2), ("raise SystemExit(1)", 30)])
def test_a_pdf_that_does_not_come_is_given_up(
    printing: Printing, monkeypatch: pytest.MonkeyPatch, press: pdf.Press, helper: str, limit: float
) -> None:
    monkeypatch.setattr(pdf, "HELPER", ("-c", helper))
    monkeypatch.setattr(pdf, "LIMIT_SECONDS", limit)
    answer = ask(printing, "print_pdf", printing.make("Ana", ORDINARY).pk)
    assert answer.status_code == 503
    assert "demasiado tiempo" in answer.content.decode()
    assert press.readers == set()


def test_printing_has_a_budget(printing: Printing, monkeypatch: pytest.MonkeyPatch, press: pdf.Press) -> None:
    monkeypatch.setattr(pdf, "_laid_out", lambda _content: b"made")
    player, asked = printing.users["player"], RequestFactory().get("/")
    for _page in range(29):
        assert attempts.spend(asked, "print_pdf", user=player)
    key = printing.make("Ana", ORDINARY).pk
    assert [ask(printing, "print_pdf", key).status_code for _page in range(2)] == [200, 429]


def test_the_start_says_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from tapiz_site.management.commands import serve

    monkeypatch.setattr(pdf, "missing", lambda: "system")
    assert all(package in serve._line_for_pdf() for package in pdf.PACKAGES)
    monkeypatch.setattr(pdf, "missing", lambda: "")
    assert serve._line_for_pdf() == ""
