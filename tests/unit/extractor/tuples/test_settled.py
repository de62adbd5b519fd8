"""What is taken out of decisions, as another says it better or as it says nothing that can be seen."""

from __future__ import annotations

import pytest

from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import PredicateDecision
from extractor.syntax.graph import Graph
from extractor.tuples.clauses import completed
from tests.parses import parse_of
from tests.unit.extractor.tuples.test_clauses import LEXICON, decision, tuples


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            woman NOUN 2 nsubj NN
            gets VERB 0 root VBZ
            up ADP 2 compound:prt RP
            and CCONJ 5 cc CC
            brushes VERB 2 conj VBZ
            dirt NOUN 5 obj NN
            off ADP 5 compound:prt RP
            """,
            ["gets: agent woman, patient dirt", "brushes: agent woman, patient dirt"],
            ["gets up agent woman", "brushes off agent woman patient dirt"],
            id="the object of the second verb alone",
        ),
        pytest.param(
            """
            dog NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            painted VERB 0 root VBN
            like ADP 5 case IN
            horse NOUN 3 obl NN
            """,
            ["painted: patient dog, patient horse"],
            ["painted patient dog"],
            id="like what it is",
        ),
        pytest.param(
            """
            dog NOUN 0 root NN
            painted VERB 1 acl VBN
            like ADP 4 case IN
            horse NOUN 2 obl NN
            """,
            ["painted: patient dog, locative horse"],
            ["painted patient dog"],
            id="like no place",
        ),
        pytest.param(
            """
            loaves NOUN 2 nsubj NNS
            split VERB 0 root VBP
            in ADP 4 case IN
            half NOUN 2 obl NN
            on ADP 6 case IN
            tray NOUN 2 obl NN
            """,
            ["split: agent loaves, locative half, locative tray"],
            ["split agent loaves on tray"],
            id="in half is nowhere",
        ),
        pytest.param(
            """
            bowl NOUN 0 root NN
            filled VERB 1 acl VBN
            to ADP 5 case TO
            the DET 5 det DT
            brim NOUN 2 obl NN
            with ADP 7 case IN
            plums NOUN 2 obl NNS
            """,
            ["filled: agent plums, patient bowl, patient brim"],
            ["filled patient bowl with plums"],
            id="to the brim is nothing that is filled",
        ),
        pytest.param(
            """
            lily NOUN 2 nsubj NN
            grows VERB 0 root VBZ
            while SCONJ 5 mark IN
            cow NOUN 5 nsubj NN
            grazes VERB 2 advcl VBZ
            by ADP 7 case IN
            itself PRON 5 obl PRP
            """,
            ["grows: agent lily", "grazes: agent cow, locative itself"],
            ["grows agent lily", "grazes agent cow"],
            id="by itself is by nobody",
        ),
        pytest.param(
            """
            ants NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            in ADP 5 case IN
            one NUM 5 nummod CD
            half NOUN 2 obl NN
            """,
            ["sit: agent ants, locative half"],
            ["sit agent ants in half"],
            id="in one half is somewhere",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            look VERB 0 root VBP
            the DET 5 det DT
            other ADJ 5 amod JJ
            way NOUN 2 obj NN
            """,
            ["look: agent boys, patient way"],
            ["look agent boys"],
            id="the other way is nobody",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            dive VERB 0 root VBP
            head NOUN 2 obj NN
            first ADV 2 advmod RB
            """,
            ["dive: agent boys, patient head"],
            ["dive agent boys"],
            id="head first",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            explain VERB 0 root VBP
            how ADV 5 advmod WRB
            bees NOUN 5 nsubj NNS
            dance VERB 2 ccomp VBP
            """,
            ["explain: agent boys, patient bees", "dance: agent bees"],
            ["explain agent boys", "dance agent bees"],
            id="what is explained is no bee",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            watch VERB 0 root VBP
            bees NOUN 4 nsubj NNS
            dance VERB 2 ccomp VBP
            """,
            ["watch: agent boys, patient bees", "dance: agent bees"],
            ["watch agent boys patient bees", "dance agent bees"],
            id="what is watched is",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            is VERB 0 root VBZ
            """,
            ["is: agent boy"],
            [],
            id="an is without a place",
        ),
        pytest.param(
            """
            there PRON 2 expl EX
            is VERB 0 root VBZ
            boy NOUN 2 nsubj NN
            """,
            ["is: agent boy"],
            ["is agent boy"],
            id="there is one",
        ),
        pytest.param(
            """
            vase NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            painted VERB 0 root VBN
            in ADP 5 case IN
            color NOUN 3 obl NN
            """,
            ["painted: patient vase, patient color"],
            ["painted patient vase"],
            id="a look",
        ),
        pytest.param(
            "cap NOUN 0 root NN\nfor ADP 3 case IN\ntoddlers NOUN 1 nmod NNS",
            ["~cap: agent cap, patient toddlers"],
            [],
            id="whom it is for",
        ),
        pytest.param(
            "car NOUN 2 nsubj NN\nturns VERB 0 root VBZ\nleft NOUN 2 obj NN",
            ["turns: agent car, patient left"],
            ["turns agent car"],
            id="which way",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            by ADP 4 case IN
            church NOUN 2 obl NN
            with ADP 6 case IN
            steeple NOUN 4 nmod NN
            """,
            ["stands: agent man, locative church, locative steeple"],
            ["stands agent man by church"],
            id="a part of the place",
        ),
        pytest.param(
            """
            man NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            in ADP 4 case IN
            hat NOUN 0 root NN
            """,
            ["is: agent man, patient hat"],
            [],
            id="what is worn",
        ),
        pytest.param(
            """
            bell NOUN 2 nsubj NN
            rings VERB 0 root VBZ
            with ADP 4 case IN
            traffic NOUN 2 obl NN
            passing VERB 4 acl VBG
            """,
            ["rings: agent bell, patient traffic", "passing: agent traffic"],
            ["rings agent bell", "passing agent traffic"],
            id="what acts itself",
        ),
        pytest.param(
            """
            liver NOUN 2 nsubj NN
            appears VERB 0 root VBZ
            in ADP 4 case IN
            size NOUN 2 obl NN
            """,
            ["appears: agent liver, locative size"],
            ["appears agent liver"],
            id="in what respect",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            by ADP 4 case IN
            hat NOUN 0 root NN
            """,
            ["sits: agent man, locative hat"],
            ["sits agent man"],
            id="the place of another clause",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            jump VERB 0 root VBP
            with ADP 4 case IN
            hats NOUN 2 obl NNS
            """,
            ["jump: agent boys", "~hats: agent hats"],
            ["jump agent boys"],
            id="what they have beside what they do",
        ),
        pytest.param(
            """
            hats NOUN 0 root NNS
            with ADP 3 case IN
            feathers NOUN 1 nmod NNS
            """,
            ["~hats: agent hats"],
            ["~have agent hats patient feathers"],
            id="what they have and nothing else",
        ),
        pytest.param(
            """
            tin NOUN 0 root NN
            whose PRON 3 nmod:poss PRP$
            lid NOUN 5 nsubj:pass NN
            is AUX 5 aux:pass VBZ
            open VERB 1 acl:relcl VBN
            """,
            ["~tin: agent tin", "open: patient lid"],
            ["open patient lid"],
            id="all is told of its lid",
        ),
        pytest.param(
            """
            hours NOUN 0 root NNS
            of SCONJ 3 mark IN
            hiking VERB 1 acl VBG
            """,
            ["hiking: agent hours"],
            [],
            id="no hours hike",
        ),
        pytest.param(
            """
            boys NOUN 0 root NNS
            hiking VERB 1 acl VBG
            """,
            ["hiking: agent boys"],
            ["hiking agent boys"],
            id="boys do",
        ),
        pytest.param(
            """
            bags NOUN 5 nsubj NNS
            one NUM 4 nsubj CD
            is AUX 4 cop VBZ
            open ADJ 1 acl:relcl JJ
            lie VERB 0 root VBP
            on ADP 7 case IN
            bed NOUN 5 obl NN
            """,
            ["is: agent one, locative bed", "lie: agent bags, locative bed"],
            ["lie agent bags on bed"],
            id="what is open lies no more than the rest",
        ),
        pytest.param(
            """
            cars NOUN 2 nsubj NNS
            skid VERB 0 root VBP
            to ADP 5 case IN
            a DET 5 det DT
            halt NOUN 2 obl NN
            """,
            ["skid: agent cars, locative halt"],
            ["skid agent cars"],
            id="to a halt",
        ),
        pytest.param(
            """
            hats NOUN 0 root NNS
            sewn VERB 1 acl VBN
            fluffy ADJ 2 obj JJ
            """,
            ["sewn: patient hats, patient fluffy"],
            ["sewn patient hats"],
            id="how it is written is no thing",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            with ADP 5 case IN
            their PRON 5 nmod:poss PRP$
            mane NOUN 2 obl NN
            closed VERB 5 acl VBN
            """,
            ["sit: agent boys", "closed: agent mane"],
            ["sit agent boys"],
            id="how they hold a part of the body",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            sit VERB 0 root VBP
            with ADP 5 case IN
            their PRON 5 nmod:poss PRP$
            mane NOUN 2 obl NN
            tied VERB 5 acl VBN
            with ADP 8 case IN
            hat NOUN 6 obl NN
            """,
            ["sit: agent boys", "tied: agent mane, locative hat"],
            ["sit agent boys", "tied agent mane with hat"],
            id="with what it is tied",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            stand VERB 0 root VBP
            waist ADJ 4 amod JJ
            deep NOUN 2 obj JJ
            """,
            ["stand: agent boys, patient deep"],
            ["stand agent boys"],
            id="how deep",
        ),
        pytest.param(
            """
            hats NOUN 0 root NNS
            torn VERB 1 acl VBN
            open NOUN 2 obj NN
            """,
            ["torn: patient hats, patient open"],
            ["torn patient hats"],
            id="torn so that it is open",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            run VERB 0 root VBP
            with ADP 5 case IN
            their PRON 5 nmod:poss PRP$
            mane NOUN 2 obl NN
            in ADP 7 case IN
            air NOUN 5 nmod NN
            """,
            ["run: agent boys, locative air"],
            ["run agent boys", "~ agent mane in air"],
            id="where a part of the body is",
        ),
        pytest.param(
            """
            hall NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            except ADP 4 case IN
            boy NOUN 2 obl NN
            """,
            ["stands: agent hall, locative boy"],
            ["stands agent hall"],
            id="except is nowhere",
        ),
        pytest.param(
            """
            boys NOUN 3 nsubj:pass NNS
            are AUX 3 aux:pass VBP
            hit VERB 0 root VBN
            with ADP 5 case IN
            hats NOUN 3 obl NNS
            """,
            ["hit: patient boys"],
            ["hit patient boys with hats"],
            id="with what they are hit",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            come VERB 0 root VBP
            to ADP 4 case IN
            castle NOUN 2 obl NN
            """,
            ["come: agent boys"],
            ["come agent boys to castle"],
            id="where they come",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            look VERB 0 root VBP
            sad ADJ 2 xcomp JJ
            """,
            ["look: agent boys"],
            [],
            id="how somebody looks",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            look VERB 0 root VBP
            away ADV 2 advmod RB
            """,
            ["look: agent boys"],
            ["look away agent boys"],
            id="where somebody looks",
        ),
        pytest.param(
            """
            mane NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            caught VERB 0 root VBN
            near ADP 5 case IN
            door NOUN 3 obl NN
            """,
            ["~mane: agent mane, locative door", "caught: patient mane, locative door"],
            ["caught patient mane near door"],
            id="what is caught is there",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            pose VERB 0 root VBP
            for ADP 5 case IN
            a DET 5 det DT
            selfie NOUN 2 obl NN
            """,
            ["pose: agent boys"],
            ["pose agent boys for selfie"],
            id="what one poses for",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            give VERB 0 root VBP
            a DET 4 det DT
            thumbs NOUN 2 obj NNS
            up ADP 2 compound:prt RP
            """,
            ["give: agent boys, patient thumbs"],
            ["give agent boys patient thumbs"],
            id="a thumbs up",
        ),
        pytest.param(
            """
            hats NOUN 2 nsubj NNS
            say VERB 0 root VBP
            box NOUN 4 nsubj NN
            contains VERB 2 ccomp VBZ
            nuts NOUN 4 obj NNS
            """,
            ["say: agent hats, patient box", "contains: agent box, patient nuts"],
            ["say agent hats", "contains agent box patient nuts"],
            id="what is said is no box",
        ),
        pytest.param(
            """
            lamp NOUN 0 root NN
            with ADP 3 case IN
            base NOUN 1 nmod NN
            shape VERB 3 acl VBN
            like ADP 6 case IN
            pear NOUN 4 obl NN
            """,
            ["~lamp: agent lamp", "shape: agent base"],
            ["~have agent lamp patient base"],
            id="what has a shape is had",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            with ADP 4 case IN
            cat NOUN 2 obl NN
            on ADP 7 case IN
            his PRON 7 nmod:poss PRP$
            lap NOUN 2 obl NN
            """,
            ["sits: agent boy, locative lap", "~cat: agent cat, locative lap"],
            ["sits agent boy", "~ agent cat on lap"],
            id="on somebody's body",
        ),
        pytest.param(
            """
            cat NOUN 0 root NN
            lies VERB 1 acl VBG
            beside ADP 4 case IN
            goat NOUN 2 obl NN
            on ADP 6 case IN
            rug NOUN 2 obl NN
            """,
            ["lies: agent cat, locative goat, locative rug", "~goat: agent goat, locative rug"],
            ["lies agent cat beside goat on rug"],
            id="a place that the act has",
        ),
        pytest.param(
            """
            cat NOUN 0 root NN
            jumps VERB 1 acl VBG
            beside ADP 4 case IN
            goat NOUN 2 obl NN
            on ADP 6 case IN
            rug NOUN 2 obl NN
            """,
            ["jumps: agent cat, locative goat, locative rug", "~goat: agent goat, locative rug"],
            ["jumps agent cat beside goat on rug", "~ agent goat on rug"],
            id="a place that an act has which leads there",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            in ADP 3 case IN
            hut NOUN 1 nmod NN
            with ADP 5 case IN
            mirror NOUN 1 nmod NN
            """,
            ["~boy: agent boy, locative hut", "~mirror: agent mirror"],
            ["~ agent boy in hut"],
            id="of what nothing is said",
        ),
        pytest.param(
            """
            hut NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            decorated VERB 0 root VBN
            in ADP 5 case IN
            pink ADJ 3 obl JJ
            and CCONJ 7 cc CC
            white ADJ 5 conj JJ
            """,
            ["decorated: patient hut, patient white"],
            ["decorated patient hut"],
            id="a colour of two",
        ),
        pytest.param(
            """
            boys NOUN 4 nsubj NNS
            are AUX 4 cop VBP
            in ADP 4 case IN
            lot NOUN 0 root NN
            beside ADP 6 case IN
            van NOUN 4 nmod NN
            """,
            ["are: agent boys, locative lot, locative van", "~lot: agent boys, agent lot, locative van"],
            ["are agent boys in lot beside van"],
            id="where is says it",
        ),
        pytest.param(
            """
            boy NOUN 5 nsubj NN
            is AUX 5 cop VBZ
            in ADP 5 case IN
            a DET 5 det DT
            kitchen NOUN 0 root NN
            with ADP 7 case IN
            man NOUN 5 nmod NN
            """,
            ["is: agent boy, locative kitchen"],
            ["is agent boy in kitchen with man"],
            id="who is somewhere with somebody",
        ),
        pytest.param(
            """
            boy NOUN 5 nsubj NN
            is AUX 5 cop VBZ
            in ADP 5 case IN
            a DET 5 det DT
            kitchen NOUN 0 root NN
            with ADP 7 case IN
            hat NOUN 5 nmod NN
            """,
            ["is: agent boy, locative kitchen"],
            ["is agent boy in kitchen"],
            id="somewhere with a thing",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            with ADP 3 case IN
            man NOUN 1 nmod NN
            """,
            [],
            ["~ agent boy with man"],
            id="who has somebody",
        ),
        pytest.param(
            """
            desk NOUN 0 root NN
            with ADP 3 case IN
            cup NOUN 1 nmod NN
            on ADP 5 case IN
            it PRON 3 nmod PRP
            and CCONJ 7 cc CC
            cat NOUN 3 conj NN
            under ADP 9 case IN
            it PRON 7 nmod PRP
            """,
            [],
            ["~ agent cup on desk", "~ agent cat under desk"],
            id="what each has",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            in ADP 3 case IN
            middle NOUN 1 nmod NN
            of SCONJ 5 mark IN
            pulling VERB 1 acl VBG
            cart NOUN 5 obj NN
            """,
            ["pulling: agent boy, patient cart, locative middle"],
            ["pulling agent boy patient cart in middle"],
            id="in the middle of an act",
        ),
        pytest.param(
            """
            cat NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            by ADP 6 case IN
            man NOUN 6 nmod:poss NN
            's PART 4 case POS
            hand NOUN 2 obl NN
            """,
            ["sits: agent cat, locative hand"],
            ["sits agent cat by hand"],
            id="by somebody's hand",
        ),
    ],
)
def test_what_others_say_better_goes(rows: str, decided: list[str], expected: list[str]) -> None:
    assert tuples(rows, *decided) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            "shirt NOUN 0 root NN\nwith ADP 4 mark IN\nsleeves NOUN 4 nsubj NNS\nfolded VERB 1 acl VBN",
            "folded patient sleeves",
            id="with its own subject",
        ),
        pytest.param(
            "there PRON 2 expl EX\nare VERB 0 root VBP\nbicycles NOUN 2 nsubj NNS\nparked VERB 3 acl VBN",
            "parked agent bicycles",
            id="of what is there",
        ),
    ],
)
def test_participles_that_no_link_found_are_read(rows: str, expected: str) -> None:
    assert expected in tuples(rows)


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            Parked VERB 7 advcl VBN
            by ADP 3 case IN
            hat NOUN 1 obl NN
            , PUNCT 1 punct ,
            a DET 6 det DT
            man NOUN 7 nsubj NN
            reads VERB 0 root VBZ
            """,
            ["parked: agent hat", "reads: agent man"],
            ["Parked agent man by hat", "reads agent man"],
            id="who stands so",
        ),
        pytest.param(
            """
            Painted VERB 3 advcl VBN
            boy NOUN 3 nsubj NN
            reads VERB 0 root VBZ
            """,
            ["painted:", "reads: agent boy"],
            ["Painted patient boy", "reads agent boy"],
            id="what is done to him",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            reads VERB 0 root VBZ
            seated VERB 2 advcl VBN
            """,
            ["reads: agent man", "seated:"],
            ["reads agent man"],
            id="not before the clause",
        ),
    ],
)
def test_who_does_what_a_participle_at_the_head_says(
    rows: str, decided: list[str], expected: list[str]
) -> None:
    assert tuples(rows, *decided)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            man NOUN 2 nsubj NN
            paints VERB 0 root VBZ
            portraits NOUN 2 obj NNS
            of ADP 5 case IN
            village NOUN 3 nmod NN
            with ADP 7 case IN
            boys NOUN 2 obl NNS
            """,
            ["paints: agent man, patient portraits"],
            ["paints agent man patient portraits"],
            id="within what is painted",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            walks VERB 0 root VBZ
            with ADP 4 case IN
            boy NOUN 2 obl NN
            nearby ADV 4 advmod RB
            """,
            ["walks: agent man"],
            ["walks agent man", "~ agent boy None nearby"],
            id="nearby",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            walks VERB 0 root VBZ
            with ADP 4 case IN
            boy NOUN 2 obl NN
            """,
            ["walks: agent man"],
            ["walks agent man with boy"],
            id="in company",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            dances VERB 0 root VBZ
            washes VERB 2 conj VBZ
            kettles NOUN 3 obj NNS
            and CCONJ 6 cc CC
            drops VERB 2 conj VBZ
            lids NOUN 6 obj NNS
            in ADP 9 case IN
            buckets NOUN 6 obl NNS
            """,
            [
                "dances: agent boy",
                "washes: patient kettles, locative buckets",
                "drops: patient lids, locative buckets",
            ],
            [
                "dances agent boy",
                "washes agent boy patient kettles",
                "drops agent boy patient lids in buckets",
            ],
            id="the place of the last of three acts",
        ),
        pytest.param(
            """
            boxes NOUN 0 root NNS
            including VERB 3 case VBG
            hats NOUN 1 nmod NNS
            """,
            ["including:"],
            [],
            id="no act",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            stirs VERB 0 root VBZ
            them PRON 2 obj PRP
            with ADP 5 case IN
            hat NOUN 2 obl NN
            """,
            ["stirs: agent man, patient them"],
            ["stirs agent man patient them"],
            id="no clothes",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            lifts VERB 0 root VBZ
            them PRON 2 obj PRP
            with ADP 5 case IN
            boy NOUN 2 obl NN
            """,
            ["lifts: agent man, patient them"],
            ["lifts agent man patient them with boy"],
            id="a pronoun has nobody with it",
        ),
        pytest.param(
            """
            people NOUN 3 nsubj:pass NNS
            are AUX 3 aux:pass VBP
            approached VERB 0 root VBN
            by ADP 5 case IN
            man NOUN 3 obl:agent NN
            parked VERB 5 acl VBN
            """,
            ["approached: agent man, patient people", "parked: agent man"],
            ["approached agent man patient people", "parked agent man"],
            id="by whom something else is done",
        ),
        pytest.param(
            """
            this PRON 4 nsubj DT
            is AUX 4 cop VBZ
            a DET 4 det DT
            cat NOUN 0 root NN
            on ADP 6 case IN
            river NOUN 4 nmod NN
            """,
            ["is: agent this, locative river"],
            [],
            id="what is shown",
        ),
        pytest.param(
            """
            this PRON 4 nsubj DT
            is AUX 4 cop VBZ
            on ADP 4 case IN
            river NOUN 0 root NN
            """,
            ["is: agent this, locative river"],
            ["is agent this on river"],
            id="where this is",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            upside ADV 1 advmod RB
            down ADP 2 compound:prt RP
            in ADP 5 case IN
            river NOUN 2 obl NN
            """,
            ["~man: agent man, locative river"],
            ["~ agent man in river"],
            id="where somebody is upside down",
        ),
        pytest.param(
            """
            gate NOUN 2 nsubj NN
            bangs VERB 0 root VBZ
            closed ADJ 2 xcomp JJ
            """,
            ["bangs: agent gate", "closed: agent gate"],
            ["bangs agent gate"],
            id="how it is behind the act",
        ),
        pytest.param(
            """
            bench NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            and CCONJ 5 cc CC
            bicycle NOUN 5 nsubj NN
            leans VERB 2 conj VBZ
            against ADP 7 case IN
            it PRON 5 obl PRP
            """,
            ["stands: agent bench", "leans: agent bicycle"],
            ["stands agent bench", "leans agent bicycle against bench"],
            id="what it leans against",
        ),
        pytest.param(
            """
            calf NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            washed VERB 0 root VBN
            with ADP 5 case IN
            sponge NOUN 3 obl NN
            by ADP 7 case IN
            boy NOUN 5 nmod NN
            """,
            ["washed: patient calf", "~sponge: agent sponge"],
            ["washed agent boy patient calf with sponge"],
            id="with what somebody else does it",
        ),
        pytest.param(
            """
            wall NOUN 3 nsubj:pass NN
            is AUX 3 aux:pass VBZ
            painted VERB 0 root VBN
            with ADP 5 case IN
            roller NOUN 3 obl NN
            by ADP 7 case IN
            man NOUN 3 obl:agent NN
            """,
            ["painted: patient wall, agent roller, agent man"],
            ["painted agent man patient wall with roller"],
            id="nothing surrounds what somebody paints",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            greases VERB 0 root VBZ
            tin NOUN 2 obj NN
            with ADP 5 case IN
            butter NOUN 2 obl NN
            """,
            ["greases: agent man, patient tin", "~butter: agent butter"],
            ["greases agent man patient tin with butter"],
            id="what is spread",
        ),
        pytest.param(
            """
            most ADJ 5 nsubj:pass JJS
            of ADP 3 case IN
            carts NOUN 1 nmod NNS
            are AUX 5 aux:pass VBP
            parked VERB 0 root VBN
            """,
            ["parked: patient most"],
            ["parked agent most"],
            id="most of them",
        ),
        pytest.param(
            """
            nuns NOUN 8 nsubj NNS
            two NUM 6 nsubj CD
            of ADP 4 case IN
            whom PRON 2 nmod WP
            are AUX 6 aux VBP
            singing VERB 1 acl:relcl VBG
            slowly ADV 6 advmod RB
            walk VERB 0 root VBP
            """,
            ["singing: agent two, agent nuns", "walk: agent nuns"],
            ["singing agent two", "walk agent nuns"],
            id="two of whom",
        ),
        pytest.param(
            """
            press VERB 0 root VB
            dough NOUN 1 obj NN
            and CCONJ 4 cc CC
            garnish VERB 1 conj VB
            with ADP 6 case IN
            basil NOUN 4 obl NN
            before SCONJ 8 mark IN
            rolling VERB 1 advcl VBG
            it PRON 8 obj PRP
            """,
            [
                "press: patient dough, agent basil",
                "garnish: agent basil, agent dough",
                "rolling: agent basil, patient it",
            ],
            ["press patient dough", "garnish with basil", "rolling patient dough"],
            id="nobody in a recipe",
        ),
        pytest.param(
            """
            After SCONJ 2 mark IN
            pouring VERB 6 advcl VBG
            batter NOUN 2 obj NN
            , PUNCT 2 punct ,
            she PRON 6 nsubj PRP
            bakes VERB 0 root VBZ
            it PRON 6 obj PRP
            in ADP 9 case IN
            oven NOUN 6 obl NN
            """,
            [
                "pouring: agent she, patient batter, locative oven",
                "bakes: agent she, patient it, locative oven",
            ],
            ["pouring agent she patient batter", "bakes agent she patient batter in oven"],
            id="what is done before",
        ),
        pytest.param(
            """
            lamp NOUN 0 root NN
            with ADP 3 case IN
            cap NOUN 1 nmod NN
            on ADP 5 case IN
            it PRON 3 nmod PRP
            beside ADP 7 case IN
            bed NOUN 1 nmod NN
            """,
            ["~lamp: agent lamp, locative bed", "~cap: agent cap, locative it, locative bed"],
            ["~ agent lamp beside bed", "~ agent cap on lamp"],
            id="where its owner is",
        ),
        pytest.param(
            """
            child NOUN 2 nsubj NN
            begs VERB 0 root VBZ
            nun NOUN 2 obj NN
            for ADP 5 case IN
            candy NOUN 2 obl NN
            """,
            ["begs: agent child, patient nun"],
            ["begs agent child patient nun patient candy"],
            id="for what one begs",
        ),
        pytest.param(
            """
            whisk VERB 0 root VB
            eggs NOUN 1 obj NNS
            until ADP 4 case IN
            fluffy ADJ 1 obl JJ
            """,
            ["whisk: patient eggs, locative fluffy"],
            ["whisk patient eggs"],
            id="until they are so",
        ),
        pytest.param(
            """
            helicopter NOUN 2 nsubj NN
            passes VERB 0 root VBZ
            overhead NOUN 2 obj NN
            """,
            ["passes: agent helicopter, patient overhead"],
            ["passes agent helicopter None overhead"],
            id="past nothing",
        ),
        pytest.param(
            """
            nun NOUN 2 nsubj NN
            jogs VERB 0 root VBZ
            to ADP 4 case IN
            tower NOUN 2 obl NN
            """,
            ["jogs: agent nun, patient tower"],
            ["jogs agent nun to tower"],
            id="where somebody jogs",
        ),
    ],
)
def test_who_is_with_whom_and_where(rows: str, decided: list[str], expected: list[str]) -> None:
    assert tuples(rows, *decided) == expected


