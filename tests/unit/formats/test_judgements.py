"""Human judgements: readers over files of our own, protocols against slow computations."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from extractor.errors import InvalidInputError
from formats.judgements import (
    DATASETS,
    read_clotho,
    read_flickr8k_cf,
    read_flickr8k_expert,
    read_nocaps_foil,
    read_pascal_50s,
    read_scores,
    read_sugar_crepe,
    read_thumb,
)

CAPTIONS = "".join(
    f"{image}.jpg#{n}\tA fox {n} sits by stone {image}.\n" for image in "abc" for n in range(5)
)


def tau(scores: list[float], human: list[float], variant: str) -> float:
    """Kendall's tau by its definition."""
    concordant = discordant = tied_scores = tied_human = 0
    pairs = list(itertools.combinations(zip(scores, human, strict=True), 2))
    for (s1, h1), (s2, h2) in pairs:
        sign = np.sign(s1 - s2) * np.sign(h1 - h2)
        concordant += sign > 0
        discordant += sign < 0
        tied_scores += s1 == s2
        tied_human += h1 == h2
    if variant == "b":
        return float(
            (concordant - discordant) / np.sqrt((len(pairs) - tied_scores) * (len(pairs) - tied_human))
        )
    m = min(len(set(scores)), len(set(human)))
    return float(2 * (concordant - discordant) / (len(scores) ** 2 * (m - 1) / m))


def test_flickr8k_cf(tmp_path: Path) -> None:
    (tmp_path / "captions.tsv").write_text(CAPTIONS)
    (tmp_path / "CrowdFlowerAnnotations.txt").write_text(
        "a.jpg\ta.jpg#2\t1\t3\t0\na.jpg\tb.jpg#1\t0\t0\t3\nb.jpg\tc.jpg#0\t0.333333333333333\t1\t2\n"
        "c.jpg\ta.jpg#0\t0\t0\t3\n"
    )
    judged = read_flickr8k_cf(tmp_path)
    assert [item.key for item in judged.items] == [
        "a.jpg|a.jpg#2",
        "a.jpg|b.jpg#1",
        "b.jpg|c.jpg#0",
        "c.jpg|a.jpg#0",
    ]
    # Its own caption is not among the references of an image; those of others stay whole.
    assert [len(item.references) for item in judged.items] == [4, 5, 5, 5]
    assert judged.items[0].candidate not in judged.items[0].references
    scores = [0.9, 0.0, 0.5, 0.0]
    figures = judged.figures(scores)
    assert figures["tau_b"] == pytest.approx(tau(scores, [1, 0, 1 / 3, 0], "b"))
    assert figures["zero_share"] == 0.5


def test_flickr8k_expert(tmp_path: Path) -> None:
    (tmp_path / "captions.tsv").write_text(CAPTIONS)
    (tmp_path / "ExpertAnnotations.txt").write_text(
        "a.jpg\tb.jpg#2\t1\t1\t2\na.jpg\ta.jpg#1\t4\t4\t4\nb.jpg\tc.jpg#2\t3\t4\t4\nc.jpg\tb.jpg#0\t2\t1\t2\n"
    )
    judged = read_flickr8k_expert(tmp_path)
    # The pair of a caption with its own image is left out; all five captions of the image are references.
    assert [item.key for item in judged.items] == ["a.jpg|b.jpg#2", "b.jpg|c.jpg#2", "c.jpg|b.jpg#0"]
    assert all(len(item.references) == 5 for item in judged.items)
    scores = [0.2, 0.7, 0.2]
    flat, human = list(np.repeat(scores, 3)), [1, 1, 2, 3, 4, 4, 2, 1, 2]
    figures = judged.figures(scores)
    assert figures["tau_c"] == pytest.approx(tau(flat, human, "c"))
    assert figures["tau_b"] == pytest.approx(tau(flat, human, "b"))
    assert figures["zero_share"] == 0
    assert judged.figures([1, 1, 1])["tau_c"] == 0  # nothing is ordered


