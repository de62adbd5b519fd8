"""The report in a real, headless Chromium: charts, filters, keys, trees, grey, axe, and 5,000 images."""

from __future__ import annotations

import base64
import json
import random
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click.testing
import pytest

from extractor.types import Argument, Caption, CaptionEntry, Predicate, SemanticTuple
from scoring import get_grounding, score_images
from scoring.graded.explain import explain
from scoring.graded.score import grade_images
from service.cli.group import cli
from service.cli.output.tables import tuple_line
from service.pipeline.systems import SystemInput
from service.report.analysis import System, score_intervals

SAMPLE = Path(__file__).parents[1] / "data" / "sample"
BROWSER = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
HOSTILE = "a <script>document.title = 'broken'</script> & \U0001f600 \"quoted\" dog"
LONG = "A dog sits on a <b>mat</b>. The dog is brown. A cat sleeps beside it."
# Measured: 0.2 to 0.7 s, the goal is 2 s (docs/tutorial.md); this catches what grows with the square of the images on
# any machine, however busy.
MAX_FIRST_VIEW_S = 10.0
MAX_PAGE_BYTES = 15_000_000

pytestmark = [
    pytest.mark.skipif(
        BROWSER is None, reason="no Chromium on the path: tests/install_browser installs Debian's"
    ),
    # Playwright's loop leaves transports to the garbage collector when it stops.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install 'captuple[dev]'"
    )
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two systems over the sample; of one the captions are hostile."""
    pytest.importorskip("altair", reason="Vega-Altair is not installed: pip install 'captuple[report]'")
    pytest.importorskip("vl_convert", reason="vl-convert is not installed: pip install 'captuple[report]'")
    folder = tmp_path_factory.mktemp("report")
    lines = [json.loads(line) for line in (SAMPLE / "references.jsonl").read_text().splitlines()]
    firsts = [line for line in lines if line["caption_id"].endswith("-1")]
    good, bad = folder / "good.jsonl", folder / "bad.jsonl"
    good.write_text("".join(json.dumps(line) + "\n" for line in firsts))
    argument = {"text": "dog", "start": len(HOSTILE) - 3, "end": len(HOSTILE)}
    hostile = {"predicate": {"tacit": True}, "agents": [argument], "patients": [], "locatives": []}
    for line in firsts[:7]:
        line |= {"caption": HOSTILE, "tuples": [hostile]}
        line.pop("tokens", None)
    firsts[7] = {"image_id": firsts[7]["image_id"], "caption_id": firsts[7]["caption_id"], "caption": LONG}
    bad.write_text("".join(json.dumps(line) + "\n" for line in firsts))
    output = folder / "report"
    arguments = ["--candidates", bad, good, "--references", SAMPLE / "references.jsonl", "--output", output]
    arguments += ["--by", SAMPLE / "labels.tsv", "--resamples", 50]
    result = click.testing.CliRunner().invoke(cli, ["report", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return output / "index.html"


class Opened:
    """A page, with what its console and its network said."""

    def __init__(self, browser: Any, path: Path, fragment: str = "", **options: Any) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(f"file://{path}{fragment}")

    def shown(self) -> int:
        return int(self.page.locator("article:visible").count())

    def focused(self) -> str:
        """The id, class or text of what has the focus."""
        return str(
            self.page.evaluate(
                "() => { const e = document.activeElement; return e.id || e.className || e.textContent }"
            )
        )


@pytest.fixture
def opened(browser: Any, report: Path) -> Iterator[Opened]:
    one = Opened(browser, report)
    yield one
    one.context.close()


def test_charts_are_drawn_and_nothing_is_fetched(opened: Opened) -> None:
    sizes = opened.page.eval_on_selector_all(
        "main img", "all => all.map(i => [i.naturalWidth, i.naturalHeight])"
    )
    assert len(sizes) == 4  # scores, and three kinds of groups; the distribution is part of the page
    assert opened.page.locator(".chart svg").bounding_box()["height"] > 100
    assert all(width > 100 and height > 50 for width, height in sizes)
    assert [url for url in opened.requests if not url.startswith(("file://", "data:"))] == []
    assert opened.complaints == []


def test_captions_are_text(opened: Opened) -> None:
    assert opened.page.title() == "Captuple report: bad, good"  # the caption's script did not run
    assert HOSTILE in opened.page.locator("article").first.locator("dd").first.text_content()
    assert opened.page.locator("article script").count() == 0


def test_long_captions_open_from_their_entities(opened: Opened) -> None:
    page = opened.page
    assert page.locator("details.long").count() == 1
    long = page.locator("details.long")
    summary = long.locator("summary")
    assert summary.text_content() == "dog: brown; mat; cat"
    assert summary.locator("mark").count() > 0  # how each fares
    page.fill("#search", "sleeps beside")  # what is closed is found, too
    assert opened.shown() == 1
    assert not long.evaluate("d => d.open")
    summary.focus()
    page.keyboard.press("Enter")
    assert long.evaluate("d => d.open")
    text = long.evaluate("d => [...d.childNodes].slice(1).map(node => node.textContent).join('')")
    assert text == LONG  # with its colours, and nothing but text
    assert long.locator(":scope > mark").count() > 3
    assert long.locator("b").count() == 0
    assert opened.complaints == []


def test_filters_and_search(browser: Any, report: Path, opened: Opened) -> None:
    page = opened.page
    assert opened.shown() == 14
    assert page.locator("#count").inner_text() == "14 of 14 images shown here, page 1 of 1"
    page.fill("#search", "sample-03")
    assert opened.shown() == 1
    page.fill("#search", "no such word")
    assert opened.shown() == 0
    page.fill("#search", "")
    page.select_option("#choice", "worst")
    assert opened.shown() == 7
    page.select_option("#label", "first")
    both = opened.shown()
    page.select_option("#has", "spurious")
    assert 0 < opened.shown() <= both < 14
    again = Opened(browser, report, page.url.partition("index.html")[2])
    assert again.shown() == opened.shown()  # the address keeps the view
    again.context.close()


def test_everything_is_reached_by_keys(opened: Opened) -> None:
    page = opened.page
    page.keyboard.press("Tab")
    assert opened.focused() == "skip"
    page.keyboard.press("Enter")
    assert opened.focused() == "images"
    order = []
    for _ in range(5):
        page.keyboard.press("Tab")
        order.append(opened.focused())
    assert order == [
        "search",
        "choice",
        "label",
        "bar",
        "has",
    ]  # both buttons are disabled: there is one page
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.locator("#has").input_value() == "spurious" and 0 < opened.shown() < 14
    page.keyboard.press("Tab")
    assert opened.focused() == "open"
    for key, state in (("Enter", "true"), ("Space", "false")):
        page.keyboard.press(key)
        assert page.evaluate("() => document.activeElement.getAttribute('aria-expanded')") == state
    page.keyboard.press("Space")
    page.wait_for_selector(".tree img")
    page.keyboard.press("Tab")
    assert opened.focused() == "tree"  # what is wider than the page can be scrolled by keys


def test_a_bar_leads_to_its_images(browser: Any, report: Path, opened: Opened) -> None:
    page = opened.page
    bars = page.locator(".chart a")
    labels = bars.evaluate_all("all => all.map(a => a.getAttribute('aria-label'))")
    numbers = [int(re.search(r": (\d+) images", label)[1]) for label in labels]  # type: ignore[index]
    assert sum(numbers) == 2 * 14 and min(numbers) > 0  # each image once for each system
    for i, (label, number) in enumerate(zip(labels, numbers, strict=True)):
        if i % 2:
            bars.nth(i).click()
        else:
            bars.nth(i).focus()
            page.keyboard.press("Enter")
        assert opened.shown() == number, label
        assert opened.focused() == "images"
        system, low, high = re.match(
            r"(\w+): \d+ images with an F1 from (\S+) to (?:below )?(\S+)", label
        ).groups()  # type: ignore[union-attr]
        for shown in page.locator(f"article:visible dt:has-text('{system}, F1')").all_text_contents():
            assert float(low) <= float(shown.rpartition(" ")[2]) <= float(high)
    again = Opened(browser, report, page.url.partition("index.html")[2])
    assert again.shown() == numbers[-1]
    again.context.close()
    page.select_option("#bar", "")
    assert opened.shown() == 14
    assert opened.complaints == []


def test_the_images_are_reached_from_the_top(opened: Opened) -> None:
    page = opened.page
    page.select_option("#choice", "worst")
    page.get_by_role("navigation").get_by_role("link", name="Images (14)").click()
    assert opened.focused() == "images"
    assert opened.shown() == 7  # what was chosen stays
    for name in ("Scores", "System against system", "Distribution", "Groups", "Errors"):
        link = page.get_by_role("navigation").get_by_role("link", name=name)
        link.click()
        assert f"#{opened.focused()}" == link.get_attribute("href")


@pytest.mark.parametrize("width", [400, 1000, 2200])
def test_the_window_is_used(browser: Any, report: Path, width: int) -> None:
    one = Opened(browser, report, viewport={"width": width, "height": 900})
    sizes = one.page.evaluate("() => [document.documentElement.scrollWidth, document.body.clientWidth]")
    boxes = [article.bounding_box() for article in one.page.locator("article").all()[:6]]
    columns = len({round(box["x"]) for box in boxes})
    assert columns == {400: 1, 1000: 1, 2200: 3}[width]
    right = max(box["x"] + box["width"] for box in boxes)
    assert right > 0.9 * width, "the articles reach the right edge"
    if width > 400:
        assert sizes[0] <= width, "nothing is wider than the window"
    one.context.close()


def test_trees_are_drawn_when_they_are_asked_for(opened: Opened) -> None:
    page = opened.page
    assert page.locator("figure").count() == 0
    article = page.locator("article").filter(has_text="<script>").first
    article.locator("button.open").click()
    page.wait_for_function("() => [...document.querySelectorAll('.tree img')].every(i => i.complete)")
    figures = article.locator("figure")
    n_references = article.locator("dt:has-text('References') ~ dd").count()
    assert figures.count() > 2
    assert n_references >= figures.count() - 2
    sizes = article.locator(".tree img").evaluate_all(
        "all => all.map(i => [i.naturalWidth, i.naturalHeight])"
    )
    assert all(width > 100 and height > 100 for width, height in sizes)
    assert HOSTILE in figures.first.inner_text() and "<TACIT; dog; -; ->" in figures.first.inner_text()
    assert re.search(r"dog: \w+", article.locator(".tree img").first.get_attribute("alt"))
    assert opened.complaints == [] and page.title() == "Captuple report: bad, good"


def test_grey_print_can_be_read(opened: Opened) -> None:
    """Statuses differ in line, in sign and in words; where colours are taken away nothing is lost."""
    page = opened.page
    looks = {}
    for status in ("matched", "missed", "spurious"):
        mark = page.locator(f"mark.{status}").first
        looks[status] = mark.evaluate(
            "e => [getComputedStyle(e).borderBottomStyle, getComputedStyle(e, '::after').content]"
        )
    assert len({line for line, _ in looks.values()}) == len({sign for _, sign in looks.values()}) == 3
    assert all(status in sign for status, (_, sign) in looks.items())  # said by screen readers
    # Charts tell systems by shape: as many different marks as systems, whatever their colours.
    source = page.locator("main img").first.get_attribute("src")
    drawing = base64.b64decode(source.partition("base64,")[2]).decode()
    colourless = re.sub(r'(stroke|fill)="[^"]*"', "", drawing)
    shapes = set(re.findall(r'aria-roledescription="point"[^>]*? d="([^"]*)"', colourless))
    assert len(shapes) == 2


def axe_violations(page: Any) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    # The page's policy allows no other script: axe is run past it, from the browser's own side.
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:120]}" for item in axe.run(page).response["violations"]
    ]


@pytest.mark.parametrize("scheme", ["light", "forced"])
def test_axe_finds_nothing(browser: Any, report: Path, scheme: str) -> None:
    options = {"forced_colors": "active"} if scheme == "forced" else {}
    one = Opened(browser, report, bypass_csp=True, **options)
    one.page.locator("button.open").first.click()
    one.page.wait_for_selector(".tree img")
    one.page.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true; })")
    # What is off the screen is not laid out, and axe would pass it over.
    one.page.add_style_tag(content="article { content-visibility: visible !important; }")
    assert axe_violations(one.page) == []
    one.page.evaluate("() => document.querySelector('main img').removeAttribute('alt')")
    assert [line.split(":")[0] for line in axe_violations(one.page)] == [
        "image-alt"
    ]  # it would find something
    one.context.close()


def many_images(name: str, *, n_images: int, seed: int) -> System:
    """A system that is right about every other word, with five references an image."""
    rng = random.Random(seed)  # noqa: S311  # makes captions, guards no secret
    nouns, verbs = [f"thing{i}" for i in range(200)], [f"does{i}" for i in range(100)]

    def described() -> tuple[CaptionEntry, tuple[SemanticTuple, ...]]:
        agent, verb, place = rng.choice(nouns), rng.choice(verbs), rng.choice(nouns)
        text = f"A {agent} {verb} something that is described at some length beside the {place}."
        at = text.index(f" {verb} ") + 1

        def argument(word: str, start: int) -> Argument:
            return Argument(text=word, lemma=word, start=start, end=start + len(word))

        item = SemanticTuple(
            predicate=Predicate(text=verb, lemma=verb, start=at, end=at + len(verb)),
            agents=(argument(agent, 2),),
            locatives=(argument(place, len(text) - 1 - len(place)),),
        )
        return CaptionEntry(caption=Caption(text=text)), (item,)

    references = {i: [described() for _ in range(5)] for i in range(n_images)}
    candidates = {i: group[0] if rng.random() < 0.5 else described() for i, group in references.items()}
    captions = SystemInput(
        candidates={i: entry for i, (entry, _) in candidates.items()},
        candidate_tuples={i: tuples for i, (_, tuples) in candidates.items()},
        references={i: [entry for entry, _ in group] for i, group in references.items()},
        reference_tuples={i: [tuples for _, tuples in group] for i, group in references.items()},
        model="m@1",
    )
    report = score_images(captions.candidate_tuples, captions.reference_tuples)
    grades = grade_images(*captions.described(), similarity="exact.v1")
    return System(
        name=name,
        captions=captions,
        report=report,
        intervals=score_intervals(report, n_resamples=50, seed=0),
        explanations={image_id: explain(image) for image_id, image in grades.images.items()},
    )


def test_five_thousand_images_stay_usable(browser: Any, tmp_path: Path, extractor: Any) -> None:
    from service.report.page import ReportOptions, render

    options = ReportOptions(
        ground=get_grounding("lemma.v1"),
        coarse=get_grounding("wordnet_hypernym.v1"),
        label_by_image={},
        max_images=600,
        n_resamples=50,
        seed=0,
        parse=extractor.parse,
        tuple_line=tuple_line,
    )
    page = render([many_images("one", n_images=5000, seed=1)], options)
    path = tmp_path / "index.html"
    path.write_text(page)
    assert path.stat().st_size < MAX_PAGE_BYTES
    start = time.perf_counter()
    one = Opened(browser, path)
    one.page.wait_for_selector("#count:has-text('600 of 600')")
    first_view_s = time.perf_counter() - start
    assert "A sample of 600 of 5000 images" in one.page.locator("main").inner_text()
    assert one.shown() == 20 and "page 1 of 30" in one.page.locator("#count").inner_text()
    one.page.click("#next")
    assert "page 2 of 30" in one.page.locator("#count").inner_text() and one.shown() == 20
    one.page.fill("#search", "thing1 ")
    assert one.shown() > 0
    one.context.close()
    assert first_view_s < MAX_FIRST_VIEW_S
