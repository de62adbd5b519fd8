"""What long captions say in clauses of their own: parts of a group, second places, participles behind a comma."""

from __future__ import annotations

import pytest

from tests.unit.extractor.tuples.test_clauses import tuples


@pytest.mark.parametrize(
    ("rows", "decided", "expected"),
    [
        pytest.param(
            """
            men NOUN 8 nsubj NNS
            one NUM 1 appos CD
            on ADP 4 case IN
            mule NOUN 2 nmod NN
            two NUM 1 conj CD
            in ADP 7 case IN
            cart NOUN 5 nmod NN
            pull VERB 0 root VBP
            ropes NOUN 8 obj NNS
            """,
            ["pull: agent men, patient ropes, locative mule, locative cart"],
            ["~ agent one on mule", "~ agent two in cart", "pull agent men patient ropes"],
            id="parts of a group",
        ),
        pytest.param(
            """
            boat NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            on ADP 4 case IN
            sand NOUN 0 root NN
            , PUNCT 7 punct ,
            near ADP 7 case IN
            pier NOUN 4 conj NN
            """,
            ["is: agent boat, locative sand"],
            ["is agent boat on sand near pier"],
            id="a second place",
        ),
        pytest.param(
            """
            boat NOUN 4 nsubj NN
            is AUX 4 cop VBZ
            on ADP 4 case IN
            sand NOUN 0 root NN
            not ADV 7 advmod RB
            near ADP 7 case IN
            pier NOUN 4 conj NN
            """,
            ["is: agent boat, locative sand"],
            ["is agent boat on sand"],
            id="where it is not",
        ),
        pytest.param(
            """
            hut NOUN 2 nsubj NN
            stands VERB 0 root VBZ

            waves NOUN 4 nsubj NNS
            crash VERB 0 root VBP
            below ADP 6 case IN
            it PRON 4 obl PRP
            , PUNCT 8 punct ,
            sending VERB 4 advcl VBG
            spray NOUN 8 obj NN
            """,
            ["stands: agent hut", "crash: agent waves", "sending: agent it, patient spray"],
            ["stands agent hut", "crash agent waves below hut", "sending agent waves patient spray"],
            id="no pronoun behind a preposition acts",
        ),
        pytest.param(
            """
            Having AUX 2 aux VBG
            missed VERB 5 advcl VBN
            bus NOUN 2 obj NN
            boy NOUN 5 nsubj NN
            sits VERB 0 root VBZ
            near ADP 7 case IN
            castle NOUN 5 obl NN
            """,
            ["missed: patient bus, locative castle", "sits: agent boy, locative castle"],
            ["missed agent boy patient bus", "sits agent boy near castle"],
            id="who has done it before",
        ),
        pytest.param(
            """
            jar NOUN 6 nsubj:pass NN
            that PRON 4 obj WDT
            man NOUN 4 nsubj NN
            opens VERB 1 acl:relcl VBZ
            is AUX 6 aux:pass VBZ
            passed VERB 0 root VBN
            """,
            ["opens: agent man", "passed: agent jar, agent man"],
            ["opens agent man patient jar", "passed patient jar"],
            id="who does something else to it",
        ),
        pytest.param(
            """
            It PRON 4 nsubj PRP
            is AUX 4 cop VBZ
            a DET 4 det DT
            boat NOUN 0 root NN
            on ADP 6 case IN
            sand NOUN 4 nmod NN
            """,
            ["is: agent it, locative sand", "~boat: agent boat, locative sand"],
            ["~ agent boat on sand"],
            id="what it is",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            throw VERB 0 root VBP
            ropes NOUN 2 obj NNS
            to ADP 5 case IN
            one NUM 2 obl CD
            another DET 5 fixed DT
            """,
            ["throw: agent boys, patient ropes"],
            ["throw agent boys patient ropes patient another"],
            id="to one another",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            take VERB 0 root VBP
            pictures NOUN 2 obj NNS
            of ADP 5 case IN
            man NOUN 3 nmod NN
            """,
            ["take: agent boys, patient pictures"],
            ["take agent boys patient pictures patient man"],
            id="of whom a picture is taken",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            hang VERB 0 root VBP
            pictures NOUN 2 obj NNS
            of ADP 5 case IN
            man NOUN 3 nmod NN
            """,
            ["hang: agent boys, patient pictures"],
            ["hang agent boys patient pictures"],
            id="of whom a picture is",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            presses VERB 0 root VBZ
            ice NOUN 2 obj NN
            to ADP 6 case IN
            his PRON 6 nmod:poss PRP$
            mane NOUN 2 obl NN
            """,
            ["presses: agent boy, patient ice"],
            ["presses agent boy patient ice to mane"],
            id="to a part of a body",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            with ADP 5 case IN
            his PRON 5 nmod:poss PRP$
            back NOUN 2 obl NN
            to ADP 7 case IN
            wall NOUN 5 nmod NN
            """,
            ["sits: agent boy"],
            ["sits agent boy", "~ agent back to wall"],
            id="to what he has turned his back",
        ),
        pytest.param(
            """
            two NUM 3 nsubj CD
            are AUX 3 cop VBP
            asleep VERB 0 root JJ
            near ADP 5 case IN
            castle NOUN 3 obl NN
            """,
            ["are: agent two, locative castle", "asleep: agent two, locative castle"],
            ["are agent two near castle"],
            id="how they are",
        ),
        pytest.param(
            """
            table NOUN 0 root NN
            on ADP 3 case IN
            which PRON 5 obl WDT
            cats NOUN 5 nsubj NNS
            sleep VERB 1 acl:relcl VBP
            and CCONJ 10 cc CC
            under ADP 8 case IN
            which PRON 10 obl WDT
            dogs NOUN 10 nsubj NNS
            bark VERB 5 conj VBP
            """,
            ["sleep: agent cats", "bark: agent dogs"],
            ["sleep agent cats on table", "bark agent dogs under table"],
            id="two relative clauses",
        ),
        pytest.param(
            """
            stove NOUN 0 root NN
            that PRON 4 obj WDT
            boys NOUN 4 nsubj NNS
            carry VERB 1 acl:relcl VBP
            in ADP 4 compound:prt RP
            """,
            ["carry: agent boys"],
            ["carry in agent boys patient stove"],
            id="carried in",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            works VERB 0 root VBZ
            , PUNCT 4 punct ,
            assisted VERB 2 advcl VBN
            by ADP 6 case IN
            man NOUN 4 obl:agent NN
            """,
            ["works: agent boy", "assisted: agent man"],
            ["works agent boy", "assisted agent man patient boy"],
            id="who is assisted",
        ),
        pytest.param(
            """
            on ADP 3 case IN
            the DET 3 det DT
            right NOUN 5 obl NN
            man NOUN 5 nsubj NN
            waves VERB 0 root VBZ
            """,
            ["waves: agent man"],
            ["waves agent man on right"],
            id="a place before the subject",
        ),
        pytest.param(
            """
            man NOUN 4 nsubj NN
            in ADP 3 case IN
            middle NOUN 1 nmod NN
            waves VERB 0 root VBZ
            """,
            ["waves: agent man"],
            ["waves agent man in middle"],
            id="where in the picture",
        ),
        pytest.param(
            """
            man NOUN 5 nsubj NN
            on ADP 4 case IN
            his PRON 4 nmod:poss PRP$
            back NOUN 1 nmod NN
            waves VERB 0 root VBZ
            """,
            ["waves: agent man"],
            ["waves agent man"],
            id="no side of the picture",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            works VERB 0 root VBZ
            , PUNCT 4 punct ,
            hat NOUN 2 conj NN
            on ADP 7 case IN
            his PRON 7 nmod:poss PRP$
            mane NOUN 4 nmod NN
            """,
            ["works: agent boy"],
            ["works agent boy", "~ agent hat on mane"],
            id="said aside",
        ),
        pytest.param(
            """
            There PRON 2 expl EX
            is VERB 0 root VBZ
            hat NOUN 2 nsubj NN
            and CCONJ 6 cc CC
            there PRON 6 expl EX
            is VERB 2 conj VBZ
            hut NOUN 6 nsubj NN
            near ADP 9 case IN
            castle NOUN 7 nmod NN
            """,
            ["is: agent hat, locative castle"],
            ["is agent hat", "is agent hut"],
            id="where another is",
        ),
        pytest.param(
            """
            hat NOUN 0 root NN
            on ADP 3 case IN
            castle NOUN 1 nmod NN
            and CCONJ 6 cc CC
            he PRON 6 nsubj PRP
            waves VERB 1 conj VBZ
            """,
            ["~hat: agent hat, agent he, locative castle", "waves: agent he"],
            ["~ agent hat on castle", "waves agent he"],
            id="who does something else",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            talks VERB 0 root VBZ
            with ADP 4 case IN
            man NOUN 2 obl NN
            who PRON 6 nsubj WP
            sits VERB 4 acl:relcl VBZ
            """,
            ["talks: agent boy, patient man", "sits: agent man"],
            ["talks agent boy patient man", "sits agent man"],
            id="with whom he talks",
        ),
        pytest.param(
            """
            hat NOUN 2 nsubj NN
            lies VERB 0 root VBZ
            half ADV 4 advmod RB
            buried VERB 2 xcomp VBN
            """,
            ["lies: agent hat", "buried:"],
            ["lies agent hat", "buried agent hat"],
            id="half buried",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            waits VERB 0 root VBZ
            , PUNCT 5 punct ,
            one NUM 5 nummod CD
            hat NOUN 2 parataxis NN
            on ADP 7 case IN
            valley NOUN 5 nmod NN
            """,
            ["waits: agent boy"],
            ["waits agent boy", "~ agent hat on valley"],
            id="one of two",
        ),
        pytest.param(
            """
            half ADV 8 advmod RB
            hidden VERB 8 advcl VBN
            by ADP 5 case IN
            a DET 5 det DT
            hut NOUN 2 obl:agent NN
            , PUNCT 2 punct ,
            boy NOUN 8 nsubj NN
            waits VERB 0 root VBZ
            """,
            ["hidden: agent hut", "waits: agent boy"],
            ["hidden agent hut patient boy", "waits agent boy"],
            id="who is half hidden",
        ),
        pytest.param(
            """
            boy NOUN 9 nsubj NN
            , PUNCT 4 punct ,
            a DET 4 det DT
            hat NOUN 1 conj NN
            on ADP 7 case IN
            his PRON 7 nmod:poss PRP$
            mane NOUN 4 nmod NN
            , PUNCT 1 punct ,
            waits VERB 0 root VBZ
            """,
            ["~boy: agent boy, agent hat, locative mane", "waits: agent boy"],
            ["~ agent hat on mane", "waits agent boy"],
            id="nothing else said aside",
        ),
        pytest.param(
            """
            boats NOUN 0 root NNS
            one NUM 3 nsubj CD
            lies VERB 1 acl:relcl VBZ
            near ADP 5 case IN
            castle NOUN 3 obl NN
            """,
            ["lies: agent one"],
            ["lies agent one near castle"],
            id="one of them",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            and CCONJ 8 cc CC
            dog NOUN 8 nsubj NN
            , PUNCT 6 punct ,
            stretched VERB 4 acl VBN
            , PUNCT 6 punct ,
            watches VERB 2 conj VBZ
            him PRON 8 obj PRP
            """,
            ["sits: agent man", "stretched: agent dog, agent him", "watches: agent dog, patient him"],
            ["sits agent man", "stretched patient dog", "watches agent dog patient man"],
            id="who is watched behind an act",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            in ADP 3 case IN
            kitchen NOUN 1 nmod NN
            , PUNCT 6 punct ,
            handle NOUN 6 nsubj NN
            shines VERB 1 conj VBZ
            of ADP 8 case IN
            it PRON 5 nmod PRP
            """,
            ["~man: agent man, agent it, locative kitchen", "shines: agent handle"],
            ["~ agent man in kitchen", "shines agent handle"],
            id="of what it is",
        ),
        pytest.param(
            """
            dog NOUN 2 nsubj NN
            sniff VERB 0 root VBP
            at ADP 4 case IN
            hat NOUN 2 obl NN
            """,
            ["sniff: agent dog, locative hat"],
            ["sniff agent dog patient hat"],
            id="at what it sniffs",
        ),
        pytest.param(
            """
            cups NOUN 0 root NNS
            which PRON 4 obj WDT
            others NOUN 4 nsubj NNS
            throw VERB 1 acl:relcl VBP
            """,
            ["throw: agent others"],
            ["throw agent others patient cups"],
            id="what others throw",
        ),
        pytest.param(
            """
            There PRON 2 expl EX
            are VERB 0 root VBP
            boats NOUN 2 nsubj NNS
            one NUM 5 nsubj CD
            lies VERB 3 acl:relcl VBZ
            near ADP 7 case IN
            castle NOUN 5 obl NN
            """,
            ["are: agent boats, locative castle", "lies: agent one, locative castle"],
            ["are agent boats", "lies agent one near castle"],
            id="where one of them is",
        ),
        pytest.param(
            """
            mule NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            , PUNCT 5 punct ,
            its PRON 5 nmod:poss PRP$
            nose NOUN 2 parataxis NN
            in ADP 7 case IN
            trough NOUN 5 nmod NN
            """,
            ["stands: agent mule"],
            ["stands agent mule", "~ agent nose in trough"],
            id="where its own is",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            , PUNCT 5 punct ,
            his PRON 5 nmod:poss PRP$
            arms NOUN 2 parataxis NNS
            full ADJ 5 amod JJ
            """,
            ["stands: agent man", "~arms: agent arms"],
            ["stands agent man"],
            id="how his own is",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            stands VERB 0 root VBZ
            , PUNCT 7 punct ,
            behind ADP 5 case IN
            him PRON 7 nmod PRP
            a DET 7 det DT
            van NOUN 2 parataxis NN
            """,
            ["stands: agent man"],
            ["stands agent man", "~ agent van behind man"],
            id="a place before its thing",
        ),
        pytest.param(
            """
            harp NOUN 12 nsubj NN
            , PUNCT 4 punct ,
            a DET 4 det DT
            score NOUN 1 conj NN
            on ADP 7 case IN
            a DET 7 det DT
            stand NOUN 4 nmod NN
            , PUNCT 11 punct ,
            and CCONJ 11 cc CC
            a DET 11 det DT
            stool NOUN 1 conj NN
            fall VERB 0 root VBP
            """,
            ["fall: agent harp, agent score, agent stool, locative stand"],
            ["~ agent score on stand", "fall agent harp agent score agent stool"],
            id="where a member between commas is",
        ),
        pytest.param(
            """
            hut NOUN 0 root NN
            with ADP 3 case IN
            pond NOUN 1 nmod NN
            , PUNCT 5 punct ,
            tree NOUN 3 conj NN
            and CCONJ 7 cc CC
            fence NOUN 3 conj NN
            in ADP 10 case IN
            the DET 10 det DT
            background NOUN 7 nmod NN
            """,
            [],
            ["~ agent pond agent tree agent fence in background"],
            id="all of a list in the background",
        ),
        pytest.param(
            """
            hut NOUN 0 root NN
            with ADP 3 case IN
            pond NOUN 1 nmod NN
            and CCONJ 5 cc CC
            boy NOUN 3 conj NN
            in ADP 8 case IN
            the DET 8 det DT
            background NOUN 5 nmod NN
            """,
            [],
            ["~ agent boy in background"],
            id="somebody alone in the background",
        ),
        pytest.param(
            """
            coat NOUN 0 root NN
            on ADP 3 case IN
            hook NOUN 1 nmod NN
            , PUNCT 6 punct ,
            the DET 6 det DT
            sleeves NOUN 1 appos NNS
            hanging VERB 6 acl VBG
            """,
            ["~coat: agent coat, patient sleeves, locative hook", "hanging: agent sleeves"],
            ["~ agent coat on hook", "hanging agent sleeves"],
            id="a part aside",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            in ADP 4 case IN
            kitchen NOUN 2 obl NN
            with ADP 6 case IN
            maps NOUN 4 nmod NNS
            on ADP 8 case IN
            shelves NOUN 6 nmod NNS
            """,
            ["sits: agent man, locative kitchen, locative shelves", "~maps: agent maps, locative shelves"],
            ["sits agent man in kitchen", "~ agent maps on shelves"],
            id="where something is in the place of an act",
        ),
        pytest.param(
            """
            hens NOUN 0 root NNS
            pecking VERB 1 acl VBG
            and CCONJ 4 cc CC
            dog NOUN 1 conj NN
            sleeping VERB 4 acl VBG
            near ADP 7 case IN
            fence NOUN 5 obl NN
            """,
            ["pecking: agent hens, locative fence", "sleeping: agent dog, locative fence"],
            ["pecking agent hens", "sleeping agent dog near fence"],
            id="two with an act each are not in one place",
        ),
        pytest.param(
            """
            boy NOUN 2 nsubj NN
            sings VERB 0 root VBZ
            and CCONJ 5 cc CC
            girl NOUN 5 nsubj NN
            digs VERB 2 conj VBZ
            hole NOUN 5 obj NN
            next ADP 9 case IN
            to ADP 9 case IN
            him PRON 6 nmod PRP
            """,
            ["sings: agent boy", "digs: agent girl, patient hole"],
            ["sings agent boy", "digs agent girl patient hole next-to boy"],
            id="beside somebody",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            climbs VERB 0 root VBZ
            with ADP 4 case IN
            box NOUN 2 obl NN
            on ADP 6 case IN
            shoulder NOUN 4 nmod NN
            and CCONJ 11 cc CC
            boy NOUN 11 nsubj NN
            on ADP 10 case IN
            roof NOUN 8 nmod NN
            waves VERB 2 conj VBZ
            """,
            [
                "climbs: agent man",
                "~box: agent box, locative shoulder, locative roof",
                "waves: agent boy, locative roof",
            ],
            ["climbs agent man", "~ agent box on shoulder", "waves agent boy on roof"],
            id="where another stands who acts",
        ),
        pytest.param(
            """
            wall NOUN 0 root NN
            on ADP 3 case IN
            left NOUN 1 nmod NN

            floor NOUN 0 root NN
            on ADP 6 case IN
            right NOUN 4 nmod NN
            """,
            ["~wall: agent wall, locative right", "~floor: agent floor, locative right"],
            ["~ agent wall on left", "~ agent floor on right"],
            id="each thing that is seen has its own place",
        ),
        pytest.param(
            """
            train NOUN 0 root NN
            on ADP 3 case IN
            tracks NOUN 1 nmod NNS
            , PUNCT 6 punct ,
            there PRON 6 expl EX
            are VERB 1 parataxis VBP
            benches NOUN 6 nsubj NNS
            """,
            ["are: agent benches"],
            ["~ agent train on tracks", "are agent benches"],
            id="a clause behind what is shown",
        ),
        pytest.param(
            """
            on ADP 2 case IN
            roof NOUN 3 nmod NN
            chimney NOUN 0 root NN
            and CCONJ 6 cc CC
            two NUM 6 nummod CD
            boys NOUN 3 conj NNS
            """,
            ["~chimney: agent chimney, locative roof"],
            ["~ agent chimney agent boys on roof"],
            id="all that is seen at a place",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            pours VERB 0 root VBZ
            milk NOUN 2 obj NN
            into ADP 5 case IN
            mug NOUN 2 obl NN
            to PART 7 mark TO
            make VERB 2 advcl VB
            cocoa NOUN 7 obj NN
            """,
            ["pours: agent man, patient milk", "make: agent milk, patient cocoa"],
            ["pours agent man patient milk", "make agent man patient cocoa"],
            id="who makes something of something",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            dips VERB 0 root VBZ
            brush NOUN 2 obj NN
            in ADP 5 case IN
            paint NOUN 2 obl NN
            and CCONJ 7 cc CC
            adds VERB 2 conj VBZ
            boat NOUN 7 obj NN
            """,
            [
                "dips: agent man, patient brush, locative paint",
                "adds: agent man, patient boat, locative paint",
            ],
            ["dips agent man patient brush in paint", "adds agent man patient boat"],
            id="in what something is dipped",
        ),
        pytest.param(
            """
            bus NOUN 9 nsubj NN
            with ADP 3 case IN
            boy NOUN 1 nmod NN
            painted VERB 3 acl VBN
            on ADP 6 case IN
            it PRON 4 obl PRP
            is AUX 9 cop VBZ
            in ADP 9 case IN
            hall NOUN 0 root NN
            """,
            ["painted: agent boy, locative hall", "is: agent bus, locative hall"],
            ["painted agent boy on bus", "is agent bus in hall"],
            id="where what has it is",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            sits VERB 0 root VBZ
            while SCONJ 7 mark IN
            boy NOUN 7 nsubj NN
            is AUX 7 cop VBZ
            in ADP 7 case IN
            yard NOUN 2 advcl NN
            looking VERB 7 advcl VBG
            at ADP 10 case IN
            kite NOUN 8 obl NN
            """,
            [
                "sits: agent man, locative yard",
                "is: agent boy, locative yard",
                "looking: agent man, patient kite, locative yard",
            ],
            ["sits agent man", "is agent boy in yard", "looking agent boy patient kite in yard"],
            id="who is where in a clause below",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            looks VERB 0 root VBZ
            away ADV 2 advmod RB
            with ADP 5 case IN
            bag NOUN 2 obl NN
            near ADP 7 case IN
            him PRON 5 nmod PRP
            """,
            ["looks: agent man, patient bag"],
            ["looks away agent man", "~ agent bag near man"],
            id="what has a place of its own is not looked at",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            looks VERB 0 root VBZ
            very ADV 4 advmod RB
            excited ADJ 2 xcomp JJ
            """,
            ["looks: agent man", "excited: agent man"],
            [],
            id="how somebody looks",
        ),
        pytest.param(
            """
            sign NOUN 6 nsubj NN
            for ADP 3 case IN
            beach NOUN 1 nmod NN
            is AUX 6 cop VBZ
            below ADP 6 case IN
            clock NOUN 0 root NN
            """,
            ["is: agent sign, locative beach, locative clock"],
            ["is agent sign below clock"],
            id="what a thing is for",
        ),
        pytest.param(
            """
            person NOUN 2 nsubj NN
            takes VERB 0 root VBZ
            picture NOUN 2 obj NN
            while SCONJ 5 mark IN
            standing VERB 2 advcl VBG
            """,
            ["takes: agent person, patient picture", "standing: agent picture"],
            ["takes agent person patient picture", "standing agent person"],
            id="a person is somebody",
        ),
        pytest.param(
            """
            boy NOUN 0 root NN
            holding VERB 1 acl VBG
            flag NOUN 2 obj NN
            and CCONJ 5 cc CC
            waving VERB 2 conj VBG
            and CCONJ 7 cc CC
            man NOUN 1 conj NN
            jumping VERB 7 acl VBG
            """,
            ["holding: agent boy, patient flag", "waving: agent boy, agent man", "jumping: agent man"],
            ["holding agent boy patient flag", "waving agent boy", "jumping agent man"],
            id="who stands behind both acts",
        ),
        pytest.param(
            """
            hall NOUN 0 root NN
            with ADP 3 case IN
            tub NOUN 1 nmod NN
            , PUNCT 5 punct ,
            stripes NOUN 3 conj NNS
            on ADP 7 case IN
            floor NOUN 5 nmod NN
            , PUNCT 10 punct ,
            and CCONJ 10 cc CC
            lamps NOUN 3 conj NNS
            on ADP 12 case IN
            walls NOUN 10 nmod NNS
            """,
            ["~tub: agent tub, agent stripes, locative floor", "~lamps: agent lamps, locative walls"],
            ["~ agent stripes on floor", "~ agent lamps on walls"],
            id="what stands before a member with a place is not there",
        ),
        pytest.param(
            """
            boys NOUN 2 nsubj NNS
            put VERB 0 root VBP
            carrot NOUN 2 obj NN
            in ADP 6 case IN
            its PRON 6 nmod:poss PRP$
            face NOUN 2 obl NN
            """,
            ["put: agent boys, patient carrot, locative face", "~carrot: agent carrot, locative face"],
            ["put agent boys patient carrot in face"],
            id="where something is put",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            runs VERB 0 root VBZ
            to ADP 4 case IN
            boys NOUN 2 obl NNS
            to PART 6 mark TO
            hug VERB 2 advcl VB
            them PRON 6 obj PRP
            """,
            ["runs: agent man, patient boys", "hug: agent man, agent boys, patient them"],
            ["runs agent man patient boys", "hug agent man patient boys"],
            id="who is hugged does not hug",
        ),
        pytest.param(
            """
            pot NOUN 2 nsubj NN
            pops VERB 0 root VBZ
            followed VERB 2 advcl VBN
            by ADP 5 case IN
            lid NOUN 3 obl:agent NN
            being AUX 7 aux:pass VBG
            lifted VERB 5 acl VBN
            """,
            ["pops: agent pot"],
            ["pops agent pot", "lifted patient lid"],
            id="what is being lifted",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            helps VERB 0 root VBZ
            boy NOUN 2 obj NN
            with ADP 5 case IN
            cane NOUN 2 obl NN
            climb VERB 2 advcl VB
            steps NOUN 6 obj NNS
            """,
            ["helps: agent man, patient boy", "climb: agent man, patient steps"],
            ["helps agent man patient boy", "climb agent boy patient steps"],
            id="who is helped climbs",
        ),
        pytest.param(
            """
            man NOUN 2 nsubj NN
            cuts VERB 0 root VBZ
            circles NOUN 2 obj NNS
            with ADP 5 case IN
            glass NOUN 2 obl NN
            and CCONJ 7 cc CC
            places VERB 2 conj VBZ
            jam NOUN 7 obj NN
            in ADP 10 case IN
            bowl NOUN 7 obl NN
            """,
            [
                "cuts: agent man, patient circles",
                "~glass: agent glass, locative bowl",
                "places: agent man, patient jam",
            ],
            ["cuts agent man patient circles", "places agent man patient jam"],
            id="where something is done later",
        ),
        pytest.param(
            """
            castle NOUN 0 root NN
            with ADP 3 case IN
            hat NOUN 1 nmod NN
            covered VERB 3 acl VBN
            with ADP 6 case IN
            figs NOUN 4 obl NNS
            on ADP 8 case IN
            lawn NOUN 3 nmod NN
            """,
            ["~hat: agent hat, locative lawn", "covered: agent figs, patient hat"],
            ["~ agent hat on lawn", "covered agent figs patient hat"],
            id="what is covered stands somewhere itself",
        ),
        pytest.param(
            """
            hat NOUN 0 root NN
            , PUNCT 3 punct ,
            castle NOUN 1 appos NN
            """,
            ["~hat: agent hat", "~castle: agent castle"],
            ["~ agent hat", "~ agent castle"],
            id="another thing and no other name",
        ),
        pytest.param(
            """
            man NOUN 0 root NN
            , PUNCT 3 punct ,
            boy NOUN 1 appos NN
            """,
            ["~man: agent man", "~boy: agent boy"],
            ["~ agent man"],
            id="another name of somebody",
        ),
        pytest.param(
            """
            hat NOUN 0 root NN
            for ADP 3 case IN
            boy NOUN 1 nmod NN
            """,
            ["~hat: agent hat, locative boy"],
            ["~ agent hat for boy"],
            id="for whom a thing is",
        ),
    ],
)
def test_what_long_captions_say(rows: str, decided: list[str], expected: list[str]) -> None:
    assert tuples(rows, *decided) == expected