def pascal(folder: Path) -> None:
    references = [
        {"image": image, "captions": [f"Fox {n} of {image}." for n in range(8)]} for image in ("x", "y")
    ]
    pairs = [
        ("x", "HC", "first", "second", 7, 3),
        ("x", "HI", "first", "third", 2, 9),
        ("y", "HM", "fourth", "second", 6, 4),
        ("y", "MM", "fifth", "sixth", 1, 9),
        ("y", "MM", "tied", "votes", 5, 5),
    ]
    names = ("image", "category", "caption_a", "caption_b", "votes_a", "votes_b")
    (folder / "references.jsonl").write_text("".join(json.dumps(r) + "\n" for r in references))
    lines = [json.dumps(dict(zip(names, pair, strict=True))) for pair in pairs]
    (folder / "pairs.jsonl").write_text("\n".join(lines) + "\n")


def test_pascal_50s(tmp_path: Path) -> None:
    pascal(tmp_path)
    judged = read_pascal_50s(tmp_path, seed=3)
    assert len(judged.items) == 5 * 4 * 2  # draws, pairs with a winner, captions
    assert all(len(set(item.references)) == 5 for item in judged.items)
    assert judged.items[0].references == judged.items[1].references  # both captions of a pair meet the same
    assert judged.items[0].references != judged.items[8].references  # of another draw
    assert [item.key for item in judged.items[:4]] == ["1a", "1b", "2a", "2b"]
    assert judged.items == read_pascal_50s(tmp_path, seed=3).items
    # The first caption always higher: right where people preferred it (HC, HM).
    first_higher = [1.0, 0.0] * 20
    assert judged.figures(first_higher) == {"HC": 1, "HI": 0, "HM": 1, "MM": 0, "mean": 0.5}
    # Equal scores: at random, the same for the same seed.
    equal = judged.figures([0.5] * 40)
    assert 0 < equal["mean"] < 1
    assert equal == read_pascal_50s(tmp_path, seed=3).figures([0.5] * 40)


def test_thumb(tmp_path: Path) -> None:
    systems = [("Human", 5.0, 4.0), ("M1", 4.0, 3.5), ("M2", 2.0, 3.0), ("M3", 3.0, 1.0)]
    rows = [
        {"SYS": name, "seg_id": i, "set_id": i % 2, "hyp": f"Fox {i}.", "image": f"{i % 2}.jpg", "P": p, "R": r,
         "Fl": 0, "Inc": 0, "Con": 0, "human_score": (p + r) / 2}
        for i, (name, p, r) in enumerate(systems)
    ]  # fmt: skip
    (tmp_path / "judgements.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "references.jsonl").write_text(
        "".join(json.dumps({"seg_id": i, "set_id": i, "refs": [f"A fox {i}."]}) + "\n" for i in range(2))
    )
    judged = read_thumb(tmp_path)
    assert [item.references for item in judged.items] == [("A fox 0.",), ("A fox 1.",)] * 2
    scores = [0.9, 0.7, 0.3, 0.4]
    figures = judged.figures(scores)
    assert figures["P"] == pytest.approx(np.corrcoef(scores, [5, 4, 2, 3])[0, 1])
    assert figures["R"] == pytest.approx(np.corrcoef(scores, [4, 3.5, 3, 1])[0, 1])
    assert figures["human_score without Human"] == pytest.approx(
        np.corrcoef(scores[1:], [3.75, 2.5, 2])[0, 1]
    )


def test_intervals_and_p_values(tmp_path: Path) -> None:
    (tmp_path / "captions.tsv").write_text(CAPTIONS)
    rng = np.random.default_rng(0)
    shares = rng.integers(0, 4, size=45) / 3
    rows = [(image, f"{other}.jpg#{n}") for image in "abc" for other in "abc" for n in range(5)]
    (tmp_path / "CrowdFlowerAnnotations.txt").write_text(
        "".join(
            f"{image}.jpg\t{caption}\t{share}\t0\t0\n"
            for (image, caption), share in zip(rows, shares, strict=True)
        )
    )
    judged = read_flickr8k_cf(tmp_path)
    good, bad = shares + rng.random(45) / 10, rng.random(45)
    intervals, p_values = judged.intervals({"good": good, "bad": bad, "same": good}, n_resamples=100)
    assert intervals["good"]["tau_b"].low > intervals["bad"]["tau_b"].high
    assert p_values["good", "bad"] == pytest.approx(1 / 101)
    assert p_values["good", "same"] == 1
    again = judged.intervals({"good": good, "bad": bad, "same": good}, n_resamples=100)
    assert again == (intervals, p_values)


