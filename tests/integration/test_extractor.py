"""The real extractor on captions written for the tests."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest

from extractor import MAX_CAPTION_CHARS, Caption, InvalidInputError
from service.cli.output.tables import tuple_line

if TYPE_CHECKING:
    from extractor import Extractor

CAPTIONS = (
    "A grey cat is sleeping on a sofa and a boy is reading a book.",
    "Two women carry baskets through a crowded market",
    "An old man feeds the birds in front of a church.",
    "A kite in the sky",
    "A girl is pushed on a swing by her father",
    "The waiter brings the guests a bottle of wine",
    "Three kayaks and a canoe on a lake near the mountains.",
)


def lines(extractor: Extractor, text: str) -> list[str]:
    (extraction,) = extractor.extract([Caption(text=text)])
    return [tuple_line(item) for item in extraction.tuples]


def values(extractor: Extractor, text: str) -> list[tuple[object, ...]]:
    """What a caption says, without places and confidences."""
    (extraction,) = extractor.extract([Caption(text=text)])
    return [
        (
            item.predicate.lemma,
            *(
                tuple((a.lemma, a.preposition) for a in slot)
                for slot in (item.agents, item.patients, item.locatives)
            ),
        )
        for item in extraction.tuples
    ]


def test_two_verbs_share_agent_and_place(extractor: Extractor) -> None:
    assert lines(extractor, "A small bird is singing and eating a berry in a quiet garden") == [
        "<sing; bird; -; in garden>",
        "<eat; bird; berry; in garden>",
    ]


def test_a_caption_without_a_verb_has_a_tacit_predicate(extractor: Extractor) -> None:
    assert lines(extractor, "Two sheep in the meadow") == ["<TACIT; sheep; -; in meadow>"]


def test_the_by_phrase_of_a_passive_is_the_agent(extractor: Extractor) -> None:
    assert lines(extractor, "A cart is pulled by two horses") == ["<pull; horse; cart; ->"]


def test_single_is_batch(extractor: Extractor) -> None:
    captions = [Caption(text=text, caption_id=i) for i, text in enumerate(CAPTIONS)]
    batch = extractor.extract(captions)
    assert [extraction.caption for extraction in batch] == captions
    for caption, together in zip(captions, batch, strict=True):
        (alone,) = extractor.extract([caption])
        assert [tuple_line(t) for t in alone.tuples] == [tuple_line(t) for t in together.tuples]
        for one, other in zip(alone.tuples, together.tuples, strict=True):
            assert one.predicate.confidence == pytest.approx(other.predicate.confidence, abs=1e-3)


def test_spans_point_into_the_caption(extractor: Extractor) -> None:
    text = "🎈 Café owner — Zoë — is\u00a0pouring coffee at the bar."
    (extraction,) = extractor.extract([Caption(text=text)])
    assert extraction.tuples
    for item in extraction.tuples:
        for argument in (*item.agents, *item.patients, *item.locatives):
            assert argument.start is not None and argument.end is not None
            assert text[argument.start : argument.end] == argument.text
            assert argument.phrase_start is not None and argument.phrase_end is not None
            assert argument.phrase_start <= argument.start < argument.end <= argument.phrase_end


@pytest.mark.parametrize("text", CAPTIONS)
def test_noise_changes_nothing(extractor: Extractor, text: str) -> None:
    bare = text.removesuffix(".")
    expected = values(extractor, bare)
    assert expected
    noisy = {
        "full stop": bare + ".",
        "capitals": bare.upper(),
        "small letters": bare.lower(),
        "title": bare.title(),
        "spaces": "  " + bare.replace(" ", "   ") + "  ",
        "decomposed": unicodedata.normalize("NFD", bare),
        "marks of a captioning model": f"<s> {bare} </s> <pad>",
        "quotes": f'"{bare}"',
        "bold": f"**{bare}**",
        "bullet": f"- {bare}",
        "emoji": f"{bare} 🙂",
    }
    assert {name: values(extractor, variant) for name, variant in noisy.items()} == dict.fromkeys(
        noisy, expected
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "A",
        "🙂🙂",
        "...",
        "\x00",
        "A dog\nruns",
        "A dog\u2028runs",
        "Ein Hund rennt über die Wiese",
        "一只狗在跑",
        "asdf qwer zxcv",
        "<unk> <unk>",
        "a" * 5_000,
        "&amp;&amp;",
    ],
)
def test_odd_captions_give_tuples_or_none_but_no_crash(extractor: Extractor, text: str) -> None:
    (extraction,) = extractor.extract([Caption(text=text)])
    assert len(extraction.tuples) <= 3


@pytest.mark.parametrize("text", ["", "A", "🙂🙂", "..."])
def test_captions_that_say_nothing_have_no_tuples(extractor: Extractor, text: str) -> None:
    assert lines(extractor, text) == []


def test_a_caption_of_ten_thousand_words_is_extracted(extractor: Extractor) -> None:
    text = "A man rides a horse near the lake. " * 1_250
    (extraction,) = extractor.extract([Caption(text=text)])
    assert len(extraction.tuples) == 1_250
    assert {tuple_line(item) for item in extraction.tuples} == {"<ride; man; horse; near lake>"}


def test_one_endless_sentence_is_extracted(extractor: Extractor) -> None:
    (extraction,) = extractor.extract([Caption(text="a man rides a horse and " * 400)])
    assert len(extraction.tuples) > 300


def test_all_faults_are_reported_before_any_work(extractor: Extractor) -> None:
    captions = [Caption(text="\udc00"), Caption(text="a dog"), Caption(text="x" * (MAX_CAPTION_CHARS + 1))]
    with pytest.raises(InvalidInputError) as caught:
        extractor.extract(captions, min_confidence=1.5)
    assert [fault.where for fault in caught.value.faults] == ["captions[0]", "captions[2]", "min_confidence"]


def test_min_confidence_leaves_out_the_unsure(extractor: Extractor) -> None:
    captions = [Caption(text=text) for text in CAPTIONS]

    def n_links(min_confidence: float) -> int:
        return sum(
            len((*item.agents, *item.patients, *item.locatives))
            for extraction in extractor.extract(captions, min_confidence=min_confidence)
            for item in extraction.tuples
        )

    counts = [n_links(threshold) for threshold in (0.0, 0.6, 0.9, 1.0)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[2]


def test_a_pronoun_stands_for_its_noun(extractor: Extractor) -> None:
    found = values(extractor, "A woman sits on a wall. She is eating an apple.")
    assert ("eat", (("woman", None),), (("apple", None),), ()) in found


def test_tuples_of_annotators_get_the_lemmas_of_our_own(extractor: Extractor) -> None:
    from extractor import Argument, Predicate, SemanticTuple

    item = SemanticTuple(
        predicate=Predicate(text="taking off", lemma=None, start=10, end=20),
        agents=(Argument(text="Geese", lemma=None, start=0, end=5),),
    )
    ((found,),) = extractor.lemmatize([[item]])
    assert (found.predicate.lemma, found.agents[0].lemma) == ("take-off", "goose")
