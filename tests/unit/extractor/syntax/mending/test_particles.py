"""Particles and what looks like one. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            bears NOUN 2 nsubj:pass NNS
            lined VERB 0 root VBN
            up ADP 5 case IN
            on ADP 5 case IN
            shelf NOUN 2 obl NN
            """,
            ["up/ADP<lined:compound:prt"],
            id="two prepositions in a row",
        ),
        pytest.param(
            """
            squeezes VERB 0 root VBZ
            lime NOUN 1 obj NN
            over ADP 4 case IN
            it PRON 1 obj PRP
            """,
            ["it/PRON<squeezes:obl"],
            id="no object beside one",
        ),
        pytest.param(
            """
            baker NOUN 2 nsubj NN
            folds VERB 0 root VBZ
            in ADP 4 case IN
            cream NOUN 2 obl NN
            """,
            ["in/ADP<folds:compound:prt", "cream/NOUN<folds:obj"],
            id="what is folded in",
        ),
        pytest.param(
            """
            baker NOUN 2 nsubj NN
            stirs VERB 0 root VBZ
            in ADP 4 case IN
            pot NOUN 2 obl NN
            """,
            [],
            id="in what somebody stirs",
        ),
        pytest.param(
            """
            ferry NOUN 2 nsubj NN
            drops VERB 0 root VBZ
            off ADP 4 case IN
            tourists NOUN 2 obl NNS
            """,
            ["off/ADP<drops:compound:prt", "tourists/NOUN<drops:obj"],
            id="who is left",
        ),
        pytest.param(
            """
            stagehand NOUN 2 nsubj NN
            rolls VERB 0 root VBZ
            up ADP 4 case IN
            carpet NOUN 2 obl NN
            """,
            ["up/ADP<rolls:compound:prt", "carpet/NOUN<rolls:obj"],
            id="a particle before the object",
        ),
        pytest.param(
            """
            runner NOUN 2 nsubj NN
            hands VERB 0 root VBZ
            off ADP 4 case IN
            baton NOUN 2 obl NN
            """,
            ["off/ADP<hands:compound:prt", "baton/NOUN<hands:obj"],
            id="off before the object",
        ),
        pytest.param(
            """
            pulls VERB 0 root VBZ
            out ADP 1 compound:prt RP
            a DET 4 det DT
            slice NOUN 1 obl NN
            """,
            ["slice/NOUN<pulls:obj"],
            id="right behind a particle",
        ),
        pytest.param(
            """
            throws VERB 0 root VBZ
            the DET 3 det DT
            orange NOUN 1 obj NN
            away NOUN 1 obj NN
            """,
            ["away/ADP<throws:compound:prt"],
            id="a particle behind the object",
        ),
        pytest.param(
            """
            tailor NOUN 2 nsubj NN
            pins VERB 0 root VBZ
            up ADP 5 case IN
            the DET 5 det DT
            hem NOUN 2 obl NN
            """,
            ["up/ADP<pins:compound:prt", "hem/NOUN<pins:obj"],
            id="what is pinned up",
        ),
        pytest.param(
            """
            van NOUN 2 nsubj NN
            drives VERB 0 root VBZ
            by ADV 6 case RB
            on ADP 6 case IN
            a DET 6 det DT
            road NOUN 2 obl NN
            """,
            ["by/ADP<drives:compound:prt"],
            id="by before a place",
        ),
        pytest.param(
            """
            van NOUN 2 nsubj NN
            drives VERB 0 root VBZ
            by ADP 5 case IN
            a DET 5 det DT
            road NOUN 2 obl NN
            """,
            [],
            id="by a place",
        ),
        pytest.param(
            """
            tide NOUN 2 nsubj NN
            rolls VERB 0 root VBZ
            in ADP 6 case IN
            from ADP 6 case IN
            the DET 6 det DT
            sea NOUN 2 obl NN
            """,
            ["in/ADP<rolls:compound:prt"],
            id="in from a place",
        ),
        pytest.param(
            """
            mule NOUN 2 nsubj NN
            rolls VERB 0 root VBZ
            up ADP 6 case IN
            on ADP 6 case IN
            the DET 6 det DT
            sand NOUN 2 obl NN
            """,
            ["up/ADP<rolls:compound:prt"],
            id="up on a place",
        ),
    ],
)
def test_particles(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