def test_scores_of_another_metric(tmp_path: Path) -> None:
    pascal(tmp_path)
    judged = read_pascal_50s(tmp_path)
    path = tmp_path / "scores.jsonl"
    keys = [f"{line}{side}" for line in range(1, 5) for side in "ab"]
    path.write_text("".join(json.dumps({"key": key, "score": i}) + "\n" for i, key in enumerate(keys)))
    assert read_scores(path, judged) == [float(i) for i in range(8)] * 5
    path.write_text(
        '{"key": "1a", "score": 1}\n{"key": "9z", "score": 1}\nx\n{"key": "1b", "score": "high"}\n'
    )
    with pytest.raises(InvalidInputError) as caught:
        read_scores(path, judged)
    message = str(caught.value)
    assert "scores.jsonl:2: key '9z' is none of the set" in message
    assert "scores.jsonl:3: not JSON" in message and "scores.jsonl:4: score" in message
    path.write_text('{"key": "1a", "score": 1}\n')
    with pytest.raises(InvalidInputError, match="no score for 7 keys: '1b', '2a'"):
        read_scores(path, judged)
    with pytest.raises(InvalidInputError, match="one finite score is needed for each of 40 items"):
        judged.figures([float("nan")] * 40)


@pytest.mark.parametrize("name", sorted(DATASETS))
def test_an_empty_folder_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"no such file|holds no judgements"):
        DATASETS[name](tmp_path)


def test_all_faults_of_a_set_come_together(tmp_path: Path) -> None:
    (tmp_path / "captions.tsv").write_text("a.jpg#0\tA fox.\nno tab\na.jpg#0\tA fox.\n")
    (tmp_path / "ExpertAnnotations.txt").write_text(
        "a.jpg\tb.jpg#0\t1\t1\t1\nz.jpg\ta.jpg#0\t1\t9\tx\na.jpg\ta.jpg#0\t1\n"
    )
    with pytest.raises(InvalidInputError) as caught:
        read_flickr8k_expert(tmp_path)
    problems = [fault.problem for fault in caught.value.faults]
    assert problems == [
        "1 fields between tabs; 2 are needed",
        "caption id 'a.jpg#0' stands there twice",
        "caption 'b.jpg#0' is not in captions.tsv",
        "'9' is no number from 1 to 4",
        "'x' is no number from 1 to 4",
        "image 'z.jpg' has no references in captions.tsv",
        "3 fields between tabs; 5 are needed",
    ]


def twins(folder: Path) -> None:
    folder.mkdir(parents=True)
    rows = {
        "swap_obj": {
            "filename": "000000000007.jpg",
            "caption": "A fox sees a hen.",
            "negative_caption": "A hen sees a fox.",
        },
        "add_att": {"filename": "000000000008.jpg", "caption": "A hen.", "negative_caption": "A red hen."},
    }
    for kind, row in rows.items():
        (folder / f"{kind}.json").write_text(json.dumps({"0": row}))
    (folder / "pairs.jsonl").write_text(
        json.dumps({"kind": "swap_obj", "image_id": 8, "caption": "One hen.", "negative_caption": "No hen."})
        + "\n"
    )


def coco(path: Path) -> Path:
    captions = [
        (7, "A fox sees a hen. "),
        (7, "A fox by a hen."),
        (8, "A hen."),
        (8, "One hen."),
        (8, "A bird."),
    ]
    rows = [{"id": n, "image_id": image, "caption": text} for n, (image, text) in enumerate(captions)]
    path.write_text(json.dumps({"annotations": rows}))
    return path


def test_sugar_crepe(tmp_path: Path) -> None:
    twins(tmp_path / "crepe")
    references = coco(tmp_path / "captions.json")
    judged = read_sugar_crepe(tmp_path / "crepe", references=references)
    assert [(item.candidate, item.references) for item in judged.items] == [
        ("A fox sees a hen.", ("A fox by a hen.",)),
        ("A hen sees a fox.", ("A fox by a hen.",)),
        ("A hen.", ("One hen.", "A bird.")),
        ("A red hen.", ("One hen.", "A bird.")),
        ("One hen.", ("A hen.", "A bird.")),
        ("No hen.", ("A hen.", "A bird.")),
    ]
    # Right, tied, wrong: swap_obj has the first and the last.
    figures = judged.figures([1, 0, 3, 3, 0, 1])
    assert (figures["swap_obj"], figures["add_att"], figures["mean"], figures["all"]) == (0.5, 0.5, 0.5, 0.5)
    assert np.isnan(figures["swap_att"])
    # COCO's file is found beside the set.
    (tmp_path / "coco").mkdir()
    coco(tmp_path / "coco" / "captions_val2017.json")
    assert read_sugar_crepe(tmp_path / "crepe").items == judged.items


