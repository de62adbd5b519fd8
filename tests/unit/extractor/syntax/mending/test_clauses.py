"""Clauses, their verbs and their subjects. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            cow NOUN 2 nsubj NN
            rests VERB 0 root VBZ
            while SCONJ 5 mark IN
            man NOUN 5 nsubj NN
            walks VERB 2 advcl VBZ
            eating VERB 2 advcl VBG
            bun NOUN 6 obj NN
            """,
            ["eating/VERB<walks:advcl"],
            id="what who acts last does",
        ),
        pytest.param(
            """
            cow NOUN 2 nsubj NN
            rests VERB 0 root VBZ
            while SCONJ 5 mark IN
            man NOUN 5 nsubj NN
            walks VERB 2 advcl VBZ
            , PUNCT 2 punct ,
            eating VERB 2 advcl VBG
            grass NOUN 7 obj NN
            """,
            [],
            id="behind a comma it is the first who acts",
        ),
        pytest.param(
            """
            Lying VERB 0 root VBG
            outside ADV 1 advmod RB
            , PUNCT 1 punct ,
            a DET 5 det DT
            dog NOUN 6 nsubj NN
            sleeps VERB 1 parataxis VBZ
            """,
            ["Lying/VERB<sleeps:advcl", "sleeps/VERB<-:root"],
            id="before its clause",
        ),
        pytest.param(
            """
            Food NOUN 2 compound NN
            sizzles VERB 0 root VBZ
            """,
            ["Food/NOUN<sizzles:nsubj"],
            id="nothing is a part of a finite verb",
        ),
        pytest.param(
            """
            horse NOUN 5 nsubj NN
            fishes VERB 5 nsubj VBZ
            and CCONJ 4 cc CC
            swan NOUN 2 conj NN
            swims VERB 0 root VBZ
            """,
            [
                "horse/NOUN<fishes:nsubj",
                "fishes/VERB<-:root",
                "and/CCONJ<swims:cc",
                "swan/NOUN<swims:nsubj",
                "swims/VERB<fishes:conj",
            ],
            id="two nouns each with its verb",
        ),
        pytest.param(
            """
            Water NOUN 2 compound NN
            splashes NOUN 5 nsubj NNS
            and CCONJ 4 cc CC
            men NOUN 2 conj NNS
            sing VERB 0 root VBP
            """,
            [
                "Water/NOUN<splashes:nsubj",
                "splashes/VERB<-:root",
                "and/CCONJ<sing:cc",
                "men/NOUN<sing:nsubj",
                "sing/VERB<splashes:conj",
            ],
            id="a verb that was taken for a noun",
        ),
        pytest.param(
            """
            tray NOUN 6 nsubj NN
            holding VERB 1 acl VBG
            cupcakes NOUN 2 obj NNS
            and CCONJ 5 cc CC
            candle NOUN 1 conj NN
            stands VERB 0 root VBZ
            """,
            ["candle/NOUN<cupcakes:conj"],
            id="one stands, so the second is held",
        ),
        pytest.param(
            """
            tray NOUN 9 nsubj:pass NN
            holding VERB 1 acl VBG
            jam NOUN 2 obj NN
            cups NOUN 1 conj NNS
            and CCONJ 6 cc CC
            candle NOUN 1 conj NN
            has AUX 9 aux VBZ
            been AUX 9 aux:pass VBN
            placed VERB 0 root VBN
            """,
            ["cups/NOUN<jam:conj", "candle/NOUN<jam:conj"],
            id="one has been placed, so all the others are held",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            gets VERB 0 root VBZ
            his PRON 4 nmod:poss PRP$
            shoes NOUN 2 obj NNS
            tied VERB 2 xcomp VBN
            by ADP 7 case IN
            nurse NOUN 5 obl:agent NN
            """,
            ["shoes/NOUN<tied:nsubj:pass", "tied/VERB<gets:ccomp"],
            id="what somebody has done to what is his",
        ),
        pytest.param(
            """
            kite NOUN 2 nsubj NN
            soars VERB 0 root VBZ
            , PUNCT 5 punct ,
            its PRON 5 nmod:poss PRP$
            tail NOUN 2 nsubj NN
            streaming VERB 2 advcl VBG
            """,
            ["tail/NOUN<streaming:nsubj"],
            id="what is one's own has its own participle",
        ),
        pytest.param(
            """
            baby NOUN 2 nsubj NN
            sleeps VERB 0 root VBZ
            , PUNCT 5 punct ,
            his PRON 5 nmod:poss PRP$
            thumb NOUN 2 obj NN
            tucked VERB 5 acl VBN
            """,
            ["thumb/NOUN<tucked:nsubj:pass", "tucked/VERB<sleeps:advcl"],
            id="what is one's own is so",
        ),
        pytest.param(
            """
            Next ADV 5 advmod RB
            to ADP 4 case IN
            the DET 4 det DT
            sofa NOUN 1 obl NN
            stands VERB 0 root VBZ
            lamp NOUN 5 obj NN
            """,
            ["lamp/NOUN<stands:nsubj"],
            id="what stands next to a thing",
        ),
        pytest.param(
            """
            tray NOUN 0 root NN
            holding VERB 1 acl VBG
            cups NOUN 2 obj NNS
            and CCONJ 6 cc CC
            kettle NOUN 6 nsubj NN
            stands VERB 1 conj VBZ
            """,
            ["tray/NOUN<stands:nsubj", "and/CCONJ<kettle:cc", "kettle/NOUN<cups:conj", "stands/VERB<-:root"],
            id="the tray has no other verb",
        ),
        pytest.param(
            """
            Wind NOUN 2 nsubj NN
            blows VERB 0 root VBZ
            and CCONJ 4 cc CC
            leaves VERB 2 conj VBZ
            rustle NOUN 4 obj NN
            """,
            ["and/CCONJ<rustle:cc", "leaves/NOUN<rustle:nsubj", "rustle/VERB<blows:conj"],
            id="a plural that was taken for a verb",
        ),
        pytest.param(
            """
            gather VERB 0 root VBP
            around ADP 4 case IN
            a DET 4 det DT
            woman ADJ 5 amod JJ
            juggling VERB 1 advcl VBG
            """,
            ["woman/NOUN<gather:obl", "juggling/VERB<woman:acl"],
            id="what has an article is a noun",
        ),
        pytest.param(
            """
            crowd NOUN 2 nsubj NN
            boos VERB 0 root VBZ
            and CCONJ 4 cc CC
            man NOUN 1 conj NN
            shouts VERB 2 conj VBZ
            """,
            ["and/CCONJ<shouts:cc", "man/NOUN<shouts:nsubj"],
            id="no list goes on behind its verb",
        ),
        pytest.param(
            """
            stove NOUN 3 obl NN
            Beside ADP 1 case IN
            stands VERB 0 root VBZ
            basket NOUN 3 obj NN
            """,
            ["basket/NOUN<stands:nsubj"],
            id="a subject behind its verb",
        ),
        pytest.param(
            """
            Goats NOUN 3 nsubj:pass NNS
            have AUX 3 aux VBP
            climbed VERB 0 root VBN
            """,
            ["Goats/NOUN<climbed:nsubj"],
            id="a perfect is no passive",
        ),
        pytest.param(
            """
            dog NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            taught VERB 0 root VBN
            to PART 5 mark TO
            roll VERB 3 xcomp VB
            by ADP 7 case IN
            trainer NOUN 5 obl NN
            """,
            ["trainer/NOUN<taught:obl:agent"],
            id="who teaches",
        ),
        pytest.param(
            """
            pleural NOUN 4 nsubj NN
            effusion NOUN 4 nsubj NN
            is AUX 4 aux:pass VBZ
            seen VERB 0 root VBN
            """,
            ["pleural/NOUN<effusion:compound"],
            id="a part of the subject's name",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            plays VERB 0 root VBZ
            as SCONJ 5 mark IN
            people NOUN 5 nsubj NNS
            dance VERB 2 advcl VBP
            and CCONJ 7 cc CC
            clap VERB 2 conj VBP
            """,
            ["clap/VERB<dance:conj"],
            id="of one number",
        ),
        pytest.param(
            """
            ring NOUN 2 nsubj NN
            set VERB 0 root VBN
            with ADP 4 case IN
            pearl NOUN 2 obl NN
            """,
            ["ring/NOUN<-:root", "set/VERB<ring:acl"],
            id="a participle at the top",
        ),
        pytest.param(
            """
            table NOUN 2 nsubj NN
            set VERB 0 root NN
            with ADP 4 case IN
            plates NOUN 2 obl NNS
            """,
            ["table/NOUN<-:root", "set/VERB<table:acl"],
            id="a participle that is called a noun",
        ),
        pytest.param(
            """
            pen NOUN 2 nsubj NN
            scribbles NOUN 6 nsubj:pass VBZ
            , PUNCT 2 punct ,
            pages NOUN 6 nsubj:pass NNS
            are AUX 6 aux:pass VBP
            turned VERB 0 root VBN
            """,
            [
                "scribbles/VERB<-:root",
                ",/PUNCT<turned:punct",
                "turned/VERB<scribbles:conj",
            ],
            id="two that are turned together",
        ),
        pytest.param(
            """
            cow NOUN 2 nsubj NN
            moos VERB 0 root VBZ
            , PUNCT 4 punct ,
            flies VERB 2 conj VBZ
            buzz NOUN 4 obj NN
            """,
            [",/PUNCT<buzz:punct", "flies/NOUN<buzz:nsubj", "buzz/VERB<moos:conj"],
            id="insects in a list",
        ),
        pytest.param(
            """
            man NOUN 3 nsubj NN
            mops VERB 3 nsubj VBZ
            sweat VERB 0 root VBP
            from ADP 5 case IN
            brow NOUN 3 obl NN
            """,
            ["man/NOUN<mops:nsubj", "mops/VERB<-:root", "sweat/NOUN<mops:obj", "brow/NOUN<mops:obl"],
            id="a verb between a subject and a thing",
        ),
        pytest.param(
            """
            fans NOUN 2 nsubj NNS
            wave VERB 0 root VBP
            flags NOUN 2 obj NNS
            and CCONJ 5 cc CC
            chant VERB 2 conj VBP
            slogans NOUN 2 obj NNS
            """,
            ["slogans/NOUN<chant:obj"],
            id="the object of the second",
        ),
        pytest.param(
            """
            Kids NOUN 2 nsubj NNS
            take VERB 0 root VBP
            turns NOUN 2 obj NNS
            hitting VERB 3 acl VBG
            """,
            ["hitting/VERB<take:advcl"],
            id="who takes turns",
        ),
        pytest.param(
            """
            engine NOUN 2 nsubj NN
            has VERB 0 root VBZ
            trouble NOUN 2 obj NN
            starting VERB 3 acl VBG
            """,
            ["starting/VERB<has:advcl"],
            id="who has trouble",
        ),
        pytest.param(
            """
            Smoke NOUN 2 nsubj NN
            rises VERB 0 root VBZ
            from ADP 4 case IN
            house NOUN 2 obl NN
            hit VERB 2 obl VBN
            by ADP 7 case IN
            bomb NOUN 5 obl:agent NN
            """,
            ["hit/VERB<house:acl"],
            id="a participle that was taken for a place",
        ),
        pytest.param(
            """
            fans NOUN 2 nsubj NNS
            wave VERB 0 root VBP
            flags NOUN 2 obj NNS
            and CCONJ 6 cc CC
            chant VERB 2 conj VBP
            slogans NOUN 3 conj NNS
            """,
            ["and/CCONJ<chant:cc", "slogans/NOUN<chant:obj"],
            id="an object of the second that was listed with the first",
        ),
        pytest.param(
            """
            bowl NOUN 4 nsubj NN
            of ADP 3 case IN
            oats NOUN 1 nmod NN
            topped VERB 0 root VBD
            with ADP 6 case IN
            berries NOUN 4 obl NNS
            """,
            ["bowl/NOUN<-:root", "topped/VERB<bowl:acl"],
            id="a bowl of something with something on top",
        ),
        pytest.param(
            """
            box NOUN 2 nsubj NN
            turned VERB 0 root VBD
            upside ADV 2 xcomp JJ
            down ADP 2 compound:prt RP
            """,
            ["box/NOUN<-:root", "turned/VERB<box:acl"],
            id="how a box lies",
        ),
        pytest.param(
            """
            Crickets NOUN 5 nsubj NNS
            chirp NOUN 5 nsubj NN
            and CCONJ 4 cc CC
            fire NOUN 2 conj NN
            crackles VERB 0 root VBZ
            """,
            [
                "Crickets/NOUN<chirp:nsubj",
                "chirp/VERB<-:root",
                "and/CCONJ<crackles:cc",
                "fire/NOUN<crackles:nsubj",
                "crackles/VERB<chirp:conj",
            ],
            id="many that do something, and one that does",
        ),
        pytest.param(
            """
            sailors NOUN 2 nsubj NNS
            throw VERB 0 root VBP
            each DET 5 det DT
            other ADJ 5 amod JJ
            oranges NOUN 2 obj NNS
            """,
            ["each/DET<other:det", "other/NOUN<throw:iobj"],
            id="to whom they throw",
        ),
        pytest.param(
            """
            crowd NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            gathered VERB 0 root VBN
            around ADP 8 case IN
            a DET 8 det DT
            farmer ADJ 8 amod JJ
            tossing VERB 3 obl VBG
            pears NOUN 7 obj NNS
            """,
            [
                "around/ADP<farmer:case",
                "a/DET<farmer:det",
                "farmer/NOUN<gathered:obl",
                "tossing/VERB<farmer:acl",
            ],
            id="who acts and describes nothing",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            feeds VERB 0 root VBZ
            pigeons NOUN 4 nmod:poss NNS
            crumbs NOUN 2 obj NNS
            """,
            ["pigeons/NOUN<feeds:iobj"],
            id="who is given them",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            ladles NOUN 3 nsubj VBZ
            soup NOUN 0 root NN
            into ADP 5 case IN
            bowls NOUN 3 obl NNS
            """,
            ["ladles/VERB<-:root", "soup/NOUN<ladles:obj", "bowls/NOUN<ladles:obl"],
            id="one subject on the other",
        ),
        pytest.param(
            """
            loaf NOUN 2 nsubj NN
            sliced VERB 0 root VBN
            on ADP 4 case IN
            board NOUN 2 obl NN
            """,
            ["loaf/NOUN<-:root", "sliced/VERB<loaf:acl"],
            id="no thing has done it",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            sliced VERB 0 root VBN
            on ADP 4 case IN
            board NOUN 2 obl NN
            """,
            [],
            id="somebody may have",
        ),
        pytest.param(
            """
            heron NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            in ADP 4 case IN
            reeds NOUN 2 obl NNS
            , PUNCT 7 punct ,
            its PRON 7 nmod:poss PRP$
            neck NOUN 4 conj NN
            drawn VERB 4 acl VBN
            back ADV 8 advmod RB
            """,
            ["neck/NOUN<drawn:nsubj:pass", "drawn/VERB<stands:advcl"],
            id="its own behind a comma",
        ),
        pytest.param(
            """
            heron NOUN 2 nsubj NN
            hides VERB 0 root VBZ
            feet NOUN 2 obj NNS
            and CCONJ 6 cc CC
            its PRON 6 nmod:poss PRP$
            neck NOUN 3 conj NN
            drawn VERB 6 acl VBN
            back ADV 7 advmod RB
            """,
            [],
            id="its own in a list",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            while SCONJ 5 mark IN
            nun NOUN 5 nsubj NN
            sits VERB 2 advcl VBZ
            and CCONJ 7 cc CC
            reads VERB 2 conj VBZ
            """,
            ["reads/VERB<sits:conj"],
            id="who sits reads",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            while SCONJ 5 mark IN
            nun NOUN 5 nsubj NN
            sits VERB 2 advcl VBZ
            , PUNCT 8 punct ,
            and CCONJ 8 cc CC
            reads VERB 2 conj VBZ
            """,
            [],
            id="who stands reads behind a comma",
        ),
        pytest.param(
            """
            nun NOUN 4 nsubj NN
            holding VERB 1 acl VBG
            cup NOUN 2 obj NN
            stands VERB 0 root VBZ
            near ADP 6 case IN
            wall NOUN 2 obl NN
            """,
            ["wall/NOUN<stands:obl"],
            id="behind the verb of the clause",
        ),
        pytest.param(
            """
            nun NOUN 5 nsubj NN
            holding VERB 1 acl VBG
            near ADP 4 case IN
            wall NOUN 2 obl NN
            stands VERB 0 root VBZ
            """,
            [],
            id="before the verb of the clause",
        ),
        pytest.param(
            """
            girl NOUN 0 root NN
            dressed VERB 1 acl VBN
            as ADP 5 case IN
            a DET 5 det DT
            witch NOUN 2 obl NN
            dances VERB 2 advcl VBZ
            . PUNCT 1 punct .
            """,
            ["girl/NOUN<dances:nsubj", "dances/VERB<-:root", "./PUNCT<dances:punct"],
            id="whom a participle describes",
        ),
        pytest.param(
            """
            tower NOUN 0 root NN
            called VERB 1 acl VBN
            Needle PROPN 2 obj NNP
            rises VERB 2 advcl VBZ
            """,
            ["tower/NOUN<rises:nsubj", "rises/VERB<-:root"],
            id="what a participle names",
        ),
        pytest.param(
            """
            wall NOUN 0 root NN
            covered VERB 1 acl VBN
            in ADP 4 case IN
            paint NOUN 2 obl NN
            stains VERB 2 advcl VBZ
            """,
            ["in/ADP<stains:case", "paint/NOUN<stains:compound", "stains/NOUN<covered:obl"],
            id="what covers a thing that a participle describes",
        ),
        pytest.param(
            """
            girl NOUN 0 root NN
            dressed VERB 1 acl VBN
            as SCONJ 6 mark IN
            a DET 5 det DT
            witch NOUN 6 nsubj NN
            dances VERB 2 advcl VBZ
            """,
            [
                "girl/NOUN<dances:nsubj",
                "as/ADP<witch:case",
                "witch/NOUN<dressed:obl",
                "dances/VERB<-:root",
            ],
            id="whom what looks like a clause describes",
        ),
        pytest.param(
            """
            girl NOUN 0 root NN
            dressed VERB 1 acl VBN
            as ADP 5 case IN
            a DET 5 det DT
            witch NOUN 6 nsubj NN
            dances VERB 1 acl VBZ
            """,
            ["girl/NOUN<dances:nsubj", "witch/NOUN<dressed:obl", "dances/VERB<-:root"],
            id="whom a participle beside the verb describes",
        ),
        pytest.param(
            """
            bus NOUN 6 nsubj NN
            with ADP 4 case IN
            its PRON 4 nmod:poss PRP$
            lights NOUN 1 nmod NNS
            flashing VERB 4 acl VBG
            blocks VERB 0 root VBZ
            road NOUN 5 obj NN
            """,
            ["road/NOUN<blocks:obj"],
            id="an object behind the verb of the clause",
        ),
        pytest.param(
            """
            nun NOUN 4 nsubj NN
            holding VERB 1 acl VBG
            cups NOUN 2 obj NNS
            pours VERB 0 root VBZ
            tea NOUN 4 obj NN
            cakes NOUN 2 obj NNS
            """,
            [],
            id="a verb with its own object",
        ),
        pytest.param(
            """
            horse NOUN 0 root NN
            called VERB 1 acl VBN
            by ADP 5 case IN
            a DET 5 det DT
            nurse NOUN 2 obl:agent NN
            sneezes VERB 2 obl VBZ
            """,
            ["horse/NOUN<sneezes:nsubj", "sneezes/VERB<-:root"],
            id="whom a participle with its agent describes",
        ),
        pytest.param(
            """
            girl NOUN 0 root NN
            painted VERB 1 acl VBN
            as SCONJ 6 mark IN
            a DET 5 det DT
            witch NOUN 6 nsubj NN
            dances VERB 2 advcl VBZ
            """,
            [],
            id="while another acts",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            hands VERB 0 root VBZ
            pile NOUN 2 obj NN
            of ADP 5 case IN
            towels NOUN 3 nmod NNS
            to ADP 7 case IN
            doctor NOUN 3 nmod NN
            """,
            ["doctor/NOUN<hands:obl"],
            id="to whom something is given",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            shows VERB 0 root VBZ
            door NOUN 2 obj NN
            to ADP 5 case IN
            garden NOUN 3 nmod NN
            """,
            [],
            id="whose door is shown",
        ),
    ],
)
def test_clauses_have_their_own_subjects(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            woman NOUN 3 nsubj NN
            has VERB 0 root VBZ
            her PRON 5 nmod:poss PRP$
            bag NOUN 3 obj NN
            checked VERB 5 acl VBN
            by ADP 9 case IN
            a DET 9 det DT
            guard NOUN 6 obl:agent NN
            """,
            ["bag/NOUN<checked:nsubj:pass", "checked/VERB<has:ccomp"],
            id="who does it",
        ),
        pytest.param(
            """
            A DET 2 det DT
            girl NOUN 3 nsubj NN
            has VERB 0 root VBZ
            her PRON 5 nmod:poss PRP$
            face NOUN 3 obj NN
            painted VERB 5 acl VBN
            at ADP 9 case IN
            a DET 9 det DT
            fair NOUN 6 obl NN
            """,
            ["face/NOUN<painted:nsubj:pass", "painted/VERB<has:ccomp"],
            id="to a body",
        ),
        pytest.param(
            """
            A DET 2 det DT
            woman NOUN 3 nsubj NN
            has VERB 0 root VBZ
            her PRON 5 nmod:poss PRP$
            hands NOUN 3 obj NNS
            stretched VERB 5 acl VBN
            out ADP 6 compound:prt RP
            """,
            [],
            id="what she does with her hands",
        ),
    ],
)
def test_what_another_does(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 0 root NN
            having VERB 2 acl VBG
            his PRON 5 nmod:poss PRP$
            beard NOUN 3 obj NN
            trimmed VERB 2 acl VBN
            in ADP 9 case IN
            a DET 9 det DT
            shop NOUN 6 obl NN
            """,
            ["beard/NOUN<trimmed:nsubj:pass", "trimmed/VERB<having:ccomp"],
            id="having",
        ),
        pytest.param(
            """
            A DET 2 det DT
            van NOUN 0 root NN
            having VERB 2 acl VBG
            its PRON 5 nmod:poss PRP$
            tyres NOUN 3 obj NNS
            inflated VERB 2 acl VBN
            """,
            ["inflated/VERB<tyres:acl"],
            id="nobody has it done",
        ),
    ],
)
def test_who_has_something_done(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            hands VERB 0 root VBZ
            a DET 5 det DT
            box NOUN 3 obj NN
            wrapped VERB 5 acl VBN
            in ADP 8 case IN
            foil NOUN 6 obl NN
            to ADP 11 case IN
            a DET 11 det DT
            doctor NOUN 6 obl NN
            """,
            ["doctor/NOUN<hands:obl"],
            id="behind what it is wrapped in",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            hands VERB 0 root VBZ
            a DET 5 det DT
            dog NOUN 3 obj NN
            tied VERB 5 acl VBN
            to ADP 9 case IN
            a DET 9 det DT
            boy NOUN 6 obl NN
            """,
            [],
            id="to whom it is tied",
        ),
    ],
)
def test_who_is_given_what_is_wrapped(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            hands VERB 0 root VBZ
            maps NOUN 3 obj NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            pen NOUN 4 conj NN
            to ADP 10 case IN
            a DET 10 det DT
            group NOUN 7 nmod NN
            of ADP 12 case IN
            doctors NOUN 10 nmod NNS
            """,
            ["group/NOUN<hands:obl"],
            id="a group",
        ),
        pytest.param(
            """
            A DET 2 det DT
            nun NOUN 3 nsubj NN
            hands VERB 0 root VBZ
            maps NOUN 3 obj NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            key NOUN 4 conj NN
            to ADP 10 case IN
            a DET 10 det DT
            box NOUN 7 nmod NN
            of ADP 12 case IN
            pens NOUN 10 nmod NNS
            """,
            [],
            id="no person",
        ),
    ],
)
def test_who_is_given_a_list(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after
