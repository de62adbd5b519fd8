"""Rules of mending, and all that reads trees behind them, on trees that no parser would make."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.bundle import find_bundle
from extractor.lexicon import Lexicon
from extractor.links.candidates import argument_candidates, predicate_candidates
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import SLOTS, ArgumentDecision, PredicateDecision
from extractor.syntax.mending import mended
from extractor.syntax.mending.tables import HEADS
from extractor.tuples.assembly import assemble
from extractor.tuples.entities import described, read_entities
from tests.parses import parse_of

# Words that rules ask for, with their classes.
WORDS = """
    a/DET/DT the/DET/DT one/NUM/CD other/ADJ/JJ others/NOUN/NNS another/DET/DT each/DET/DT both/DET/DT his/PRON/PRP$
    it/PRON/PRP them/PRON/PRP her/PRON/PRP she/PRON/PRP who/PRON/WP which/PRON/WDT that/PRON/WDT there/PRON/EX
    and/CCONJ/CC or/CCONJ/CC but/CCONJ/CC ,/PUNCT/, -/PUNCT/. ./PUNCT/. '/PUNCT/'
    on/ADP/IN in/ADP/IN at/ADP/IN of/ADP/IN with/ADP/IN with/SCONJ/IN by/ADP/IN to/PART/TO to/ADP/IN behind/ADP/IN
    next/ADV/RB near/ADP/IN while/SCONJ/IN as/SCONJ/IN from/ADP/IN like/ADP/IN into/ADP/IN around/ADP/IN
    is/AUX/VBZ are/AUX/VBP being/AUX/VBG has/VERB/VBZ be/AUX/VB
    dog/NOUN/NN dogs/NOUN/NNS boy/NOUN/NN men/NOUN/NNS table/NOUN/NN cup/NOUN/NN cups/NOUN/NNS hat/NOUN/NN road/NOUN/NN
    truck/NOUN/NN hand/NOUN/NN side/NOUN/NN top/NOUN/NN photo/NOUN/NN sounds/NOUN/NNS group/NOUN/NN soup/NOUN/NN
    Tom/PROPN/NNP birds/NOUN/NNS singing/NOUN/NN lot/NOUN/NN bench/NOUN/NN
    sits/VERB/VBZ sit/VERB/VBP sitting/VERB/VBG filled/VERB/VBN looks/VERB/VBZ holding/VERB/VBG wears/VERB/VBZ
    tie/VERB/VBP watched/VERB/VBN lets/VERB/VBZ go/VERB/VB heard/VERB/VBN puts/VERB/VBZ flowing/VERB/VBG ran/VERB/VBD
    red/ADJ/JJ open/ADJ/JJ asleep/ADJ/JJ outside/ADV/RB not/PART/RB two/NUM/CD
""".split()
RELATIONS = sorted(
    {relation for relation in HEADS if relation != "root"} | {"case", "punct", "mark", "aux:pass"}
)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.load(find_bundle("en-captions") / "lexicon.json.gz")


@st.composite
def trees(draw: st.DrawFn) -> str:
    """Any words, each under another that leads to the root."""
    words = [word.split("/") for word in draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=11))]
    order = draw(st.permutations(range(len(words))))
    heads = {order[0]: 0}
    for k, i in enumerate(order[1:], 1):
        heads[i] = 1 + order[draw(st.integers(0, k - 1))]
    return "\n".join(
        f"{form} {upos} {heads[i]} {'root' if heads[i] == 0 else draw(st.sampled_from(RELATIONS))} {xpos}"
        for i, (form, upos, xpos) in enumerate(words)
    )


@given(trees(), st.randoms(use_true_random=False))
@settings(max_examples=1000, deadline=None)
def test_every_tree_is_read_to_its_end(lexicon: Lexicon, rows: str, random: object) -> None:
    parse = parse_of(rows)
    after = mended(parse, lexicon)
    assert len(after.words) == len(parse.words)
    for i in range(len(after.words)):
        steps = 0
        while i >= 0:
            i, steps = after.words[i].head, steps + 1
            assert steps <= len(after.words)
    features = CaptionFeatures.of(parse, lexicon)
    arguments = argument_candidates(features.graph)
    decisions = [
        PredicateDecision(
            candidate=candidate,
            particle=-1,
            confidence=0.9,
            arguments=tuple(
                ArgumentDecision(
                    index=a, slot=slot, kind="object" if slot == "locative" else None, confidence=0.9
                )
                for a in arguments
                if (slot := random.choice((*SLOTS, None))) is not None  # type: ignore[attr-defined]
            ),
        )
        for candidate in predicate_candidates(features.graph, lexicon)
    ]
    entities = read_entities(features)
    tuples = assemble(features, decisions, entities=entities.number_by_word)
    described(features, entities, tuples)
    assert all((a.kind is None) is False for item in tuples for a in item.locatives)
