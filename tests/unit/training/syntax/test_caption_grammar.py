from __future__ import annotations

import pytest

from extractor.bundle import find_bundle
from extractor.lexicon import Lexicon
from training.syntax.caption_grammar import CaptionGrammar, count_captions

CAPTIONS = [
    "A man is riding a brown horse on the beach.",
    "Two women are riding horses near a lake .",
    "The dog is running through a green field",
    "A small dog is running on the beach.",
    "A man is holding a red kite in the park and a dog is jumping.",
] * 3


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")


def test_counts_are_those_of_the_patterns(lexicon: Lexicon) -> None:
    counts = count_captions(CAPTIONS, lexicon)
    assert counts.verbs == {"ride": 6, "run": 6, "hold": 3, "jump": 3}
    assert counts.objects["ride"] == {"horse": 3}  # "riding horses" has no determiner to mark its end
    assert counts.verb_prepositions["run"] == {"through": 3, "on": 3}
    assert counts.places["on"] == {"beach": 6}
    assert counts.adjectives["field"] == {"green": 3}
    assert counts.subjects == {"man": 6, "woman": 3, "dog": 9}


def test_sentences_are_trees_with_consistent_tags(lexicon: Lexicon) -> None:
    grammar = CaptionGrammar(count_captions(CAPTIONS, lexicon), lexicon, {"ride": "ridden"}, seed=5)
    sentences = list(grammar.sentences(400))
    assert len(sentences) == 400
    for rows in sentences:
        columns = [row.split("\t") for row in rows]
        heads = [int(column[6]) for column in columns]
        assert heads.count(0) == 1
        for start in range(1, len(heads) + 1):
            node, steps = start, 0
            while node and steps <= len(heads):
                node, steps = heads[node - 1], steps + 1
            assert node == 0, rows
        for column, head in zip(columns, heads, strict=True):
            assert (column[7] == "root") == (head == 0)
            assert column[3] != "_" and column[4] != "_"


def test_the_same_seed_gives_the_same_sentences(lexicon: Lexicon) -> None:
    counts = count_captions(CAPTIONS, lexicon)
    one, two = (list(CaptionGrammar(counts, lexicon, {}, seed=8).sentences(50)) for _ in range(2))
    assert one == two
    assert one != list(CaptionGrammar(counts, lexicon, {}, seed=9).sentences(50))


def test_no_caption_is_kept(lexicon: Lexicon) -> None:
    grammar = CaptionGrammar(count_captions(CAPTIONS, lexicon), lexicon, {}, seed=1)
    texts = {" ".join(row.split("\t")[1] for row in rows).lower() for rows in grammar.sentences(300)}
    assert not texts & {caption.lower().replace(".", " .") for caption in CAPTIONS}
