"""Whose act a participle tells. Trees as a parser got them wrong."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon
from tests.parses import mended_words


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            cats NOUN 0 root NNS
            sleeping VERB 1 acl VBG
            with SCONJ 6 mark IN
            several ADJ 5 amod JJ
            guests NOUN 2 obl NNS
            waiting VERB 2 advcl VBG
            """,
            ["with/SCONJ<guests:case", "waiting/VERB<guests:acl"],
            id="whose subject hangs before",
        ),
        pytest.param(
            """
            lizard NOUN 2 nsubj NN
            creeps VERB 0 root VBZ
            over ADP 4 case IN
            pebbles NOUN 2 obl NNS
            covering VERB 2 advcl VBG
            the DET 7 det DT
            path NOUN 5 obj NN
            """,
            ["covering/VERB<pebbles:acl"],
            id="what lies on a path",
        ),
        pytest.param(
            """
            desk NOUN 0 root NN
            with ADP 4 case IN
            a DET 4 det DT
            person NOUN 1 nmod NN
            dusting VERB 1 acl VBG
            """,
            ["dusting/VERB<person:acl"],
            id="a person is somebody",
        ),
        pytest.param(
            """
            letter NOUN 0 root NN
            from ADP 4 case IN
            a DET 4 det DT
            shop NOUN 1 nmod NN
            lying VERB 1 acl VBG
            """,
            [],
            id="what is from somewhere lies",
        ),
        pytest.param(
            """
            nurse NOUN 2 nsubj NN
            pets VERB 0 root VBZ
            dog NOUN 2 obj NN
            wearing VERB 2 advcl VBG
            hat NOUN 4 obj NN
            """,
            ["wearing/VERB<dog:acl"],
            id="who stands right before it wears it",
        ),
        pytest.param(
            """
            nurse NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            near ADP 4 case IN
            others NOUN 2 obl NNS
            eating VERB 2 advcl VBG
            """,
            ["eating/VERB<others:acl"],
            id="others do it who stand right before it",
        ),
        pytest.param(
            """
            nurses NOUN 2 nsubj NNS
            hug VERB 0 root VBP
            one NUM 4 nummod CD
            another DET 2 obj DT
            laughing VERB 2 advcl VBG
            """,
            [],
            id="one another are no others",
        ),
        pytest.param(
            """
            child NOUN 0 root NN
            performing VERB 1 acl VBG
            before ADP 4 case IN
            others NOUN 2 obl NNS
            sitting VERB 1 acl VBG
            """,
            ["sitting/VERB<others:acl"],
            id="others of whom nobody acts",
        ),
        pytest.param(
            """
            crane NOUN 0 root NN
            with ADP 3 case IN
            hook NOUN 1 nmod NN
            lowered VERB 1 acl VBN
            """,
            ["lowered/VERB<hook:acl"],
            id="what stands right before it is so",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            holding VERB 1 acl VBG
            cup NOUN 2 obj NN
            and CCONJ 5 cc CC
            woman NOUN 1 conj NN
            singing VERB 1 acl VBG
            """,
            ["singing/VERB<woman:acl"],
            id="each has a participle",
        ),
        pytest.param(
            """
            sound NOUN 0 root NN
            of ADP 3 case IN
            rain NOUN 1 nmod NN
            falling VERB 1 acl VBG
            """,
            ["falling/VERB<rain:acl"],
            id="what is heard falls",
        ),
        pytest.param(
            """
            road NOUN 0 root NN
            with ADP 3 case IN
            cars NOUN 1 nmod NNS
            parked VERB 1 acl VBN
            """,
            ["parked/VERB<cars:acl"],
            id="no road is parked",
        ),
        pytest.param(
            """
            board NOUN 0 root NN
            with ADP 3 case IN
            piece NOUN 1 nmod NN
            knocked VERB 1 acl VBN
            """,
            ["knocked/VERB<piece:acl"],
            id="what was done to a part",
        ),
        pytest.param(
            """
            lane NOUN 0 root NN
            with ADP 3 case IN
            shops NOUN 1 nmod NNS
            , PUNCT 5 punct ,
            trees NOUN 3 conj NNS
            and CCONJ 7 cc CC
            cars NOUN 3 conj NNS
            driving VERB 1 acl VBG
            """,
            ["driving/VERB<cars:acl"],
            id="what is driven",
        ),
        pytest.param(
            """
            painting NOUN 0 root NN
            of ADP 3 case IN
            woman NOUN 1 nmod NN
            with ADP 5 case IN
            parasol NOUN 3 nmod NN
            standing VERB 1 acl VBG
            """,
            ["standing/VERB<woman:acl"],
            id="an act in a picture",
        ),
        pytest.param(
            """
            scan NOUN 0 root NN
            with ADP 3 case IN
            disc NOUN 1 nmod NN
            pressing VERB 1 acl VBG
            """,
            ["pressing/VERB<disc:acl"],
            id="an act in a frame",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            speaks VERB 0 root VBZ
            with ADP 4 case IN
            thunder NOUN 2 obl NN
            rolling VERB 2 advcl VBG
            """,
            ["rolling/VERB<thunder:acl"],
            id="what is heard",
        ),
        pytest.param(
            """
            sign NOUN 0 root NN
            with ADP 3 case IN
            arrow NOUN 1 nmod NN
            pointing VERB 1 acl VBG
            """,
            ["pointing/VERB<arrow:acl"],
            id="what points",
        ),
        pytest.param(
            """
            bag NOUN 0 root NN
            with ADP 3 case IN
            oranges NOUN 1 nmod NNS
            falling VERB 1 acl VBG
            out ADP 7 case IN
            of ADP 7 case IN
            it PRON 4 obl PRP
            """,
            ["falling/VERB<oranges:acl"],
            id="what falls out of it",
        ),
        pytest.param(
            """
            clock NOUN 0 root NN
            shaped VERB 1 acl VBN
            like ADP 4 case IN
            birdhouse NOUN 2 obl NN
            with SCONJ 7 mark IN
            tassels NOUN 2 obl NNS
            hanging VERB 1 acl VBG
            """,
            ["with/SCONJ<tassels:case", "tassels/NOUN<clock:nmod", "hanging/VERB<tassels:acl"],
            id="what hangs between with and hanging",
        ),
        pytest.param(
            """
            quay NOUN 0 root NN
            with ADP 3 case IN
            dozens NOUN 1 nmod NNS
            of ADP 5 case IN
            barges NOUN 3 nmod NNS
            docked VERB 1 acl VBN
            """,
            ["docked/VERB<barges:acl"],
            id="what is counted",
        ),
        pytest.param(
            """
            barges NOUN 3 nsubj:pass NNS
            are AUX 3 aux:pass VBP
            moored VERB 0 root VBN
            in ADP 5 case IN
            bay NOUN 3 obl NN
            surrounded VERB 3 advcl VBN
            by ADP 8 case IN
            hills NOUN 6 obl:agent NNS
            """,
            ["surrounded/VERB<bay:acl"],
            id="a place that is surrounded",
        ),
        pytest.param(
            """
            caricature NOUN 0 root NN
            of ADP 3 case IN
            chef NOUN 1 nmod NN
            with ADP 5 case IN
            spoons NOUN 3 nmod NNS
            stirring VERB 1 acl VBG
            """,
            ["stirring/VERB<chef:acl"],
            id="who is in a caricature",
        ),
        pytest.param(
            """
            ad NOUN 0 root NN
            for ADP 3 case IN
            car NOUN 1 nmod NN
            driving VERB 1 acl VBG
            """,
            ["driving/VERB<car:acl"],
            id="what is advertised",
        ),
        pytest.param(
            """
            brochure NOUN 0 root NN
            with ADP 3 case IN
            photo NOUN 1 nmod NN
            of ADP 5 case IN
            woman NOUN 3 nmod NN
            walking VERB 1 acl VBG
            """,
            ["walking/VERB<woman:acl"],
            id="who is in a photo of a brochure",
        ),
        pytest.param(
            """
            poster NOUN 0 root NN
            featuring VERB 1 acl VBG
            ship NOUN 2 obj NN
            passing VERB 1 acl VBG
            """,
            ["passing/VERB<ship:acl"],
            id="what is featured",
        ),
        pytest.param(
            """
            portrait NOUN 0 root NN
            of ADP 3 case IN
            king NOUN 1 nmod NN
            with ADP 6 case IN
            one NUM 6 nummod CD
            hand NOUN 3 nmod NN
            resting VERB 3 acl VBG
            """,
            ["resting/VERB<hand:acl"],
            id="one hand",
        ),
        pytest.param(
            """
            sheep NOUN 0 root NNS
            grazing VERB 1 acl VBG
            near ADP 4 case IN
            lake NOUN 2 obl NN
            surrounded VERB 1 acl VBN
            by ADP 7 case IN
            hills NOUN 5 obl:agent NNS
            """,
            ["surrounded/VERB<lake:acl"],
            id="a place of an act that is surrounded",
        ),
        pytest.param(
            """
            crowd NOUN 2 nsubj NN
            watches VERB 0 root VBZ
            piano NOUN 2 obj NN
            being AUX 5 aux:pass VBG
            lifted VERB 2 ccomp VBN
            """,
            ["lifted/VERB<piano:acl"],
            id="what stands before being",
        ),
        pytest.param(
            """
            crowd NOUN 2 nsubj NN
            waits VERB 0 root VBZ
            before SCONJ 5 mark IN
            being AUX 5 aux:pass VBG
            lifted VERB 2 advcl VBN
            """,
            [],
            id="nothing before being",
        ),
        pytest.param(
            """
            siren NOUN 2 nsubj NN
            wails VERB 0 root VBZ
            followed VERB 2 advcl VBN
            by ADP 7 case IN
            a DET 7 det DT
            faucet NOUN 7 compound NN
            dripping VERB 3 advcl NN
            """,
            [
                "by/ADP<faucet:case",
                "a/DET<faucet:det",
                "faucet/NOUN<followed:obl:agent",
                "dripping/VERB<faucet:acl",
            ],
            id="an act with an article",
        ),
        pytest.param(
            """
            siren NOUN 2 nsubj NN
            wails VERB 0 root VBZ
            before SCONJ 5 mark IN
            faucet NOUN 5 compound NN
            dripping VERB 2 advcl NN
            """,
            [],
            id="an act without one",
        ),
        pytest.param(
            """
            puzzle NOUN 0 root NN
            with ADP 3 case IN
            pieces NOUN 1 nmod NNS
            missing VERB 1 acl VBG
            """,
            ["missing/VERB<pieces:acl"],
            id="what is missing",
        ),
        pytest.param(
            """
            comb NOUN 0 root NN
            with ADP 3 case IN
            several ADJ 1 nmod JJ
            of ADP 6 case IN
            its PRON 6 nmod:poss PRP$
            teeth NOUN 3 nmod NNS
            missing VERB 1 acl VBG
            """,
            ["missing/VERB<teeth:acl"],
            id="several are missing",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            with ADP 3 case IN
            boots NOUN 1 nmod NNS
            missing VERB 1 acl VBG
            laces NOUN 4 obj NNS
            """,
            [],
            id="who misses something",
        ),
        pytest.param(
            """
            bottle NOUN 0 root NN
            with ADP 3 case IN
            picture NOUN 1 nmod NN
            of ADP 5 case IN
            lemon NOUN 3 nmod NN
            wearing VERB 1 acl VBG
            hat NOUN 6 obj NN
            """,
            ["wearing/VERB<lemon:acl"],
            id="no bottle wears a hat",
        ),
        pytest.param(
            """
            carton NOUN 0 root NN
            with ADP 3 case IN
            date NOUN 1 nmod NN
            stamped VERB 1 acl VBN
            on ADP 6 case IN
            lid NOUN 4 obl NN
            """,
            ["stamped/VERB<date:acl"],
            id="a date is nobody",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            leaves VERB 0 root VBZ
            rake NOUN 2 obj NN
            lying VERB 2 advcl VBG
            """,
            ["lying/VERB<rake:acl"],
            id="how it is left",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            leaves VERB 0 root VBZ
            shop NOUN 2 obj NN
            whistling VERB 2 advcl VBG
            """,
            [],
            id="how somebody leaves",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            spots VERB 0 root VBZ
            shoe NOUN 2 obj NN
            floating VERB 2 advcl VBG
            """,
            ["floating/VERB<shoe:acl"],
            id="what is spotted",
        ),
        pytest.param(
            """
            sofa NOUN 0 root NN
            upholstered VERB 1 acl VBN
            in ADP 4 case IN
            linen NOUN 2 obl NN
            shown VERB 1 acl VBN
            """,
            [],
            id="what is shown is the sofa",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            walks VERB 0 root VBZ
            across ADP 4 case IN
            field NOUN 2 obl NN
            escorted VERB 4 acl VBN
            by ADP 7 case IN
            nun NOUN 5 obl:agent NN
            """,
            ["escorted/VERB<walks:advcl"],
            id="nobody escorts a field",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            walks VERB 0 root VBZ
            behind ADP 4 case IN
            king NOUN 2 obl NN
            escorted VERB 4 acl VBN
            by ADP 7 case IN
            nun NOUN 5 obl:agent NN
            """,
            [],
            id="a king is",
        ),
        pytest.param(
            """
            farmer NOUN 2 nsubj NN
            drives VERB 0 root VBZ
            tractor NOUN 2 obj NN
            pulling VERB 2 advcl VBG
            plow NOUN 4 obj NN
            """,
            ["pulling/VERB<tractor:acl"],
            id="what a tractor pulls",
        ),
        pytest.param(
            """
            farmer NOUN 2 nsubj NN
            drives VERB 0 root VBZ
            tractor NOUN 2 obj NN
            humming VERB 2 advcl VBG
            """,
            [],
            id="who hums",
        ),
        pytest.param(
            """
            box NOUN 0 root NN
            with ADP 3 case IN
            two NUM 1 nmod CD
            missing VERB 1 acl VBG
            """,
            ["missing/VERB<two:acl"],
            id="two are missing",
        ),
        pytest.param(
            """
            cake NOUN 0 root NN
            with ADP 3 case IN
            figurine NOUN 1 nmod NN
            of ADP 5 case IN
            couple NOUN 3 nmod NN
            dancing VERB 1 acl VBG
            """,
            ["dancing/VERB<couple:acl"],
            id="who dances on a cake",
        ),
        pytest.param(
            """
            box NOUN 0 root NN
            with ADP 3 case IN
            one NUM 1 nmod CD
            protruding VERB 1 acl VBG
            """,
            ["protruding/VERB<one:acl"],
            id="one of what is in a box",
        ),
        pytest.param(
            """
            gravel NOUN 2 nsubj NN
            crunches VERB 0 root VBZ
            under ADP 4 case IN
            wheels NOUN 2 obl NNS
            of ADP 6 case IN
            car NOUN 4 nmod NN
            coming VERB 2 advcl VBG
            """,
            ["coming/VERB<car:acl"],
            id="whose wheels they are",
        ),
        pytest.param(
            """
            bottle NOUN 0 root NN
            with ADP 4 case IN
            its PRON 4 nmod:poss PRP$
            brush NOUN 1 nmod NN
            resting VERB 1 acl VBG
            """,
            ["resting/VERB<brush:acl"],
            id="its own rests on it",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            with ADP 4 case IN
            his PRON 4 nmod:poss PRP$
            brush NOUN 1 nmod NN
            resting VERB 1 acl VBG
            """,
            [],
            id="who rests with his brush",
        ),
        pytest.param(
            """
            balloon NOUN 2 nsubj NN
            floats VERB 0 root VBZ
            over ADP 4 case IN
            heads NOUN 2 obl NNS
            of ADP 6 case IN
            boys NOUN 4 nmod NNS
            bent VERB 2 advcl VBN
            """,
            ["bent/VERB<boys:acl"],
            id="no balloon is bent so",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            leans VERB 0 root VBZ
            over ADP 4 case IN
            heads NOUN 2 obl NNS
            of ADP 6 case IN
            boys NOUN 4 nmod NNS
            bent VERB 2 advcl VBN
            """,
            [],
            id="a nun may be",
        ),
        pytest.param(
            """
            pins VERB 0 root VBZ
            hem NOUN 1 obj NN
            of ADP 4 case IN
            skirt NOUN 2 nmod NN
            worn VERB 2 acl VBN
            by ADP 7 case IN
            nun NOUN 5 obl:agent NN
            """,
            ["worn/VERB<skirt:acl"],
            id="clothes that are worn",
        ),
        pytest.param(
            """
            sits VERB 0 root VBZ
            on ADP 3 case IN
            knee NOUN 1 obl NN
            of ADP 5 case IN
            nun NOUN 3 nmod NN
            dressed VERB 3 acl VBN
            in ADP 8 case IN
            black NOUN 6 obl NN
            """,
            ["dressed/VERB<nun:acl"],
            id="who is dressed",
        ),
        pytest.param(
            """
            girls NOUN 0 root NNS
            with ADP 3 case IN
            ribbons NOUN 1 nmod NNS
            tied VERB 1 acl VBN
            to ADP 7 case IN
            their PRON 7 nmod:poss PRP$
            wrists NOUN 4 obl NNS
            """,
            ["tied/VERB<ribbons:acl"],
            id="what is tied to its owner",
        ),
        pytest.param(
            """
            girls NOUN 0 root NNS
            with ADP 3 case IN
            ribbons NOUN 1 nmod NNS
            tied VERB 1 acl VBN
            to ADP 6 case IN
            posts NOUN 4 obl NNS
            """,
            [],
            id="who is tied",
        ),
        pytest.param(
            """
            plane NOUN 0 root NN
            with ADP 3 case IN
            one NUM 1 nmod CD
            of ADP 6 case IN
            its PRON 6 nmod:poss PRP$
            engines NOUN 3 nmod NNS
            smoking VERB 1 acl VBG
            """,
            ["smoking/VERB<one:acl"],
            id="one of its own",
        ),
        pytest.param(
            """
            table NOUN 0 root NN
            on ADP 3 case IN
            which PRON 5 obl WDT
            there PRON 5 expl EX
            is VERB 1 acl:relcl VBZ
            pie NOUN 5 nsubj NN
            cut VERB 1 acl VBN
            into ADP 9 case IN
            slices NOUN 7 obl NNS
            """,
            ["cut/VERB<pie:acl"],
            id="what there is is cut",
        ),
        pytest.param(
            """
            steam NOUN 2 nsubj NN
            rises VERB 0 root VBZ
            from ADP 4 case IN
            mugs NOUN 2 obl NNS
            standing VERB 2 advcl VBG
            on ADP 7 case IN
            sill NOUN 5 obl NN
            """,
            ["standing/VERB<mugs:acl"],
            id="from what stands",
        ),
        pytest.param(
            """
            is VERB 0 root VBZ
            stage NOUN 1 nsubj NN
            with ADP 4 case IN
            curtain NOUN 2 nmod NN
            and CCONJ 6 cc CC
            musicians NOUN 4 conj NNS
            playing VERB 2 acl VBG
            drums NOUN 7 obj NNS
            """,
            ["playing/VERB<musicians:acl"],
            id="who plays on the stage that there is",
        ),
        pytest.param(
            """
            cow NOUN 0 root NN
            tied VERB 1 acl VBN
            to ADP 4 case IN
            tree NOUN 2 obl NN
            and CCONJ 7 cc CC
            a DET 7 det DT
            calf NOUN 4 conj NN
            drinking VERB 1 acl VBG
            milk NOUN 8 obj NN
            """,
            ["calf/NOUN<cow:conj", "drinking/VERB<calf:acl"],
            id="who drinks beside who is tied",
        ),
        pytest.param(
            """
            cow NOUN 0 root NN
            tied VERB 1 acl VBN
            to ADP 4 case IN
            tree NOUN 2 obl NN
            and CCONJ 7 cc CC
            a DET 7 det DT
            post NOUN 4 conj NN
            drinking VERB 1 acl VBG
            milk NOUN 8 obj NN
            """,
            [],
            id="no post drinks",
        ),
        pytest.param(
            """
            nun NOUN 0 root NN
            in ADP 3 case IN
            white NOUN 1 nmod NN
            hugging VERB 1 acl VBG
            boy NOUN 4 obj NN
            """,
            [],
            id="who is in white",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            looks VERB 0 root VBZ
            at ADP 4 case IN
            someone PRON 2 obl NN
            holding VERB 2 advcl VBG
            cup NOUN 5 obj NN
            """,
            ["holding/VERB<someone:acl"],
            id="someone who does it",
        ),
        pytest.param(
            """
            gull NOUN 2 nsubj NN
            flies VERB 0 root VBZ
            over ADP 4 case IN
            huts NOUN 2 obl NNS
            flanked VERB 4 acl VBN
            by ADP 7 case IN
            trees NOUN 5 obl:agent NNS
            """,
            [],
            id="huts flanked by trees",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            walks VERB 0 root VBZ
            with ADP 5 case IN
            a DET 5 det DT
            girl NOUN 2 obl NN
            also ADV 7 advmod RB
            wearing VERB 2 advcl VBG
            veils NOUN 7 obj NNS
            """,
            ["wearing/VERB<girl:acl"],
            id="who also does it",
        ),
    ],
)
def test_what_stands_right_before_does_it(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


def test_who_is_accompanied_is_no_place(lexicon: Lexicon) -> None:
    rows = """
        nuns NOUN 2 nsubj NNS
        walk VERB 0 root VBP
        down ADP 4 case IN
        aisle NOUN 2 obl NN
        accompanied VERB 2 advcl VBN
        by ADP 7 case IN
        guests NOUN 5 obl:agent NNS
    """
    assert mended_words(rows, lexicon) == []
    assert mended_words(rows.replace("accompanied", "swept"), lexicon) == ["swept/VERB<aisle:acl"]


@pytest.mark.parametrize(
    ("participle", "by", "after"),
    [
        ("followed", "goat NOUN 4 obl:agent NN", ["followed/VERB<walks:advcl"]),
        (
            "followed",
            "herd NOUN 4 obl:agent NN\nof ADP 8 case IN\ncows NOUN 6 nmod NNS",
            ["followed/VERB<walks:advcl"],
        ),
        ("followed", "truck NOUN 4 obl:agent NN", ["followed/VERB<walks:advcl"]),
        ("followed", "fence NOUN 4 obl:agent NN", []),
        ("pulled", "goat NOUN 4 obl:agent NN", ["pulled/VERB<walks:advcl"]),
        ("pulled", "truck NOUN 4 obl:agent NN", []),
        ("used", "goat NOUN 4 obl:agent NN", []),
    ],
)
def test_who_is_followed_is_no_road(lexicon: Lexicon, participle: str, by: str, after: list[str]) -> None:
    rows = (
        "walks VERB 0 root VBZ\nalong ADP 3 case IN\nroad NOUN 1 obl NN\n"
        f"{participle} VERB 3 acl VBN\nby ADP 6 case IN\n{by}"
    )
    assert mended_words(rows, lexicon) == after
    if after:
        crossing = rows.replace("along ADP 3 case IN", "a DET 3 det DT").replace(
            "obl NN\n" + participle, "obj NN\n" + participle
        )
        assert mended_words(crossing, lexicon) == []
        assert mended_words(crossing.replace("walks", "crosses"), lexicon) == [
            word.replace("walks", "crosses") for word in after
        ]


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            cart NOUN 0 root NN
            with ADP 4 case IN
            bales NOUN 2 nmod NNS
            in ADP 6 case IN
            it PRON 2 nmod PRP
            and CCONJ 9 cc CC
            a DET 9 det DT
            boy NOUN 2 conj NN
            resting VERB 2 acl VBG
            on ADP 12 case IN
            top NOUN 10 obl NN
            """,
            ["it/PRON<bales:nmod", "resting/VERB<boy:acl"],
            id="no cart rests",
        ),
        pytest.param(
            """
            A DET 2 det DT
            dog NOUN 0 root NN
            and CCONJ 5 cc CC
            a DET 5 det DT
            boy NOUN 2 conj NN
            resting VERB 2 acl VBG
            on ADP 9 case IN
            a DET 9 det DT
            rug NOUN 6 obl NN
            """,
            [],
            id="both rest",
        ),
        pytest.param(
            """
            MRI NOUN 0 root NN
            demonstrating VERB 1 acl VBG
            a DET 4 det DT
            cyst NOUN 2 obj NN
            compressing VERB 1 acl VBG
            the DET 7 det DT
            cord NOUN 5 obj NN
            """,
            ["compressing/VERB<cyst:acl"],
            id="what is shown does it",
        ),
        pytest.param(
            """
            Chairs NOUN 0 root NNS
            placed VERB 1 acl VBN
            outside ADV 2 advmod RB
            with SCONJ 6 mark IN
            guests NOUN 2 obl:agent NNS
            sitting VERB 2 advcl VBG
            on ADP 8 case IN
            them PRON 6 obl PRP
            """,
            ["with/SCONJ<guests:case", "guests/NOUN<placed:obl", "sitting/VERB<guests:acl"],
            id="by no stools",
        ),
    ],
)
def test_a_participle_of_who_lives(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 0 root NN
            with ADP 5 case IN
            a DET 5 det DT
            cart NOUN 2 nmod NN
            pulled VERB 2 acl VBN
            by ADP 9 case IN
            a DET 9 det DT
            horse NOUN 6 obl:agent NN
            """,
            ["pulled/VERB<cart:acl"],
            id="no man is pulled",
        ),
        pytest.param(
            """
            A DET 2 det DT
            man NOUN 0 root NN
            with ADP 5 case IN
            a DET 5 det DT
            cart NOUN 2 nmod NN
            followed VERB 2 acl VBN
            by ADP 9 case IN
            a DET 9 det DT
            horse NOUN 6 obl:agent NN
            """,
            [],
            id="who is followed",
        ),
        pytest.param(
            """
            A DET 2 det DT
            yard NOUN 0 root NN
            with ADP 4 case IN
            carts NOUN 2 nmod NNS
            gathered VERB 2 acl VBN
            near ADP 8 case IN
            a DET 8 det DT
            wall NOUN 5 obl NN
            """,
            ["gathered/VERB<carts:acl"],
            id="no yard gathers",
        ),
    ],
)
def test_what_is_hauled_and_gathered(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            cheeseburger NOUN 0 root NN
            and CCONJ 4 cc CC
            fries NOUN 2 conj NNS
            sitting VERB 2 acl VBG
            on ADP 8 case IN
            a DET 8 det DT
            plate NOUN 5 obl NN
            """,
            [],
            id="things",
        ),
    ],
)
def test_who_sits_beside_what_does_not(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            There PRON 2 expl EX
            are VERB 0 root VBP
            several ADJ 4 amod JJ
            kites NOUN 2 nsubj NNS
            in ADP 7 case IN
            the DET 7 det DT
            air NOUN 4 nmod NN
            and CCONJ 11 cc CC
            several ADJ 10 amod JJ
            people NOUN 2 nsubj NNS
            standing VERB 4 acl VBG
            in ADP 14 case IN
            the DET 14 det DT
            field NOUN 11 obl NN
            """,
            ["and/CCONJ<people:cc", "people/NOUN<kites:conj", "standing/VERB<people:acl"],
            id="who stands",
        ),
        pytest.param(
            """
            An DET 3 det DT
            old ADJ 3 amod JJ
            woman NOUN 0 root NN
            wearing VERB 3 acl VBG
            black NOUN 4 obj NN
            playing VERB 3 acl VBG
            the DET 8 det DT
            harp NOUN 6 obj NN
            """,
            [],
            id="no colour plays",
        ),
        pytest.param(
            """
            A DET 2 det DT
            street NOUN 0 root NN
            with SCONJ 5 case IN
            a DET 5 det DT
            house NOUN 2 nmod NN
            being AUX 7 aux:pass VBG
            painted VERB 2 acl VBN
            """,
            ["painted/VERB<house:acl"],
            id="what is being painted",
        ),
        pytest.param(
            """
            Plums NOUN 5 nsubj NNS
            are AUX 5 cop VBP
            near ADP 5 case IN
            a DET 5 det DT
            peeler NOUN 0 root NN
            being AUX 7 aux:pass VBG
            peeled VERB 5 acl VBN
            """,
            [],
            id="no peeler",
        ),
        pytest.param(
            """
            A DET 2 det DT
            shirt NOUN 0 root NN
            with ADP 5 case IN
            a DET 5 det DT
            cat NOUN 2 nmod NN
            on ADP 7 case IN
            it PRON 2 nmod PRP
            wearing VERB 2 acl VBG
            glasses NOUN 8 obj NNS
            """,
            ["it/PRON<cat:nmod", "wearing/VERB<cat:acl"],
            id="no shirt wears",
        ),
    ],
)
def test_who_is_there_and_acts(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            wheelbarrow NOUN 0 root NN
            full ADJ 2 amod JJ
            of ADP 5 case IN
            pumpkins NOUN 3 obl NNS
            parked VERB 5 acl VBN
            on ADP 9 case IN
            a DET 9 det DT
            path NOUN 6 obl NN
            """,
            ["parked/VERB<wheelbarrow:acl"],
            id="no pumpkins",
        ),
        pytest.param(
            """
            A DET 2 det DT
            bowl NOUN 6 nsubj NN
            full ADJ 2 amod JJ
            of ADP 5 case IN
            plums NOUN 3 obl NNS
            cut VERB 0 root VBP
            in ADP 8 case IN
            half NOUN 6 obl NN
            """,
            [],
            id="the plums",
        ),
    ],
)
def test_what_is_full_and_parked(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            , PUNCT 5 punct ,
            a DET 5 det DT
            boy NOUN 2 conj NN
            ringing VERB 2 acl VBG
            a DET 8 det DT
            bell NOUN 6 obj NN
            and CCONJ 11 cc CC
            a DET 11 det DT
            girl NOUN 2 conj NN
            waving VERB 2 acl VBG
            a DET 14 det DT
            fan NOUN 12 obj NN
            """,
            ["ringing/VERB<boy:acl", "waving/VERB<girl:acl"],
            id="each its own",
        ),
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            and CCONJ 5 cc CC
            a DET 5 det DT
            boy NOUN 2 conj NN
            ringing VERB 2 acl VBG
            a DET 8 det DT
            bell NOUN 6 obj NN
            """,
            [],
            id="of two who do it together",
        ),
    ],
)
def test_acts_of_members(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            hut NOUN 0 root NN
            with ADP 5 case IN
            a DET 5 det DT
            ladder NOUN 2 nmod NN
            leaning VERB 5 acl VBG
            out ADV 6 advmod RB
            and CCONJ 11 cc CC
            a DET 10 det DT
            cat NOUN 5 conj NN
            napping VERB 5 acl VBG
            """,
            ["napping/VERB<cat:acl"],
            id="the cat naps",
        ),
    ],
)
def test_an_act_behind_and(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            set NOUN 0 root NN
            with ADP 5 case IN
            a DET 5 det DT
            bow NOUN 2 nmod NN
            , PUNCT 8 punct ,
            a DET 8 det DT
            lid NOUN 5 conj NN
            and CCONJ 11 cc CC
            tin ADJ 11 amod JJ
            pans NOUN 5 conj NNS
            hanging VERB 8 acl VBG
            down ADV 12 advmod RB
            """,
            ["hanging/VERB<pans:acl"],
            id="of no one before it",
        ),
    ],
)
def test_an_act_of_the_last_of_a_list(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            and CCONJ 5 cc CC
            a DET 5 det DT
            girl NOUN 2 conj NN
            combing VERB 2 acl VBG
            her PRON 8 nmod:poss PRP$
            hair NOUN 6 obj NN
            """,
            ["combing/VERB<girl:acl"],
            id="of one",
        ),
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            and CCONJ 5 cc CC
            a DET 5 det DT
            girl NOUN 2 conj NN
            combing VERB 2 acl VBG
            their PRON 8 nmod:poss PRP$
            hair NOUN 6 obj NN
            """,
            [],
            id="of many",
        ),
    ],
)
def test_with_what_is_ones_own(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            with ADP 4 case IN
            lamps NOUN 2 nmod NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            girl NOUN 2 conj NN
            combing VERB 2 acl VBG
            a DET 10 det DT
            mule NOUN 8 obj NN
            """,
            ["combing/VERB<girl:acl"],
            id="done to something",
        ),
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            with ADP 4 case IN
            lamps NOUN 2 nmod NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            girl NOUN 2 conj NN
            resting VERB 2 acl VBG
            a DET 10 det DT
            mule NOUN 8 obl:tmod NN
            """,
            [],
            id="done to nothing",
        ),
        pytest.param(
            """
            A DET 2 det DT
            monk NOUN 0 root NN
            of ADP 4 case IN
            lamps NOUN 2 nmod NNS
            and CCONJ 7 cc CC
            a DET 7 det DT
            girl NOUN 2 conj NN
            combing VERB 2 acl VBG
            a DET 10 det DT
            mule NOUN 8 obj NN
            """,
            [],
            id="not told apart",
        ),
    ],
)
def test_an_act_of_one_of_two_who_are_told_apart(lexicon: Lexicon, rows: str, after: list[str]) -> None:
    assert mended_words(rows, lexicon) == after


@pytest.mark.parametrize(
    ("noun", "after"),
    [("screen", ["showing/VERB<screen:acl"]), ("sign", ["showing/VERB<sign:acl"]), ("fence", [])],
)
def test_what_shows_something(noun: str, after: list[str], lexicon: Lexicon) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        sits VERB 0 root VBZ
        by ADP 5 case IN
        a DET 5 det DT
        {noun} NOUN 2 obl NN
        showing VERB 2 advcl VBG
        maps NOUN 6 obj NNS
    """
    assert mended_words(rows, lexicon) == after


def test_two_who_act_behind_with(lexicon: Lexicon) -> None:
    rows = """
        car NOUN 0 root NN
        parked VERB 1 acl VBN
        with SCONJ 7 mark IN
        nun NOUN 2 obl NN
        and CCONJ 6 cc CC
        goats NOUN 4 conj NNS
        walking VERB 1 acl VBG
    """
    assert mended_words(rows, lexicon) == ["with/SCONJ<nun:case", "nun/NOUN<car:nmod", "walking/VERB<nun:acl"]