def test_faults_of_sugar_crepe_are_named(tmp_path: Path) -> None:
    twins(tmp_path / "crepe")
    with pytest.raises(InvalidInputError, match="--references"):
        read_sugar_crepe(tmp_path / "crepe")
    (tmp_path / "crepe" / "pairs.jsonl").write_text(
        '{"kind": "swop", "image_id": 8, "caption": "a", "negative_caption": "b"}\n'
        '{"kind": "add_att", "image_id": 9, "caption": "a", "negative_caption": "b"}\n{"caption": 1}\n'
    )
    with pytest.raises(InvalidInputError) as caught:
        read_sugar_crepe(tmp_path / "crepe", references=coco(tmp_path / "captions.json"))
    text = str(caught.value)
    for problem in ("kind 'swop'; allowed: swap_obj", "image '9' has no other caption", "pairs.jsonl:3"):
        assert problem in text


def test_nocaps_foil(tmp_path: Path) -> None:
    row = {
        "image_path": "a.jpg",
        "references": ["A fox.", "A red fox."],
        "baseline": "A fox.",
        "foil": "A hen.",
    }
    lines = [{**row, "domain": domain} for domain in ("in-domain", "out-domain")]
    (tmp_path / "pairs.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    judged = read_nocaps_foil(tmp_path)
    assert [item.references for item in judged.items] == [("A red fox.",)] * 4
    assert judged.figures([1, 0, 0, 1])["in-domain"] == 1
    assert judged.figures([1, 0, 0, 1])["all"] == 0.5
    (tmp_path / "pairs.jsonl").write_text(json.dumps({**row, "domain": "far"}) + "\n")
    with pytest.raises(InvalidInputError, match="domain 'far'; allowed: in-domain"):
        read_nocaps_foil(tmp_path)


def test_clotho(tmp_path: Path) -> None:
    sound = {
        "HC": ["rain falls", "a dog barks", "human_1", "human_2", [1, 1, -1, 0]],
        "MM_2": ["wind", "rain on a roof", "nn", "nn", [-1, -1, 0, 0]],
        "HI": ["x", "y", "a", "b", [1, -1, 0, 0]],
        "references": ["rain falls", "rain on a tin roof", "rain on a roof"],
    }
    (tmp_path / "clotho_eval.json").write_text(json.dumps([sound]))
    judged = read_clotho(tmp_path)
    # The better caption first; the two are no references; the pair without a majority is left out.
    assert [(item.candidate, item.references) for item in judged.items] == [
        ("rain falls", ("rain on a tin roof", "rain on a roof")),
        ("a dog barks", ("rain on a tin roof", "rain on a roof")),
        ("rain on a roof", ("rain falls", "rain on a tin roof")),
        ("wind", ("rain falls", "rain on a tin roof")),
    ]
    figures = judged.figures([1, 0, 0, 1])
    assert (figures["HC"], figures["MM"], figures["all"]) == (1, 0, 0.5)
    (tmp_path / "clotho_eval.json").write_text(json.dumps([{**sound, "HC": ["only one"]}]))
    with pytest.raises(InvalidInputError, match=r"\[0\]\.HC"):
        read_clotho(tmp_path)
    with pytest.raises(InvalidInputError, match=r"(?i)no such file|cannot be read"):
        read_clotho(tmp_path / "nowhere")


def test_thumb_as_lists(tmp_path: Path) -> None:
    rubric = {
        "SYS": "Human",
        "seg_id": 1,
        "set_id": 5,
        "hyp": "A fox.",
        "image": "a.jpg",
        "P": 5,
        "R": 4,
        "human_score": 4.5,
    }
    (tmp_path / "mscoco_THumB-1.0.jsonl").write_text(json.dumps(rubric) + "\n")
    (tmp_path / "mscoco_references.json").write_text(json.dumps([{"set_id": 5, "refs": ["A fox runs."]}]))
    assert read_thumb(tmp_path).items[0].references == ("A fox runs.",)