def test_each_of_two_things_has_its_place() -> None:
    rows = """
        hall NOUN 0 root NN
        with ADP 3 case IN
        shoes NOUN 1 nmod NNS
        near ADP 5 case IN
        door NOUN 3 nmod NN
        and CCONJ 7 cc CC
        coats NOUN 3 conj NNS
        on ADP 10 case IN
        the DET 10 det DT
        {place} {upos} 7 nmod NN
    """
    decided = ("~shoes: agent shoes, agent coats, locative door",)
    for place, upos in (("hooks", "NOUN"), ("other", "ADJ")):
        expected = ["~ agent shoes near door", f"~ agent coats on {place}"]
        assert tuples(rows.format(place=place, upos=upos), *decided) == expected


@pytest.mark.parametrize(("noun", "expected"), [("thud", ""), ("racket", " with racket")])
def test_what_an_act_sounds_like(noun: str, expected: str) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        lands VERB 0 root VBZ
        with ADP 5 case IN
        a DET 5 det DT
        {noun} NOUN 2 obl NN
    """
    assert tuples(rows, f"lands: agent man, locative {noun}") == [f"lands agent man{expected}"]


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            peeks VERB 0 root VBZ
            from ADP 5 case IN
            behind ADP 5 case IN
            castle NOUN 2 obl NN
            """,
            ["peeks: agent boy"],
            ["peeks agent boy from-behind castle"],
            id="from behind something",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            rests VERB 0 root VBZ
            after ADP 4 case IN
            thud NOUN 2 obl NN
            """,
            ["rests: agent boy"],
            ["rests agent boy after thud"],
            id="after what happens",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            rests VERB 0 root VBZ
            after ADP 4 case IN
            castle NOUN 2 obl NN
            """,
            ["rests: agent boy"],
            ["rests agent boy"],
            id="after a thing",
        ),
        pytest.param(
            """
            hat NOUN 0 root NN
            wear VERB 1 acl VBN
            with ADP 4 case IN
            dress NOUN 2 obl NN
            """,
            ["wear: patient hat"],
            ["wear patient hat with dress"],
            id="with what it is worn",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            shake VERB 0 root VBP
            hand NOUN 2 obj NN
            with ADP 5 case IN
            man NOUN 2 obl NN
            """,
            ["shake: agent boy, patient hand, locative man"],
            ["shake agent boy patient hand patient man"],
            id="with whom one shakes hands",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            buys VERB 0 root VBZ
            plums NOUN 2 obj NNS
            and CCONJ 5 cc CC
            pays VERB 2 conj VBZ
            boy NOUN 5 obj NN
            """,
            ["buys: agent man, patient plums", "pays: agent man, patient plums, patient boy"],
            ["buys agent man patient plums", "pays agent man patient boy"],
            id="the object of the first alone",
        ),
    ],
)
def test_what_belongs_to_an_act(rows: str, decided: list[str], expected: list[str]) -> None:
    assert tuples(rows, *decided) == expected


