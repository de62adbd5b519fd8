from __future__ import annotations

from pathlib import Path

import pytest

from extractor import InvalidInputError
from formats.corpora.flickr_st import read_flickr_st

CAPTIONS = """\
one.jpg#0\tA girl and a boy are lifting up a box in front of a shed .
one.jpg#1\tThe Green Lake ferry leaves the pier
two.jpg#0\tFour kittens in a basket
"""


def row(caption: str, **fields: str) -> str:
    empty = "([], None)"
    kinds = fields.get("LOC_TYPE", "('-', None)")
    values = ";".join(
        f"{name};{fields.get(name, empty)}" for name in ("PRED", "A0", "A1", "LOC_HEAD", "LOC_PREP")
    )
    return f"0001@0;FNAME;{caption};{values};LOC_TYPE;{kinds}"


def read(tmp_path: Path, *rows: str) -> tuple[list, object]:  # type: ignore[type-arg]  # short in tests
    captions, annotations = tmp_path / "captions.tsv", tmp_path / "annotations.txt"
    captions.write_text(CAPTIONS, encoding="utf-8")
    annotations.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return read_flickr_st(annotations, captions)


def test_a_row_becomes_a_tuple_without_auxiliaries(tmp_path: Path) -> None:
    annotated, report = read(
        tmp_path,
        row(
            "one.jpg#0",
            PRED="(['6-8'], ['are-lifting-up'])",
            A0="(['2', '5'], ['girl', 'boy'])",
            A1="(['10'], ['box'])",
            LOC_HEAD="(['15'], ['shed'])",
            LOC_PREP="(['11-13'], ['in-front-of'])",
            LOC_TYPE="('-', ['Object'])",
        ),
    )
    (item,) = annotated[0].tuples
    assert item.predicate.text == "lifting up"
    assert [a.text for a in item.agents] == ["girl", "boy"]
    assert [a.text for a in item.patients] == ["box"]
    (place,) = item.locatives
    assert (place.text, place.preposition, place.kind) == ("shed", "in-front-of", "object")
    text = annotated[0].caption.text
    assert text[place.start : place.end] == "shed"
    assert report.stripped_auxiliaries == ["are-lifting-up"]


def test_the_word_decides_where_the_index_is_shifted(tmp_path: Path) -> None:
    # The annotators' tokenizer joined Green_Lake, so every later index is one too small.
    annotated, report = read(
        tmp_path,
        row("one.jpg#1", PRED="(['4'], ['leaves'])", A0="(['3'], ['ferry'])", A1="(['6'], ['pier'])"),
        row("one.jpg#1", PRED="(['5'], ['leaves'])", A0="(['2'], ['Green_Lake'])"),
    )
    first, second = annotated[0].tuples
    assert (first.predicate.text, first.agents[0].text, first.patients[0].text) == ("leaves", "ferry", "pier")
    assert second.agents[0].text == "Lake"
    assert report.n_shifted == 3  # leaves, ferry, pier; Green_Lake stands where its index says


def test_tacit_predicates_have_no_span(tmp_path: Path) -> None:
    annotated, _ = read(tmp_path, row("two.jpg#0", PRED="(['-'], ['TACIT'])", A0="(['2'], ['kittens'])"))
    assert annotated[0].tuples[0].predicate.tacit
    assert annotated[0].tuples[0].predicate.start is None


def test_malformed_rows_are_reported_and_skipped(tmp_path: Path) -> None:
    good = row("two.jpg#0", PRED="(['-'], ['TACIT'])", A0="(['2'], ['kittens'])")
    annotated, report = read(
        tmp_path,
        good,
        good.replace("(['2'], ['kittens'])", "(['2'], ['kittens]"),
        good.replace("two.jpg", "nine.jpg"),
        good.replace("'kittens'", "'puppies'"),
        good.replace("(['2']", "(['2', '3']"),
        "no row at all",
    )
    assert len(annotated) == 1 and len(annotated[0].tuples) == 1
    assert [fault.where for fault in report.skipped] == [f"annotations.txt:{n}" for n in (2, 3, 4, 5, 6)]
    assert "nine.jpg" in report.skipped[1].problem
    assert "puppies" in report.skipped[2].problem
    assert report.n_rows == 6


def test_faulty_caption_lines_are_named_together(tmp_path: Path) -> None:
    captions, annotations = tmp_path / "captions.tsv", tmp_path / "annotations.txt"
    captions.write_text("no tab here\none.jpg#0\ta dog\ntwo.jpg#0\t \n", encoding="utf-8")
    annotations.write_text("", encoding="utf-8")
    with pytest.raises(InvalidInputError) as caught:
        read_flickr_st(annotations, captions)
    assert [fault.where for fault in caught.value.faults] == ["captions.tsv:1", "captions.tsv:3"]
