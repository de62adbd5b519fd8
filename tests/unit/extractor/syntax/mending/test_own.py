"""What is told beside a clause without a verb. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            mule NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            in ADP 4 case IN
            stall NOUN 2 obl NN
            , PUNCT 7 punct ,
            its PRON 7 nmod:poss PRP$
            nose NOUN 4 conj NN
            in ADP 10 case IN
            a DET 10 det DT
            trough NOUN 2 obl NN
            """,
            ["nose/NOUN<stands:parataxis", "trough/NOUN<nose:nmod"],
            id="its own with a place",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            paints VERB 0 root VBZ
            wall NOUN 2 obj NN
            , PUNCT 6 punct ,
            her PRON 6 nmod:poss PRP$
            arms NOUN 3 conj NNS
            full ADJ 6 amod JJ
            of ADP 9 case IN
            rags NOUN 7 obl NNS
            """,
            ["arms/NOUN<paints:parataxis"],
            id="her own, how it is",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            lifts VERB 0 root VBZ
            scarf NOUN 2 obj NN
            , PUNCT 6 punct ,
            her PRON 6 nmod:poss PRP$
            coat NOUN 3 conj NN
            on ADP 8 case IN
            hook NOUN 6 nmod NN
            and CCONJ 11 cc CC
            her PRON 11 nmod:poss PRP$
            boots NOUN 3 conj NNS
            """,
            [],
            id="one of a list",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            lifts VERB 0 root VBZ
            scarf NOUN 2 obj NN
            , PUNCT 6 punct ,
            the DET 6 det DT
            coat NOUN 3 conj NN
            on ADP 8 case IN
            hook NOUN 6 nmod NN
            """,
            [],
            id="nobody's own",
        ),
        pytest.param(
            """
            sofa NOUN 0 root NN
            in ADP 3 case IN
            hall NOUN 1 nmod NN
            , PUNCT 8 punct ,
            above ADP 6 case IN
            it PRON 1 nmod PRP
            a DET 8 det DT
            map NOUN 1 conj NN
            """,
            ["it/PRON<map:nmod", "map/NOUN<sofa:parataxis"],
            id="a place before its thing",
        ),
        pytest.param(
            """
            sink NOUN 0 root NN
            , PUNCT 3 punct ,
            next ADV 1 acl RB
            to ADP 5 case IN
            it PRON 1 nmod PRP
            a DET 7 det DT
            mill NOUN 1 parataxis NN
            """,
            ["next/ADP<it:case", "it/PRON<mill:nmod"],
            id="two words before its thing",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            , PUNCT 5 punct ,
            in ADP 5 case IN
            front NOUN 2 obl NN
            of ADP 9 case IN
            her PRON 9 nmod:poss PRP$
            a DET 9 det DT
            mule NOUN 5 nmod NN
            """,
            ["front/NOUN<mule:nmod", "her/PRON<front:nmod", "mule/NOUN<sits:parataxis"],
            id="a front before its thing",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            , PUNCT 8 punct ,
            behind ADP 5 case IN
            her PRON 8 obl PRP
            a DET 7 det DT
            mule NOUN 8 nsubj NN
            eats VERB 2 parataxis VBZ
            """,
            [],
            id="what stands there has a verb",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            , PUNCT 6 punct ,
            behind ADP 6 case IN
            her PRON 6 nmod:poss PRP$
            house NOUN 2 obl NN
            a DET 8 det DT
            mule NOUN 6 appos NN
            """,
            [],
            id="behind her house",
        ),
        pytest.param(
            """
            nuns NOUN 4 nsubj NNS
            behind ADP 6 case IN
            her PRON 1 nmod:poss PRP$
            stretch VERB 0 root VBP
            their PRON 6 nmod:poss PRP$
            arms NOUN 4 obl NNS
            """,
            ["behind/ADP<her:case", "her/PRON<nuns:nmod"],
            id="her before a verb",
        ),
        pytest.param(
            """
            nuns NOUN 5 nsubj NNS
            behind ADP 4 case IN
            her PRON 4 nmod:poss PRP$
            hut NOUN 1 nmod NN
            stretch VERB 0 root VBP
            """,
            [],
            id="her before a noun",
        ),
        pytest.param(
            """
            coat NOUN 0 root NN
            on ADP 3 case IN
            hook NOUN 1 nmod NN
            , PUNCT 6 punct ,
            the DET 6 det DT
            sleeves NOUN 1 conj NNS
            hanging VERB 1 acl VBG
            """,
            ["sleeves/NOUN<coat:appos", "hanging/VERB<sleeves:acl"],
            id="a part behind a bare noun",
        ),
        pytest.param(
            """
            jar NOUN 0 root NN
            held VERB 1 acl VBN
            , PUNCT 5 punct ,
            the DET 5 det DT
            price NOUN 2 nsubj:pass NN
            printed VERB 5 acl VBN
            """,
            ["price/NOUN<jar:appos"],
            id="a part behind a participle",
        ),
        pytest.param(
            """
            jar NOUN 7 nsubj NN
            on ADP 3 case IN
            sill NOUN 1 nmod NN
            , PUNCT 7 punct ,
            its PRON 6 nmod:poss PRP$
            lid NOUN 7 nsubj NN
            turned VERB 0 root VBD
            down ADV 7 advmod RB
            . PUNCT 7 punct .
            """,
            ["jar/NOUN<-:root", "lid/NOUN<jar:appos", "turned/VERB<lid:acl", "./PUNCT<jar:punct"],
            id="two subjects of a participle",
        ),
        pytest.param(
            """
            coat NOUN 0 root NN
            , PUNCT 6 punct ,
            the DET 4 det DT
            sleeves NOUN 6 nsubj:pass NNS
            are AUX 6 aux:pass VBP
            torn VERB 1 parataxis VBN
            """,
            [],
            id="a part with a clause",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            kneels VERB 0 root VBZ
            by ADP 4 case IN
            wall NOUN 2 obl NN
            , PUNCT 7 punct ,
            a DET 7 det DT
            torch NOUN 4 conj NN
            between ADP 10 case IN
            her PRON 10 nmod:poss PRP$
            teeth NOUN 7 nmod NNS
            """,
            ["torch/NOUN<kneels:parataxis"],
            id="in somebody's own teeth",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            kneels VERB 0 root VBZ
            by ADP 4 case IN
            wall NOUN 2 obl NN
            , PUNCT 7 punct ,
            a DET 7 det DT
            torch NOUN 4 conj NN
            between ADP 10 case IN
            some DET 10 det DT
            stones NOUN 7 nmod NNS
            """,
            [],
            id="a second place",
        ),
        pytest.param(
            """
            tube NOUN 7 nsubj NN
            , PUNCT 4 punct ,
            its PRON 4 nmod:poss PRP$
            cap NOUN 1 conj NN
            off ADP 1 advmod RB
            , PUNCT 1 punct ,
            lies VERB 0 root VBZ
            """,
            ["cap/NOUN<tube:appos"],
            id="off before a verb",
        ),
        pytest.param(
            """
            tube NOUN 7 nsubj NN
            , PUNCT 4 punct ,
            its PRON 4 nmod:poss PRP$
            cap NOUN 1 conj NN
            and CCONJ 6 cc CC
            lid NOUN 1 conj NN
            lie VERB 0 root VBP
            """,
            [],
            id="its own that lies there, too",
        ),
        pytest.param(
            """
            sofa NOUN 0 root NN
            in ADP 3 case IN
            hall NOUN 1 nmod NN
            , PUNCT 8 punct ,
            above ADP 8 case IN
            it PRON 8 case PRP
            a DET 8 det DT
            map NOUN 1 nmod NN
            """,
            ["above/ADP<it:case", "it/PRON<map:nmod", "map/NOUN<sofa:parataxis"],
            id="a pronoun that was taken for a preposition",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            lifts VERB 0 root VBZ
            cup NOUN 2 obj NN
            , PUNCT 9 punct ,
            and CCONJ 9 cc CC
            behind ADP 7 case IN
            her PRON 2 conj PRP
            a DET 9 det DT
            wall NOUN 2 conj NN
            """,
            ["her/PRON<wall:nmod", "wall/NOUN<lifts:parataxis"],
            id="behind an and",
        ),
        pytest.param(
            """
            tent NOUN 0 root NN
            , PUNCT 5 punct ,
            and CCONJ 7 cc CC
            on ADP 5 case IN
            right NOUN 1 nmod NN
            a DET 7 det DT
            path NOUN 1 conj NN
            """,
            [],
            id="a side without an article",
        ),
        pytest.param(
            """
            tent NOUN 0 root NN
            , PUNCT 6 punct ,
            and CCONJ 6 cc CC
            on ADP 6 case IN
            the DET 6 det DT
            right NOUN 1 conj NN
            a DET 8 det DT
            path NOUN 1 conj NN
            trees NOUN 1 conj NNS
            """,
            ["and/CCONJ<path:cc", "right/NOUN<path:nmod", "path/NOUN<tent:parataxis", "trees/NOUN<path:conj"],
            id="a side, and what is listed behind it",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            , PUNCT 8 punct ,
            and CCONJ 8 cc CC
            behind ADP 6 case IN
            her PRON 8 obl PRP
            men NOUN 8 nsubj NNS
            talk VERB 2 conj VBP
            """,
            [],
            id="what has a verb of its own",
        ),
    ],
)
def test_what_is_told_beside_a_clause(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("whose", "part", "verb", "after"),
    [
        pytest.param("its", "hook", "VBN", ["truck/NOUN<hook:nmod"], id="where the hook is"),
        pytest.param("a", "hook", "VBN", [], id="no part of it"),
        pytest.param("its", "dog", "VBN", [], id="company"),
        pytest.param("its", "hook", "VBZ", [], id="what it does there"),
    ],
)
def test_where_a_part_of_what_is_shown_is(
    lexicon: Lexicon, whose: str, part: str, verb: str, after: list[str]
) -> None:
    rows = f"""
        crane NOUN 3 nsubj:pass NN
        is AUX 3 aux:pass VBZ
        shown VERB 0 root {verb}
        with ADP 6 case IN
        {whose} PRON 6 {"nmod:poss PRP$" if whose == "its" else "det DT"}
        {part} NOUN 3 obl NN
        over ADP 8 case IN
        truck NOUN 3 obl NN
    """
    assert mended_words(rows, lexicon) == after