@pytest.mark.parametrize(("verb", "expected"), [("respond", ""), ("talk", " to castle")])
def test_to_which_somebody_responds(verb: str, expected: str) -> None:
    rows = f"""
        castle NOUN 0 root NN
        to ADP 3 case IN
        which PRON 5 obl WDT
        boy NOUN 5 nsubj NN
        {verb} VERB 1 acl:relcl VBP
    """
    assert tuples(rows, f"{verb}: agent boy, locative which") == [f"{verb} agent boy{expected}"]


def test_for_how_many_something_is_set() -> None:
    rows = """
        dress NOUN 0 root NN
        set VERB 1 acl VBN
        for ADP 4 case IN
        six NUM 2 obl CD
    """
    assert tuples(rows, "set: agent dress, patient six") == ["set agent dress"]


@pytest.mark.parametrize(
    ("verb", "expected"), [("sits", "sits agent boy at castle"), ("looks", "looks agent boy patient castle")]
)
def test_at_what_one_sits_and_looks(verb: str, expected: str) -> None:
    rows = f"boy NOUN 2 nsubj NN\n{verb} VERB 0 root VBZ\nat ADP 4 case IN\ncastle NOUN 2 obl NN"
    assert tuples(rows, f"{verb}: agent boy, patient castle") == [expected]


