"""Content selection: hand-worked figures, baselines, an independent count, the reader and the command."""

from __future__ import annotations

import gzip
import itertools
import json
import random
from pathlib import Path

import click.testing
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.errors import InvalidInputError
from formats import read_captions
from formats.corpora.flickr30k_entities import phrase_head, read_entities
from scoring.selection.baselines import (
    BASELINES,
    AnnotatedImage,
    Box,
    Instance,
    MentionPriors,
    combine,
    rank_by_bigram,
    rank_by_position,
    rank_by_size,
    rank_by_unigram,
    rank_images,
    write_sentence,
)
from scoring.selection.content_selection import (
    Spread,
    mentioned_instances,
    score_selections,
    select_agreement,
    upper_bound,
)
from service.cli.group import cli
from tests.scoring_cases import tuples

NAMES = "abcd"


def rng_of(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  # guards no secret


def test_hand_worked_agreement() -> None:
    # S = {a, b}; G = {a}, {a, c, d}, {c}: P = (1/2 + 1/2 + 0) / 3 = 1/3, R = (1 + 1/3 + 0) / 3 = 4/9,
    # F = 2 * 1/3 * 4/9 / (1/3 + 4/9) = 8/21.
    figures = select_agreement({"a", "b"}, [{"a"}, {"a", "c", "d"}, {"c"}])
    assert figures.precision == pytest.approx(1 / 3)
    assert figures.recall == pytest.approx(4 / 9)
    assert figures.f1 == pytest.approx(8 / 21)


def test_nothing_selected_and_nothing_mentioned() -> None:
    assert select_agreement(set(), [{"a"}]).precision == 1
    assert select_agreement(set(), [{"a"}], empty="zero").precision == 0
    assert select_agreement(set(), [{"a"}]).f1 == 0
    with pytest.raises(InvalidInputError, match="each must mention an instance"):
        select_agreement({"a"}, [{"a"}, set()])
    report = score_selections({1: {"a"}, 2: {"b"}}, {1: [{"a"}, set()], 2: [set()]})
    assert (report.f1.mean, report.left_out) == (1, (2,))
    with pytest.raises(InvalidInputError, match="no description of any image mentions an instance: 1"):
        score_selections({1: {"a"}}, {1: [set()]})
    with pytest.raises(
        InvalidInputError, match=r"no references for 1 image: 2\nreferences: no candidate for 1"
    ):
        score_selections({2: {"a"}}, {1: [{"a"}]})


def test_means_and_deviations_over_images() -> None:
    # F1 of the images: 1 and 0; the sample's deviation is sqrt(((1/2)^2 + (1/2)^2) / 1).
    report = score_selections({1: {"a"}, 2: {"a"}}, {1: [{"a"}], 2: [{"b"}]})
    assert report.f1 == Spread(mean=0.5, deviation=pytest.approx(0.5**0.5))
    assert report.signature.startswith("captuple|content-selection|instances:given|model:none|v:")
    assert Spread.of([0.25]) == Spread(mean=0.25, deviation=0.0)


def test_the_upper_bound_scores_people_by_the_others() -> None:
    # {a, b} by the others: P = (1/2 + 1/2) / 2, R = (1 + 1) / 2; {a} by the others: P = (1 + 0) / 2, R = (1/2 + 0) / 2;
    # {b}: the same. P = (1/2 + 1/2 + 1/2) / 3 = 1/2, R = (1 + 1/4 + 1/4) / 3 = 1/2.
    bound = upper_bound({1: [{"a", "b"}, {"a"}, {"b"}], 2: [{"a"}]})
    assert bound is not None
    assert (bound.precision.mean, bound.recall.mean, bound.f1.mean) == pytest.approx((0.5, 0.5, 0.5))
    assert bound.left_out == (2,)
    assert upper_bound({2: [{"a"}]}) is None


selections = st.frozensets(st.sampled_from(NAMES))
described = st.lists(st.frozensets(st.sampled_from(NAMES), min_size=1), min_size=1, max_size=4)


@given(selections, described)
def test_as_an_independent_count(selected: frozenset[str], descriptions: list[frozenset[str]]) -> None:
    precision = recall = 0.0
    for description in descriptions:
        hits = 0
        for name in NAMES:
            if name in selected and name in description:
                hits += 1
        precision += (hits / len(selected) if selected else 1) / len(descriptions)
        recall += hits / len(description) / len(descriptions)
    figures = select_agreement(selected, descriptions)
    assert figures.precision == pytest.approx(precision)
    assert figures.recall == pytest.approx(recall)
    assert 0 <= figures.f1 <= 1
    assert min(precision, recall) - 1e-9 <= figures.f1 <= max(precision, recall) + 1e-9 or not figures.f1
    assert select_agreement(selected, descriptions[::-1]).f1 == pytest.approx(figures.f1)


@given(described.filter(lambda items: len(items) > 1))
def test_people_are_as_precise_as_complete(descriptions: list[frozenset[str]]) -> None:
    bound = upper_bound({0: descriptions})
    assert bound is not None
    assert bound.precision.mean == pytest.approx(bound.recall.mean)


def image(image_id: str = "i", *descriptions: str, concepts: str = "man dog tree") -> AnnotatedImage:
    """Instances a, b, c: a small in the middle, b large at the left, c larger at the right."""
    boxes = [(45, 45, 10, 10), (0, 0, 30, 60), (60, 0, 40, 90)]
    return AnnotatedImage(
        image_id=image_id,
        width=100,
        height=100,
        instances=tuple(
            Instance(name=name, concept=concept, box=Box(x=x, y=y, width=w, height=h))
            for name, concept, (x, y, w, h) in zip("abc", concepts.split(), boxes, strict=False)
        ),
        descriptions=tuple(tuple(text) for text in descriptions),
    )


def test_rankings() -> None:
    rng = rng_of(0)
    priors = MentionPriors([image("k", "ab", "ab", "bc", "b")])
    # man 2, dog 4, tree 1 mentions; first: man 2, dog 2; after man: dog 2; after dog: tree 1.
    assert priors.mentions == {"man": 2, "dog": 4, "tree": 1}
    assert (priors.first, priors.successors["man"]) == ({"man": 2, "dog": 2}, {"dog": 2})
    scored = image()
    assert rank_by_position(scored, priors, rng) == ["a", "c", "b"]  # 0; 30.4 (80, 45); 40.3 (15, 30)
    assert rank_by_size(scored, priors, rng) == ["c", "b", "a"]  # 3,600; 1,800; 100
    assert rank_by_unigram(scored, priors, rng) == ["b", "a", "c"]
    # dog and man came first as often, dog is mentioned more; tree follows dog; nothing follows tree.
    assert rank_by_bigram(scored, priors, rng) == ["b", "c"]
    # bigram b 1, c 2, and a gets 0.5 x ((3 + 1) - 2) + 2 = 3; size c 1, b 2, a 3: b 3, c 3, a 6.
    combined = combine(rank_by_bigram, rank_by_size)(scored, priors, rng)
    assert (set(combined[:2]), combined[2]) == ({"b", "c"}, "a")
    # unigram b 1, a 2, c 3; position a 1, c 2, b 3: a 3, b 4, c 5.
    assert combine(rank_by_unigram, rank_by_position)(scored, priors, rng) == ["a", "b", "c"]


def test_equals_are_in_random_order_and_seeds_repeat() -> None:
    images = [image(str(i)) for i in range(60)]
    nothing = MentionPriors([])
    for name, ranking in BASELINES.items():
        ranked = rank_images(images, ranking, nothing, seed=7)
        assert ranked == rank_images(images, ranking, nothing, seed=7)
        assert all(len(set(names)) == len(names) for names in ranked.values()), name
    orders = {tuple(names) for names in rank_images(images, rank_by_unigram, nothing).values()}
    assert orders == set(itertools.permutations("abc"))


def test_f1_peaks_where_a_ranking_tells_what_people_mention() -> None:
    """Everybody mentions two of the three things: precision falls, recall rises, F1 is best at k = 2."""
    scored = [image(str(i), "ab", "ba", "ab") for i in range(5)]
    ranked = rank_images(scored, BASELINES["oracle"], MentionPriors([]), seed=1)
    descriptions = {i.image_id: [frozenset(text) for text in i.descriptions] for i in scored}
    reports = [
        score_selections({key: frozenset(names[:k]) for key, names in ranked.items()}, descriptions)
        for k in (1, 2, 3)
    ]
    # k = 1: P 1, R 1/2; k = 2: all right; k = 3: P 2/3, R 1.
    assert [r.precision.mean for r in reports] == pytest.approx([1, 1, 2 / 3])
    assert [r.recall.mean for r in reports] == pytest.approx([1 / 2, 1, 1])
    assert [r.f1.mean for r in reports] == pytest.approx([2 / 3, 1, 4 / 5])


def test_annotations_must_hold_together() -> None:
    with pytest.raises(InvalidInputError, match="image 'i': has no box: there is nothing to select from"):
        AnnotatedImage(image_id="i", width=1, height=1, instances=(), descriptions=())
    with pytest.raises(InvalidInputError, match=r"descriptions\[1\] mentions 'z', which has no box"):
        image("i", "a", "az")


def test_sentences_keep_their_concepts_in_order() -> None:
    text = write_sentence(["man", "dog", "tree"], rng=rng_of(3))
    assert [word for word in text.strip(".").split() if word in {"man", "dog", "tree"}] == [
        "man",
        "dog",
        "tree",
    ]
    assert text[0].isupper() and text.endswith(".") and write_sentence([], rng=rng_of(3)) == ""


def test_instances_of_captions_need_no_boxes() -> None:
    [found, none] = mentioned_instances([tuples("eat; kid; cake; park", "see; child; !dog; -"), []])
    assert len(found) == 3 and "child.n.01" in found  # kid and child are one; the dog is absent
    assert none == frozenset()


@pytest.mark.parametrize(
    ("words", "tags", "head"),
    [
        ("two red kites", "CD JJ NNS", ("kites", "red")),
        ("a man with a beard", "DT NN IN DT NN", ("man", "")),
        ("a pair of boots", "DT NN IN NNS", ("boots", "")),
        ("them", "PRP", ("them", "")),
    ],
)
def test_heads_of_phrases(words: str, tags: str, head: tuple[str, str]) -> None:
    assert phrase_head(words.split(), tags.split()) == head


def phrase(image: str, entity: str, text: str, start: int, box: list[int] | None) -> dict[str, object]:
    words = text.split()
    tags = ["DT", *["NN"] * (len(words) - 1)]
    return {"image": image, "entity": entity, "phrase": words, "pos": tags, "start": start, "box": box}


PHRASES = [
    phrase("p#0", "2", "a dog", 4, [0, 0, 30, 60]),
    phrase("p#0", "1", "a man", 0, [45, 45, 10, 10]),
    phrase("p#1", "1", "the guy", 0, [45, 45, 10, 10]),
    phrase("p#2", "1", "the man", 0, [45, 45, 10, 10]),
    phrase("p#2", "9", "the street", 6, None),
    phrase("q#0", "1", "a cat", 0, [0, 0, 5, 5]),
    phrase("q#1", "1", "a cat", 0, [0, 0, 5, 5]),
]


def test_entities_are_read(tmp_path: Path) -> None:
    path = tmp_path / "entities.json.gz"
    path.write_bytes(gzip.compress(json.dumps(PHRASES).encode()))
    first, second = read_entities(path, lemma=str)
    assert first.descriptions == (
        ("1", "2"),
        ("1",),
        ("1",),
    )  # in the order of the text, without the box-less
    assert {i.name: i.concept for i in first.instances} == {"1": "man", "2": "dog"}  # man 2, guy 1
    assert (first.width, first.height) == (55, 60)
    assert second.image_id == "q"


def test_all_faults_of_entities_at_once(tmp_path: Path) -> None:
    path = tmp_path / "entities.json"
    faulty = [
        phrase("r#0", "1", "a cat", 0, None),
        {**phrase("s#0", "1", "a cat", 0, [0, 0, 5, 5]), "pos": ["DT"]},
        {**phrase("s#0", "1", "a cat", 0, [0, 0, 5, -5])},
        phrase("s", "1", "a cat", 0, [0, 0, 5, 5]),
        7,
    ]
    path.write_text(json.dumps(faulty))
    with pytest.raises(InvalidInputError) as caught:
        read_entities(path, lemma=str)
    messages = [str(fault).removeprefix(f"{path}: ") for fault in caught.value.faults]
    assert [message.split(":")[0] for message in messages] == ["[1]", "[2]", "[3]", "[4]", "image 'r'"]
    assert "has no box" in messages[-1] and "'s' is not 'image#description'" in messages[2]
    for text, problem in (("{}", "a JSON list of phrases"), ("[", "not JSON"), ("[]", "holds no phrase")):
        path.write_text(text)
        with pytest.raises(InvalidInputError, match=problem):
            read_entities(path, lemma=str)


def run(*arguments: str | Path) -> click.testing.Result:
    return click.testing.CliRunner().invoke(cli, ["content-selection", *map(str, arguments)])


def test_the_command_over_boxes(tmp_path: Path) -> None:
    path, plot = tmp_path / "entities.json", tmp_path / "plot.svg"
    path.write_text(json.dumps([*PHRASES, *(phrase("r#0", "1", "a cat", 0, [0, 0, 5, 5]),)]))
    result = run("--entities", path, "--max-k", 2, "--format", "json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert [(row["name"], row["k"]) for row in record["rows"][:3]] == [
        ("random", 1), ("random", 2), ("box position", 1),
    ]  # fmt: skip
    # q alone is scored (p and r give the priors): it has one box, so k = 2 is beyond.
    assert [row["n_short_images"] for row in record["rows"][:2]] == [0, 1]
    assert record["rows"][1]["f1"]["mean"] == record["upper_bound"]["f1"]["mean"] == 1
    path.write_text(json.dumps([*PHRASES[:5], PHRASES[5]]))
    text = run("--entities", path, "--max-k", 1).stdout
    assert "no upper bound: no image has two descriptions" in text
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    assert run("--entities", path, "--plot", plot).exit_code == 0
    drawn = plot.read_text()
    assert drawn.startswith("<svg") and "bigram + box size" in drawn


def test_what_a_baseline_selects_as_sentences(tmp_path: Path) -> None:
    path, sentences = tmp_path / "entities.json", tmp_path / "sentences.jsonl"
    path.write_text(json.dumps([*PHRASES[5:], *PHRASES[:5]]))
    # The images in the order of their ids: p gives the priors, q is scored.
    result = run("--entities", path, "--max-k", 1, "--sentences", "box size", 3, sentences)
    assert result.exit_code == 0, result.output
    [line] = sentences.read_text().splitlines()
    record = json.loads(line)
    assert record["image_id"] == "q" and record["caption"] in {"A cat.", "The cat."}
    assert read_captions(sentences)[0].caption.image_id == "q"
    refused = run("--entities", path, "--sentences", "best", 3, sentences)
    assert refused.exit_code == 2 and "'best' is not one of" in refused.output


def test_the_command_over_captions(tmp_path: Path) -> None:
    sample = Path(__file__).parents[3] / "data" / "sample"
    given = tmp_path / "one.jsonl"
    given.write_text(
        "".join(
            line + "\n"
            for line in (sample / "references.jsonl").read_text().splitlines()
            if json.loads(line)["caption_id"].endswith("-1")
        )
    )
    result = run("--candidates", given, "--references", sample / "references.jsonl", "--format", "json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    [row] = record["rows"]
    # A reference among the references of its image: more than people reach against the others.
    assert row["f1"]["mean"] > record["upper_bound"]["f1"]["mean"] > 0
    assert "instances:wordnet_synset.v1" in row["signature"]
    alone = run("--candidates", given, "--references", given)
    assert alone.exit_code == 0 and "no upper bound" in alone.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Give --candidates and --references, or --entities"),
        (("--entities", "x", "--candidates", "y"), "goes without"),
        (("--candidates", "x", "--references", "y", "--plot", "z"), "they go with --entities"),
        (("--entities", "no-such-file.json"), "no such file"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_one_image_gives_no_priors(tmp_path: Path) -> None:
    path = tmp_path / "entities.json"
    path.write_text(json.dumps(PHRASES[:5]))
    result = run("--entities", path)
    assert result.exit_code == 2
    assert "holds one image; at least two are needed" in result.output
