"""``captuple play`` as a process, and its page in a real, headless Chromium: keys, mouse, grey, narrow windows, axe."""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click.testing
import pytest

from extractor import Extractor
from extractor.types import Caption
from formats import read_captions
from service.cli.group import cli
from service.pipeline.annotating import least_confidence
from tests.processes import ROOT

BROWSER = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
PLAY = [sys.executable, "-m", "service.cli", "play", "--no-browser"]
QUEUE = ["A goat climbs a wall.", "Boats.", "Two women ride a horse on the beach."]
HOSTILE = "A <script>document.title = 'broken'</script> \U0001f600 dog runs & \"barks\"."

pytest.importorskip("starlette", reason="pip install 'captuple[play]'")
needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium on the path: tests/install_browser installs Debian's"
)
# Playwright's loop leaves transports to the garbage collector when it stops.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@dataclass
class Playing:
    """A running page."""

    process: subprocess.Popen[str]
    address: str
    output: Path


def start(folder: Path, *arguments: str) -> Playing:
    output = folder / "annotations.jsonl"
    command = [*PLAY, "--port", "0", "--output", str(output), *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    address = process.stdout.readline().strip()
    assert address, process.stderr.read()
    return Playing(process, address, output)


def stop(playing: Playing) -> tuple[int, str]:
    playing.process.send_signal(signal.SIGINT)
    _, told = playing.process.communicate(timeout=30)
    return playing.process.returncode, told


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    folder = tmp_path_factory.mktemp("play")
    captions = folder / "captions.txt"
    captions.write_text("".join(f"{line}\n" for line in QUEUE))
    one = start(folder, "--captions", str(captions), "--select", "uncertain")
    yield one
    assert stop(one) == (0, "")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install 'captuple[dev]'")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


class Opened:
    """A page, with what its console and its network said."""

    def __init__(self, browser: Any, playing: Playing, fragment: str = "", **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(playing.address.partition("#")[0] + fragment)
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("#main[aria-busy=false]")

    def write(self, caption: str, *references: str) -> None:
        self.page.fill("#caption", caption)
        self.page.fill("#references", "\n".join(references))
        self.ready()

    def focused(self) -> str:
        return str(
            self.page.evaluate("() => document.activeElement.dataset.key || document.activeElement.id")
        )

    def rows(self, table: str) -> list[list[str]]:
        rows = self.page.locator(f"#{table} tbody tr").all()
        return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in rows]


@pytest.fixture
def opened(browser: Any, playing: Playing) -> Iterator[Opened]:
    one = Opened(browser, playing)
    yield one
    assert one.complaints == []
    one.context.close()


# ---- the command


def test_the_address_is_printed_and_served(playing: Playing) -> None:
    assert playing.address.startswith("http://127.0.0.1:") and playing.address.endswith("/#at=1")
    with urllib.request.urlopen(playing.address.partition("#")[0], timeout=30) as response:  # noqa: S310  # is http
        assert b"<h1>Captuple</h1>" in response.read()


def run(*arguments: object) -> tuple[int, str]:
    result = click.testing.CliRunner().invoke(cli, ["play", "--no-browser", *map(str, arguments)])
    return result.exit_code, result.stderr


def test_what_cannot_be_served_is_named(tmp_path: Path) -> None:
    code, told = run("--host", "0.0.0.0")  # noqa: S104  # is refused
    assert code == 2 and "--host: '0.0.0.0' is not allowed; allowed: 127.0.0.1, localhost, ::1" in told
    for options in (("--select", "uncertain"), ("--limit", 3)):
        code, told = run(*options)
        assert code == 2 and f"{options[0]}" in told and "needs --captions" in told
    notes, output = tmp_path / "notes.txt", tmp_path / "a.jsonl"
    notes.write_text("do not lose\n")
    code, told = run("--output", notes)
    assert code == 2 and "notes.txt:1: no captuple.annotation/1" in told
    assert notes.read_text() == "do not lose\n"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, told = run("--port", port, "--output", output)
    assert code == 1 and f"127.0.0.1:{port} cannot be listened on" in told and "--port 0" in told
    captions = tmp_path / "captions.txt"
    captions.write_text("")
    code, told = run("--port", 0, "--captions", captions, "--output", output)
    assert code == 2 and "holds no caption" in told
    captions = tmp_path / "captions.jsonl"
    predicate = {"text": "sleeps", "start": 7, "end": 13}
    given = {
        "caption": "A goat sleeps.",
        "image_id": 1,
        "caption_id": 1,
        "tuples": [{"predicate": predicate}],
    }
    captions.write_text(json.dumps({"schema": "captuple.annotation/1", **given}))
    code, told = run("--port", 0, "--captions", captions, "--select", "uncertain", "--output", output)
    assert code == 2 and "people's have no confidence" in told
    assert not output.exists()


def test_without_the_libraries_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    code, told = run("--output", tmp_path / "a.jsonl")
    assert code == 1 and "the page needs uvicorn: pip install 'captuple[play]'" in told


# ---- reading


@needs_browser
def test_a_caption_is_read_as_one_types(opened: Opened) -> None:
    page = opened.page
    page.fill("#caption", "")
    page.keyboard.type("A man in a red hat holds a dog on the beach.")
    opened.ready()
    assert page.locator("#marks .agents").inner_text().startswith("man")
    assert page.locator("#marks .locatives sup").inner_text() == "L1"
    [[_, predicate, agents, patients, locatives, sure, seen]] = opened.rows("tuples")
    assert [predicate, agents, patients, locatives] == ["hold", "man", "dog", "on beach (scene)"]
    assert 0 < float(sure) <= 1 and seen == "yes"
    assert ["PA-LO", "dog-beach, man-beach"] in opened.rows("bast")
    page.wait_for_function("() => document.querySelector('#tree img').naturalWidth > 100")
    assert "holds: root" in page.locator("#tree img").get_attribute("alt")
    assert page.locator("#matching").is_hidden()
    page.keyboard.type(" A cat sleeps, perhaps dreaming.")
    page.wait_for_selector("#tuples tbody tr:nth-child(2)")
    own = playing_host(page)
    assert [url for url in opened.requests if not url.startswith((own, "data:"))] == []


def playing_host(page: Any) -> str:
    return str(page.evaluate("() => location.origin"))


@needs_browser
def test_one_tuple_is_marked_alone(opened: Opened) -> None:
    page = opened.page
    opened.write("A boy kicks a ball and a dog watches him.")
    assert page.locator("#marks .faded").count() == 0
    page.get_by_role("button", name="Mark tuple 1 alone").press("Enter")
    assert "dog" in " ".join(page.locator("#marks .faded").all_inner_texts())
    page.get_by_role("button", name="Mark tuple 1 alone").press("Enter")
    assert page.locator("#marks .faded").count() == 0


@needs_browser
def test_captions_are_text_and_offsets_are_code_points(opened: Opened) -> None:
    page = opened.page
    opened.write(HOSTILE)
    assert page.title() == "Captuple: read a caption"
    shown = page.locator("#marks").evaluate(
        "e => { e = e.cloneNode(true); e.querySelectorAll('sup').forEach(s => s.remove()); return e.textContent }"
    )
    assert shown == HOSTILE
    marked = page.locator("#marks > span").evaluate_all("all => all.map(e => e.firstChild.textContent)")
    assert {"dog", "runs"} <= set(marked)  # behind the emoji


@needs_browser
def test_a_candidate_is_compared(opened: Opened) -> None:
    page = opened.page
    opened.write(
        "A cat chases a brown dog in the snow.",
        "A black dog chases a cat through the snow.",
        "A dog runs outside.",
    )
    assert "4 of 4 words" in page.locator("#overall").inner_text()
    rows = {row[0]: row for row in opened.rows("components")}
    assert rows["PR"][1:6] == ["1 of 1", "1 of 2", "chase", "-", "run"]
    assert page.locator("#pieces mark.missed").first.inner_text().startswith("run")
    differences = page.locator("#differences li").all_inner_texts()
    assert "wrong colour: brown dog for black dog" in differences
    assert any(line.startswith("roles exchanged") for line in differences)
    before = page.locator("#overall").inner_text()
    page.select_option("#grounding", "entity_type.v1")
    opened.ready()
    assert page.locator("#overall").inner_text() != before
    page.select_option("#roles", "split")
    opened.ready()
    assert "AG-PR-PT" in {row[0] for row in opened.rows("components")}


@needs_browser
def test_the_address_holds_the_state(browser: Any, playing: Playing, opened: Opened) -> None:
    page = opened.page
    page.select_option("#example", index=6)
    opened.ready()
    page.select_option("#null", "locative")
    opened.ready()
    page.click("[data-copy=link]")
    link = page.locator("#copied").input_value()
    again = Opened(browser, playing, "#" + link.partition("#")[2])
    for field in ("#caption", "#references", "#null", "#grounding"):
        assert again.page.locator(field).input_value() == page.locator(field).input_value() != ""
    assert again.rows("components") == opened.rows("components")
    again.page.evaluate("() => { location.hash = '#caption=Birds+fly.&null=nonsense' }")
    again.page.wait_for_selector("#marks .predicate:has-text('fly')")
    assert again.page.locator("#null").input_value() == "exclude"
    assert again.complaints == []
    again.context.close()


@needs_browser
def test_copies(browser: Any, playing: Playing) -> None:
    one = Opened(browser, playing, permissions=["clipboard-read", "clipboard-write"])
    page = one.page
    one.write("A dog's owner waves.")
    copied = {}
    for what in ("json", "curl", "grpc", "annotation"):
        page.click(f"[data-copy={what}]")
        page.wait_for_function(
            "() => document.getElementById('copied-status').textContent.includes(': copied.')"
        )
        copied[what] = page.evaluate("() => navigator.clipboard.readText()")
        assert page.locator("#copied").input_value() == copied[what]
    assert json.loads(copied["json"])["schema"] == "captuple.extraction/1"
    assert json.loads(copied["annotation"])["schema"] == "captuple.annotation/1"
    assert copied["grpc"].endswith("captuple.v1.SemanticTupleService/ExtractTuples")
    program, *words = shlex.split(copied["curl"])
    asked = urllib.request.Request(words[-1], words[words.index("-d") + 1].encode())  # noqa: S310  # is http
    asked.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(asked, timeout=30) as response:  # noqa: S310  # as above
        answer = json.load(response)
    assert program == "curl" and answer["reading"]["extraction"] == json.loads(copied["json"])
    one.context.close()


@needs_browser
def test_faults_are_shown_and_go(browser: Any, playing: Playing) -> None:
    one = Opened(browser, playing)
    page = one.page
    one.write("A dog.", *["A cat."] * 21)
    assert "references: 21 captions; allowed: 1 to 20" in page.locator("#faults").inner_text()
    one.write("A dog runs.", "A cat runs.")
    assert page.locator("#faults li").count() == 0 and page.locator("#results").is_visible()
    page.fill("#caption", "")
    page.wait_for_selector("#results", state="hidden")
    one.context.close()


@needs_browser
def test_an_answer_to_what_stood_there_before_is_not_the_last_word(browser: Any, playing: Playing) -> None:
    one = Opened(browser, playing)
    page = one.page

    def typed_on(route: Any) -> None:  # while the first question is on its way
        page.evaluate(
            """() => {
                document.getElementById("references").value = "A cat sleeps.";
                document.getElementById("references").dispatchEvent(new Event("input", { bubbles: true }));
            }"""
        )
        route.continue_()

    held: list[Any] = []

    def hold(route: Any) -> None:  # the second question is answered when all is seen here
        held.append(route)

    page.route("**/api/read", typed_on)
    page.route("**/api/compare", hold)
    with page.expect_request("**/api/compare") as compared:
        page.fill("#caption", "A dog runs.")
        page.evaluate(
            """() => {
                window.rested = [];
                const main = document.getElementById("main");
                const note = () => window.rested.push(main.getAttribute("aria-busy"));
                new MutationObserver(note).observe(main, { attributeFilter: ["aria-busy"] });
            }"""
        )
    assert "A cat sleeps." in compared.value.post_data
    assert "false" not in page.evaluate("() => window.rested")
    for route in held:
        route.continue_()
    page.unroute("**/api/compare")
    one.ready()
    assert page.locator("#faults li").count() == 0 and "reference=A+cat+sleeps." in page.url
    one.context.close()


# ---- correcting


@needs_browser
def test_the_least_sure_come_first_and_are_corrected_by_keys(
    browser: Any, playing: Playing, extractor: Extractor
) -> None:
    playing.output.unlink(missing_ok=True)
    one = Opened(browser, playing, "#at=1")
    page = one.page
    found = extractor.extract([Caption(text=text) for text in QUEUE])
    least_sure = min(found, key=lambda item: least_confidence(item.tuples))
    assert page.locator("#caption").input_value() == least_sure.caption.text == "Boats."
    assert "Caption 1 of 3, not saved; 0 saved in all" in page.locator("#queue-status").inner_text()
    page.click("#next")
    page.wait_for_selector("#queue-status:has-text('Caption 2 of 3')")
    one.ready()
    text = page.locator("#caption").input_value()
    n_tuples = page.locator("#draft fieldset").count()
    assert n_tuples == 1
    page.locator("[data-key=word-0]").focus()
    keys = page.keyboard
    keys.press("Delete")
    assert page.locator("#draft fieldset").count() == 0 and one.focused() == "word-0"
    words = page.locator("#words button").all_inner_texts()
    verb = next(i for i, word in enumerate(words) if word in {"climbs", "ride"})
    noun = next(i for i, word in enumerate(words) if word in {"goat", "women"})
    keys.press("n")
    for _ in range(verb):
        keys.press("ArrowRight")
    keys.press("Enter")  # the slot of a new tuple is its predicate
    keys.press("2")
    for _ in range(verb - noun):
        keys.press("ArrowLeft")
    keys.press("Space")
    assert one.focused() == f"word-{noun}"
    assert page.locator(f"[data-key=word-{noun}]").get_attribute("aria-pressed") == "true"
    keys.press("Control+Enter")
    page.wait_for_selector("#saved:has-text('line 1 of 1')")
    assert "Caption 3 of 3" in page.locator("#queue-status").inner_text() and one.focused() == "word-0"
    [entry] = read_captions(playing.output)
    assert entry.caption.text == text and entry.tuples is not None
    [item] = entry.tuples
    assert item.predicate.text == words[verb] and [a.text for a in item.agents] == [words[noun]]
    assert item.patients == item.locatives == ()
    assert one.complaints == []
    one.context.close()


@needs_browser
def test_a_tuple_is_fixed_by_mouse(browser: Any, playing: Playing) -> None:
    playing.output.unlink(missing_ok=True)
    at = 1
    one = Opened(browser, playing, f"#at={at}")
    page = one.page
    while page.locator("#caption").input_value() != QUEUE[2]:
        page.click("#next")
        at += 1
        page.wait_for_selector(f"#queue-status:has-text('Caption {at} of')")
        one.ready()
    page.click("[data-key=slot-0-locatives]")
    before = page.locator("#draft .locatives").all_inner_texts()
    assert before == ["beach"]
    page.click("#words button:has-text('beach')")  # out
    assert page.locator("#draft .locatives").count() == 0
    page.click("#words button:has-text('beach')")  # in, with its preposition
    assert page.locator("[data-key=in-0-locatives-0]").input_value() == "on"
    page.select_option("[data-key=kind-0-locatives-0]", "scene")
    page.click("[data-key=slot-0-agents]")
    page.click("[data-key=out-0-agents-0]")
    page.click("#words button:has-text('Two')")
    page.click("#words button:has-text('women')", modifiers=["Shift"])  # drawn up to here
    assert page.locator("#draft .agents").all_inner_texts() == ["Two women"]
    page.click("#save")
    page.wait_for_selector("#saved:has-text('Saved in annotations.jsonl, line 1 of 1')")
    record = json.loads(playing.output.read_text())
    [item] = record["tuples"]
    assert item["agents"] == [{"text": "Two women", "start": 0, "end": 9}]
    assert [(a["text"], a["preposition"], a["kind"]) for a in item["locatives"]] == [("beach", "on", "scene")]
    again = Opened(browser, playing, f"#at={at}")
    assert "saved; 1 saved in all" in again.page.locator("#queue-status").inner_text()
    assert again.page.locator("#draft .agents").all_inner_texts() == ["Two women"]
    again.page.click("#reset")
    assert again.page.locator("#draft .agents").all_inner_texts() == ["women"]
    again.context.close()
    one.context.close()


@needs_browser
def test_a_faulty_correction_is_named_and_kept(browser: Any, playing: Playing) -> None:
    playing.output.unlink(missing_ok=True)
    one = Opened(browser, playing)
    page = one.page
    assert page.locator("#caption").input_value() in QUEUE  # what waits comes first
    one.write("A dog runs.")
    assert "A caption of your own, beside 3" in page.locator("#queue-status").inner_text()
    page.click("#add-tuple")
    page.click("#save")
    page.wait_for_selector("#save-faults li")
    told = page.locator("#save-faults").inner_text()
    assert "annotation: tuples[1].predicate: text, start and end are required" in told
    assert not playing.output.exists() and page.locator("#draft fieldset").count() == 2
    page.select_option("#null", "locative")  # an option does not undo what is being corrected
    one.ready()
    assert page.locator("#draft fieldset").count() == 2
    page.click("[data-key=remove-1]")
    page.click("#save")
    page.wait_for_selector("#saved:has-text('line 1 of 1')")
    page.click("#save")
    page.wait_for_selector("#saved:has-text('in the place of')")
    assert len(playing.output.read_text().splitlines()) == 1  # no caption twice
    one.context.close()


# ---- for everybody


@needs_browser
def test_everything_is_reached_by_keys(opened: Opened) -> None:
    page = opened.page
    opened.write("A dog runs.", "A cat runs.")
    page.evaluate("() => document.activeElement.blur()")
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    assert opened.focused() == "caption"
    order = []
    for _ in range(60):
        page.keyboard.press("Tab")
        order.append(opened.focused())
        outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        assert order[-1] in {"", "skip"} or outline == "solid", order[-1]
    assert order[:5] == ["references", "example", "grounding", "null", "empty"]
    words = [key for key in order if key.startswith("word-")]
    assert len(set(words)) == 1, "the words are one stop"
    assert {"tree", "copied", "add-tuple", "save", "slot-0-agents"} <= set(order)


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "forced"])
def test_axe_finds_nothing(browser: Any, playing: Playing, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    options = {"forced_colors": "active"} if scheme == "forced" else {}
    one = Opened(browser, playing, "#at=3" if scheme == "forced" else "", bypass_csp=True, **options)
    if scheme == "light":
        one.write("On the left a man without a hat runs, perhaps home.", "A man walks home.")
    found = axe.run(one.page).response["violations"]
    assert [(item["id"], item["nodes"][0]["html"][:120]) for item in found] == []
    one.page.evaluate("() => document.querySelector('#tree img').removeAttribute('alt')")
    assert [item["id"] for item in axe.run(one.page).response["violations"]] == ["image-alt"]
    one.context.close()


@needs_browser
def test_grey_can_be_read(opened: Opened) -> None:
    """Slots and statuses differ in lines, letters and words; where colours are taken away nothing is lost."""
    page = opened.page
    opened.write("A man holds a dog on the beach.", "A woman holds a dog in a park.")
    looks = {}
    for name in ("predicate", "agents", "patients", "locatives"):
        mark = page.locator(f"#marks .{name}").first
        line = mark.evaluate("e => getComputedStyle(e).borderBottomStyle")
        looks[name] = line, mark.locator("sup").inner_text()
    assert len({line for line, _ in looks.values()}) == len({letter for _, letter in looks.values()}) == 4
    lines = {
        page.locator(f"#pieces mark.{status}").first.evaluate("e => getComputedStyle(e).borderBottomStyle")
        for status in ("matched", "missed", "spurious")
    }
    assert len(lines) == 3


@needs_browser
@pytest.mark.parametrize("width", [320, 400, 1200])
def test_no_window_is_too_narrow(browser: Any, playing: Playing, width: int) -> None:
    one = Opened(browser, playing, viewport={"width": width, "height": 800})
    one.write(
        "A man in a red hat holds a dog on the beach while a woman watches.", "A man walks. A dog sits."
    )
    assert one.page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert one.page.locator("#tuples td").first.bounding_box()["width"] > 60
    one.context.close()