@pytest.mark.parametrize(("verb", "expected"), [("gives", ""), ("sees", " patient boy")])
def test_to_whom_what_is_wrapped_is_given(verb: str, expected: str) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        hat NOUN 2 obj NN
        wrap VERB 3 acl VBN
        to ADP 6 case IN
        boy NOUN {2 if verb == "gives" else 4} obl NN
    """
    assert tuples(rows, "wrap: patient hat, patient boy")[-1] == f"wrap patient hat{expected}"


def test_after_what_happens_somebody_leaves() -> None:
    rows = """
        man NOUN 2 nsubj NN
        leaves VERB 0 root VBZ
        after ADP 4 case IN
        {noun} NOUN 2 obl NN
    """
    graph = Graph(parse_of(rows.format(noun="thud")))
    decided = PredicateDecision(
        candidate=PredicateCandidate(1, tacit=False),
        particle=2,
        confidence=0.9,
        arguments=(decision(graph, "agent", "man"),),
    )
    assert completed(CaptionFeatures(graph, LEXICON), decided).particle == -1
    graph = Graph(parse_of(rows.format(noun="boy")))
    assert completed(CaptionFeatures(graph, LEXICON), decided).particle == 2


def test_whom_it_is_for_has_nothing() -> None:
    rows = """
        jacket NOUN 0 root NN
        for ADP 3 case IN
        toddlers NOUN 1 nmod NNS
        with ADP 5 case IN
        hood NOUN {head} nmod NN
    """
    decided = "~toddlers: agent toddlers, patient hood"
    assert not any("toddlers" in item for item in tuples(rows.format(head=1), decided))
    assert any("toddlers" in item for item in tuples(rows.format(head=3), decided))


@pytest.mark.parametrize(("noun", "expected"), [("delight", ""), ("boy", " patient boy")])
def test_how_others_feel_about_it(noun: str, expected: str) -> None:
    rows = f"man NOUN 2 nsubj NN\nsings VERB 0 root VBZ\nto ADP 5 case IN\nthe DET 5 det DT\n{noun} NOUN 2 obl NN"
    assert tuples(rows, f"sings: agent man, patient {noun}") == [f"sings agent man{expected}"]


@pytest.mark.parametrize(("verb", "expected"), [("set", ""), ("made", " patient boy")])
def test_for_whom_a_table_is_set(verb: str, expected: str) -> None:
    rows = (
        "table NOUN 3 nsubj:pass NN\nis AUX 3 aux:pass VBZ\n"
        f"{verb} VERB 0 root VBN\nfor ADP 5 case IN\nboy NOUN 3 obl NN"
    )
    (found,) = tuples(rows, f"{verb}: agent table, patient boy")
    assert found.endswith(expected or "table")


def test_by_what_is_tied_somebody_stands() -> None:
    rows = """
        man NOUN 2 nsubj NN
        stands VERB 0 root VBZ
        by ADP 4 case IN
        castle NOUN 2 obl NN
        tied VERB 4 acl VBN
        to ADP 7 case IN
        hats NOUN 5 obl NNS
    """
    found = tuples(rows, "stands: agent man, locative castle", "tied: agent castle, locative hats")
    assert found[0] == "stands agent man by castle"
