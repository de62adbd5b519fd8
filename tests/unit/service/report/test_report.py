"""The report: errors, confusions, pieces, the choice of images, trees, the page's text and policy."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import click.testing
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.types import (
    Argument,
    Caption,
    CaptionEntry,
    Entity,
    Mention,
    Parse,
    Predicate,
    SemanticTuple,
    Token,
    Word,
)
from scoring import get_grounding, score_images
from scoring.graded.explain import explain
from scoring.graded.score import grade_images
from service.cli.group import cli
from service.pipeline.systems import SystemInput, system_names
from service.report.analysis import (
    Confusion,
    Piece,
    System,
    choose_images,
    confusions,
    entity_pieces,
    group_scores,
    most_frequent_errors,
    pieces,
)
from service.report.page import ReportOptions, _group_charts
from service.report.trees import MAX_WORDS, CaptionTree, packed_trees, tree_svg, tree_text
from tests.scoring_cases import tuples

SAMPLE = Path(__file__).parents[3] / "data" / "sample"
HOSTILE = "a <script>document.title = 'broken'</script> & \U0001f600 \"quoted\" dog"

needs_charts = pytest.mark.usefixtures("_charts")


@pytest.fixture
def _charts() -> None:
    pytest.importorskip("altair", reason="Vega-Altair is not installed: pip install 'captuple[report]'")
    pytest.importorskip("vl_convert", reason="vl-convert is not installed: pip install 'captuple[report]'")


def entry(text: str) -> CaptionEntry:
    return CaptionEntry(caption=Caption(text=text))


@pytest.fixture
def system() -> System:
    """Image 1: kid said, boy and toddler meant; image 2: kid and dog said, boy meant; image 3: all right."""
    candidate_tuples = {
        1: tuple(tuples("run; kid; -; park")),
        2: tuple(tuples("run; kid; dog; -")),
        3: tuple(tuples("run; dog; -; -")),
    }
    reference_tuples = {
        1: [tuple(tuples("run; boy; -; park")), tuple(tuples("walk; toddler; !cat; park"))],
        2: [tuple(tuples("run; boy; -; -"))],
        3: [tuple(tuples("run; dog; -; -"))],
    }
    captions = SystemInput(
        candidates={1: entry("one two"), 2: entry("one two three four five six"), 3: entry("one")},
        candidate_tuples=candidate_tuples,
        references={1: [entry("x"), entry("y")], 2: [entry("x")], 3: [entry("x")]},
        reference_tuples=reference_tuples,
        model="m@1",
    )
    report = score_images(candidate_tuples, reference_tuples)
    grades = grade_images(*captions.described(), similarity="exact.v1")
    explanations = {image_id: explain(image) for image_id, image in grades.images.items()}
    return System(name="one", captions=captions, report=report, intervals=None, explanations=explanations)


def test_errors_count_images(system: System) -> None:
    errors = most_frequent_errors(system.report, "PA")
    assert errors["missed"] == [("boy", 2), ("toddler", 1)]
    assert errors["spurious"] == [("kid", 2), ("dog", 1)]
    assert most_frequent_errors(system.report, "LO") == {"missed": [], "spurious": []}


def test_kid_said_boy_meant(system: System) -> None:
    found = confusions(
        system.captions, fine=get_grounding("lemma.v1"), coarse=get_grounding("wordnet_hypernym.v1")
    )
    # The dog of image 2 is no person, the cat of image 1 is not there.
    assert found == [
        Confusion(said="kid", meant="boy", kind="person", n_images=2),
        Confusion(said="kid", meant="toddler", kind="person", n_images=1),
    ]


def test_groups(system: System) -> None:
    scores = group_scores(system, {1: "a", 2: "b", 3: "b"}, n_resamples=10, seed=0)
    assert {(s.kind, s.group, s.n_images) for s in scores} == {
        ("words of the candidate", "1 to 5", 2), ("words of the candidate", "6 to 8", 1),
        ("references of the image", "1", 2), ("references of the image", "2", 1),
        ("label of the image", "a", 1), ("label of the image", "b", 2),
    }  # fmt: skip
    assert all((score.interval is None) == (score.n_images == 1) for score in scores)


@needs_charts
def test_groups_stand_in_the_order_of_their_numbers(system: System) -> None:
    """Also where the first system has none of the shortest, and beyond nine."""
    long, short = " ".join(["word"] * 20), "word"
    captions = {i: entry(text) for i, text in {1: long, 2: "one two three four five six", 3: long}.items()}
    first = replace(system, name="long", captions=replace(system.captions, candidates=captions))
    references = {i: [entry("x")] * n for i, n in {1: 10, 2: 2, 3: 9}.items()}
    second = replace(
        system,
        name="short",
        captions=replace(
            system.captions, candidates=dict.fromkeys(captions, entry(short)), references=references
        ),
    )
    options = ReportOptions(
        ground=get_grounding("lemma.v1"), coarse=get_grounding("lemma.v1"), label_by_image={}, max_images=3,
        n_resamples=0, seed=0, parse=None, tuple_line=str,
    )  # fmt: skip
    number, words = _group_charts([first, second], options)
    assert [(row.group, row.system) for row in words["rows"]] == [
        ("1 to 5", "short"),
        ("6 to 8", "long"),
        ("16 and more", "long"),
    ]
    assert [row.group for row in number["rows"]] == ["1", "2", "2", "9", "10"]
    drawn = base64.b64decode(str(words["source"]).partition(",")[2]).decode()
    places = {
        name: float(re.search(rf"translate\(([\d.]+),[\d.]+\)[^>]*>{name}<", drawn)[1])  # type: ignore[index]
        for name in ("1 to 5", "6 to 8", "16 and more")
    }
    assert places["1 to 5"] < places["6 to 8"] < places["16 and more"]


def test_chosen_images() -> None:
    few = choose_images({"a": 0.9, "b": 0.1, "c": 0.5}, max_images=3, seed=0)
    assert few == {"b": "worst", "c": "worst", "a": "best"}
    many = choose_images({i: i / 100 for i in range(100)}, max_images=9, seed=0)
    assert [i for i, choice in many.items() if choice == "worst"] == [0, 1, 2]
    assert [i for i, choice in many.items() if choice == "best"] == [99, 98, 97]
    assert len([i for i, choice in many.items() if choice == "drawn" and 3 <= i <= 96]) == 3
    assert many == choose_images({i: i / 100 for i in range(100)}, max_images=9, seed=0)


def at(text: str, start: int) -> Argument:
    return Argument(text=text, lemma=text, start=start, end=start + len(text))


def test_pieces_of_a_caption() -> None:
    item = SemanticTuple(
        predicate=Predicate(text="sees", lemma="see", start=6, end=10),
        agents=(at("dog", 2),),
        patients=(at("cat", 13),),
        locatives=(at("cat", 13), Argument(text="", lemma="room", tacit=True)),
    )
    matched = {"PA": frozenset({("dog",)}), "PR": frozenset(), "LO": frozenset()}
    found = pieces(
        "a dog sees a cat", [item], matched, ground=get_grounding("lemma.v1"), otherwise="spurious"
    )
    assert found == [
        Piece(text="a "),
        Piece(text="dog", status="matched", slots="participant"),
        Piece(text=" "),
        Piece(text="sees", status="spurious", slots="predicate"),
        Piece(text=" a "),
        Piece(text="cat", status="spurious", slots="locative, participant"),
    ]


@given(st.text(max_size=20), st.lists(st.tuples(st.integers(0, 19), st.integers(1, 5)), max_size=5))
def test_pieces_join_to_the_text(text: str, spans: list[tuple[int, int]]) -> None:
    arguments = tuple(
        Argument(text="w", lemma="w", start=start, end=start + n)
        for start, n in spans
        if start + n <= len(text)
    )
    item = SemanticTuple(predicate=Predicate(text="", lemma=None, tacit=True), agents=arguments)
    matched: dict[str, frozenset[tuple[str, ...]]] = {name: frozenset() for name in ("PA", "PR", "LO")}
    found = pieces(text, [item], matched, ground=get_grounding("lemma.v1"), otherwise="missed")
    assert "".join(piece.text for piece in found) == text


def parse_of(*words: tuple[str, str, int, str]) -> Parse:
    """A parse of words with their tag, head and relation."""
    text = " ".join(word for word, *_ in words)
    starts = [len(" ".join(word for word, *_ in words[:i])) + bool(i) for i in range(len(words))]
    return Parse(
        caption=Caption(text=text),
        tokens=tuple(
            Token(text=word, start=start, end=start + len(word), sentence=0)
            for start, (word, *_) in zip(starts, words, strict=True)
        ),
        words=tuple(
            Word(text=word, lemma=word, upos=upos, xpos="", features="", head=head, deprel=deprel)
            for word, upos, head, deprel in words
        ),
    )


def test_a_tree_is_drawn() -> None:
    parse = parse_of(
        ("<b>", "NOUN", 1, "nsubj"), ("runs\x0b&", "VERB", -1, "root"), ("\U0001f600", "SYM", 1, "obj")
    )
    drawing = tree_svg(parse)
    assert drawing is not None
    root = ET.fromstring(drawing)  # noqa: S314  # drawn here
    texts = [(element.text or "").strip() for element in root.iter() if (element.text or "").strip()]
    # Words with their tags, then an arc for each word but the root; what no XML can hold is replaced.
    assert texts == ["<b>", "NOUN", "runs\ufffd&", "VERB", "\U0001f600", "SYM", "nsubj", "obj"]
    assert drawing == tree_svg(parse)
    assert tree_text(parse) == "<b>: nsubj of runs\x0b&; runs\x0b&: root; \U0001f600: obj of runs\x0b&"


def test_captions_without_a_tree() -> None:
    long = parse_of(*[("very", "ADV", -1, "root")] * (MAX_WORDS + 1))
    assert (tree_svg(parse_of()), tree_text(parse_of())) == (None, "")
    assert (tree_svg(long), tree_text(long)) == (None, "61 words: too many to be drawn")


def test_trees_are_packed() -> None:
    parse = parse_of(("Fog", "NOUN", -1, "root"))
    packed = packed_trees([CaptionTree(name="one", parse=parse, tuples=["<TACIT; fog; -; ->"])])
    assert packed == packed_trees([CaptionTree(name="one", parse=parse, tuples=["<TACIT; fog; -; ->"])])
    [record] = json.loads(gzip.decompress(base64.b64decode(packed)))
    assert record.pop("svg").startswith("<svg")
    assert record == {"name": "one", "caption": "Fog", "tuples": ["<TACIT; fog; -; ->"], "text": "Fog: root"}


def run(*arguments: str | Path) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, ["report", *map(str, arguments)])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """References of the sample, and two systems; one has a hostile caption."""
    lines = [json.loads(line) for line in (SAMPLE / "references.jsonl").read_text().splitlines()]
    references, good, bad = SAMPLE / "references.jsonl", tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    firsts = [line for line in lines if line["caption_id"].endswith("-1")]
    good.write_text("".join(json.dumps(line) + "\n" for line in firsts))
    argument = {"text": "dog", "start": len(HOSTILE) - 3, "end": len(HOSTILE)}
    hostile = {"predicate": {"tacit": True}, "agents": [argument], "patients": [], "locatives": []}
    for line in firsts:
        line |= {"caption": HOSTILE, "tuples": [hostile]}
        line.pop("tokens", None)
    bad.write_text("".join(json.dumps(line) + "\n" for line in firsts))
    return references, good, bad


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


@needs_charts
def test_the_page(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    references, good, bad = files
    labels = tmp_path / "labels.tsv"
    labels.write_text("".join(f"sample-{i:02}\t{'in' if i % 2 else 'out'}\n" for i in range(1, 15)))
    output = tmp_path / "report"
    result = run("--candidates", good, bad, "--references", references, "--by", labels, "--output", output)
    assert result.exit_code == 0, result.output
    text = (output / "index.html").read_text()
    page = _Page()
    page.feed(text)
    # Nothing is fetched and nothing but the page's own script and style runs, by policy and in fact.
    policy = next(a["content"] or "" for tag, a in page.elements if tag == "meta" and "http-equiv" in a)
    assert policy.startswith("default-src 'none'; img-src data:;") and "unsafe" not in policy
    for tag in ("style", "script"):
        [content] = re.findall(rf"<{tag}>(.*?)</{tag}>", text, flags=re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    sources = [a.get("src") or a.get("href") or "" for tag, a in page.elements if tag in {"img", "a", "link"}]
    assert all(source.startswith(("data:image/svg+xml;base64,", "#")) for source in sources)
    assert not [a for _, a in page.elements if "style" in a or any(name.startswith("on") for name in a)]
    # What a screen reader needs.
    assert all(a.get("alt") for tag, a in page.elements if tag == "img")
    fields = [a["id"] for tag, a in page.elements if tag in {"input", "select"}]
    assert {a["for"] for tag, a in page.elements if tag == "label"} == set(fields)
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and all(after - before <= 1 for before, after in pairwise(levels))
    # Captions are text.
    assert text.count("<script") == 1
    assert html.escape("<script>document.title = 'broken'</script> &").replace("&#x27;", "&#39;") in text
    assert "\U0001f600" in text and "All 14 images" in text
    assert len([a for _, a in page.elements if "data-trees" in a]) == 14
    assert "bad less good" in text and "By label of the image" in text
    # The graded score, with the best similarity of the model's bundle, as `captuple score` has it.
    arguments = ["score", "--candidates", good, "--references", references, "--graded", "thesaurus.v1"]
    scored = click.testing.CliRunner().invoke(cli, [*map(str, arguments), "--format", "json"])
    record = json.loads(scored.stdout)["graded"]
    low, high = record["intervals"]["score"]
    assert f'<th scope="row">graded</th><td>{record["score"]:.4f} ({low:.4f}-{high:.4f})</td>' in text
    assert f"<code>{record['signature']}</code>" in text
    assert re.search(r'<th scope="row">graded</th><td class="text">bad less good</td>', text)
    again = run("--candidates", good, bad, "--references", references, "--output", output)
    assert again.exit_code == 2 and "exists" in again.output


@needs_charts
def test_a_sample_says_so(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    references, good, _ = files
    output = tmp_path / "report"
    arguments = ("--references", references, "--max-images", 6, "--resamples", 0, "--no-trees")
    result = run("--candidates", good, *arguments, "--output", output)
    assert result.exit_code == 0, result.output
    text = (output / "index.html").read_text()
    assert "A sample of 6 of 14 images" in text and text.count("<article") == 6
    assert "data-trees" not in text


def test_a_system_given_twice(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    references, good, bad = files
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(good.read_bytes())
    result = run("--candidates", good, bad, copy, bad, "--references", references, "--output", tmp_path / "r")
    assert result.exit_code == 2
    assert result.output.count("a system is given twice") == 2
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize("command", ["report", "score", "novel-objects"])
def test_a_label_file_that_misses_images(
    command: str, files: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    references, good, _ = files
    labels = tmp_path / "labels.tsv"
    labels.write_text("sample-01\tin\nelsewhere\tout\n")
    arguments = [command, "--candidates", good, "--references", references, "--by", labels]
    if command == "report":
        arguments += ["--output", tmp_path / "out"]
    result = click.testing.CliRunner().invoke(cli, [*map(str, arguments)])
    assert result.exit_code == 2
    assert "no label for 13 images: 'sample-02', " in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a.json"], ["a"]),
        (["run/test.one.results.json", "run/test.two.results.json"], ["one", "two"]),
        (["one/results.json", "two/results.json"], ["one/results.json", "two/results.json"]),
        ([".jsonl"], [".jsonl"]),
    ],
)
def test_names_of_systems(paths: list[str], names: list[str]) -> None:
    assert system_names([Path(path) for path in paths]) == names


@needs_charts
def test_references_of_one_caption_each(files: tuple[Path, Path, Path], tmp_path: Path) -> None:
    """A report needs no second reference; groups by number of references say so."""
    _, good, bad = files
    output = tmp_path / "report"
    result = run(
        "--candidates", good, "--references", bad, "--output", output, "--no-trees", "--resamples", 0
    )
    assert result.exit_code == 0, result.output
    assert "By references of the image" in (output / "index.html").read_text()


def test_long_captions_have_their_entities_in_pieces() -> None:
    text = "A dog sits. It is wet. A cat sleeps near a pier."
    caption = [
        Piece(text="A "),
        Piece(text="dog", status="matched", slots="participant"),
        Piece(text=" sits. It is wet. A "),
        Piece(text="cat", status="spurious", slots="participant"),
        Piece(text=" sleeps near a pier."),
    ]
    entities = [
        Entity(
            id=0,
            lemma="dog",
            mentions=(Mention(text="dog", start=2, end=5), Mention(text="It", start=12, end=14)),
            attributes=("wet",),
        ),
        Entity(id=1, lemma="cat", mentions=(Mention(text="cat", start=25, end=28),)),
        Entity(id=2, lemma="pier", mentions=(Mention(text="pier", start=43, end=47),)),
    ]
    assert text[25:28] == "cat" and text[43:47] == "pier"
    assert [(p.text, p.status) for p in entity_pieces(caption, entities)] == [
        ("dog: wet", "matched"),
        ("cat", "spurious"),
        ("pier", "none"),
    ]
    assert entity_pieces(caption[:2], entities) == []  # a short one is shown as it is
