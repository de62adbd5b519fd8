"""The captions of ``benchmarks/kinds.py``: always the same, enough of each kind, tuples of their words."""

from __future__ import annotations

import re
from collections import Counter

from benchmarks.kinds import cases, expected_tuples, expected_words, read_templates


def test_the_same_seed_gives_the_same_captions() -> None:
    assert cases() == cases()
    assert cases(seed=1) != cases(seed=2)


def test_there_are_enough_of_each_kind_and_none_twice() -> None:
    counts = Counter(case.kind for case in cases())
    assert counts.keys() == read_templates().keys()
    assert min(counts.values()) >= 30
    assert max(counts.values()) <= 60
    assert len({case.caption for case in cases()}) == counts.total()


def test_every_template_has_its_turn() -> None:
    for kind, templates in read_templates().items():
        shapes = {len(case.tuples) for case in cases(len(templates)) if case.kind == kind}
        assert shapes == {len(tuples) for _, tuples in templates}


def test_every_expected_word_occurs_in_its_caption() -> None:
    for case in cases():
        text = " ".join(re.findall(r"\w+", case.caption.replace("\\n", " ").replace("n't", " not").lower()))
        for form, lemma in expected_words(case):
            assert all(f" {word.lower()} " in f" {text} " for word in form.split()), (case, form)
            assert lemma == lemma.lower()
        for item in expected_tuples(case):
            for locative in item.locatives:
                preposition = (locative.preposition or case.caption.split()[0].lower()).replace("-", " ")
                # Written in two words, these are prepositions all the same.
                joined = text.replace(" on to ", " onto ").replace(" in to ", " into ")
                assert f" {preposition} " in f" {text} {joined} ", (case, preposition)


def test_no_field_and_no_article_is_left_over() -> None:
    for case in cases():
        assert not re.search(r"[{}]|\b[Aa] [aeio]", case.caption + " ".join(case.tuples)), case


def test_written_line_breaks() -> None:
    captions = [case.caption for case in cases() if case.kind == "sentences"]
    assert any("\n" in caption for caption in captions)
    assert any("\\n" in caption for caption in captions)
    assert not any("\\\n" in caption for caption in captions)
