"""What the tree says for sure, whatever the links decided."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.candidates import PredicateCandidate
from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision, Slot
from extractor.syntax.graph import Graph
from extractor.tuples.assembly import assemble
from extractor.tuples.clauses.words import place_kind
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(
        noun={
            "man": ("person", 9),
            "boy": ("person", 9),
            "hat": ("artifact", 9),
            "dress": ("artifact", 9),
            "winter": ("time", 9),
            "stage": ("time", 9),
            "delight": ("feeling", 9),
            "kitchen": ("artifact", 9),
            "castle": ("artifact", 9),
            "valley": ("object", 9),
            "mane": ("body", 9),
            "thud": ("event", 9),
            "racket": ("event", 9),
            "joy": ("feeling", 9),
            "relish": ("feeling food", 9),
            "pain": ("state feeling", 9),
        },
        verb={
            "thud": ("perception", 9),
            "racket": ("perception", 9),
            "parked": ("stative", 1),
            "step": ("motion", 9),
            "fetch": ("contact", 9),
            "talk": ("communication", 9),
        },
        noun_classes={
            "hat": "clothing",
            "boy": "person",
            "kitchen": "room",
            "castle": "building",
            "barn": "building",
            "valley": "geological_formation",
            "mane": "body_part",
            "eyes": "body_part",
            "wheelchair": "seat",
        },
        adjective=["fluffy"],
        adverb=["overhead", "together"],
        noun_forms={},
        verb_forms={
            "sits": "sit",
            "lies": "lie",
            "surrounded": "surround",
            "parked": "park",
            "holds": "hold",
            "piled": "pile",
            "pulls": "pull",
            "laden": "lade",
            "overflows": "overflow",
            "wraps": "wrap",
            "has": "have",
            "gets": "get",
            "leaves": "leave",
            "smeared": "smear",
            "heaped": "heap",
            "painted": "paint",
            "followed": "follow",
            "covered": "cover",
            "causing": "cause",
            "is": "be",
            "are": "be",
        },
    )
)
RIVER = """
    river NOUN 2 nsubj NN
    divides VERB 0 root VBZ
    fields NOUN 2 obj NNS
    and CCONJ 6 cc CC
    bridge NOUN 6 nsubj NN
    stands VERB 2 conj VBZ
    near ADP 8 case IN
    village NOUN 6 obl NN
"""


def tuples(rows: str, *decided: str) -> list[str]:
    """The tuples of a tree and of decisions ``predicate: slot word, slot word``; ``~word`` is a tacit predicate."""
    graph = Graph(parse_of(rows))
    decisions = []
    for text in decided:
        predicate, _, fillers = text.partition(":")
        arguments = [part.split() for part in fillers.split(",") if part.strip()]
        decisions.append(
            PredicateDecision(
                candidate=PredicateCandidate(
                    graph.lowered.index(predicate.strip("~")), tacit=predicate.startswith("~")
                ),
                particle=-1,
                confidence=0.9,
                arguments=tuple(decision(graph, slot, word) for slot, word in arguments),
            )
        )
    found = assemble(CaptionFeatures(graph, LEXICON), decisions)
    return [
        " ".join(
            [
                f"~{item.predicate.lemma or ''}" if item.predicate.tacit else item.predicate.text,
                *(f"agent {'!' * a.negated}{a.text}" for a in item.agents),
                *(f"patient {'!' * a.negated}{a.text}" for a in item.patients),
                *(f"{a.preposition} {a.text}" for a in item.locatives),
            ]
        )
        for item in found
    ]


def decision(graph: Graph, slot: str, word: str) -> ArgumentDecision:
    slots: dict[str, Slot] = {"agent": "agent", "patient": "patient", "locative": "locative"}
    return ArgumentDecision(
        index=graph.lowered.index(word),
        slot=slots[slot],
        kind="object" if slot == "locative" else None,
        confidence=0.9,
    )


@pytest.mark.parametrize("wrong", ["", "agent bridge", "agent bridge, agent river", "agent fields"])
def test_a_finite_verb_has_its_own_subject(wrong: str) -> None:
    found = tuples(RIVER, f"divides: {wrong}", "stands: agent bridge, locative village")
    assert found == ["divides agent river patient fields", "stands agent bridge near village"]


def test_a_place_of_another_subjects_verb_is_not_shared() -> None:
    found = tuples(RIVER, "divides: locative village", "stands: locative village")
    assert found[0] == "divides agent river patient fields"


def test_coordinated_verbs_share_their_subject() -> None:
    rows = "man NOUN 2 nsubj\nsits VERB 0 root VBZ\nand CCONJ 4 cc\nreads VERB 2 conj VBZ\nbooks NOUN 4 obj"
    assert tuples(rows, "sits:", "reads: agent books") == ["sits agent man", "reads agent man patient books"]


def test_an_object_behind_two_verbs_is_that_of_both() -> None:
    rows = "man NOUN 2 nsubj\nbakes VERB 0 root VBZ\nand CCONJ 4 cc\neats VERB 2 conj VBZ\npies NOUN 4 obj"
    assert tuples(rows, "bakes:", "eats:") == ["bakes agent man patient pies", "eats agent man patient pies"]


def test_the_noun_of_an_object_relative_is_the_patient() -> None:
    rows = """
        cart NOUN 0 root NN
        that PRON 4 obj WDT
        man NOUN 4 nsubj NN
        pushes VERB 1 acl:relcl VBZ
    """
    assert tuples(rows, "pushes: agent cart") == ["pushes agent man patient cart"]
    rows = "cart NOUN 0 root NN\nman NOUN 3 nsubj NN\npainted VERB 1 acl:relcl VBN"
    assert tuples(rows, "painted: agent man") == ["painted agent man patient cart"]


def test_the_noun_of_a_subject_relative_is_the_agent() -> None:
    rows = """
        man NOUN 2 nsubj NN
        rides VERB 0 root VBZ
        horse NOUN 2 obj NN
        that PRON 6 nsubj WDT
        is AUX 6 aux VBZ
        eating VERB 3 acl:relcl VBG
    """
    assert tuples(rows, "rides:", "eating: agent man") == [
        "rides agent man patient horse",
        "eating agent horse",
    ]


def test_the_place_of_a_relative_clause() -> None:
    rows = """
        suitcase NOUN 0 root NN
        on ADP 3 case IN
        which PRON 5 obl WDT
        cat NOUN 5 nsubj NN
        sleeps VERB 1 acl:relcl VBZ
    """
    assert tuples(rows, "sleeps:") == ["sleeps agent cat on suitcase"]


@pytest.mark.parametrize(("verb", "slot"), [("parked", "agent"), ("washed", "patient")])
def test_a_passive_without_its_subject_gets_it(verb: str, slot: str) -> None:
    rows = f"car NOUN 3 nsubj:pass\nis AUX 3 aux:pass\n{verb} VERB 0 root VBN"
    assert tuples(rows, f"{verb}:") == [f"{verb} {slot} car"]


def test_what_surrounds_is_the_agent() -> None:
    rows = """
        hut NOUN 3 nsubj:pass
        is AUX 3 aux:pass
        surrounded VERB 0 root VBN
        by ADP 5 case
        trees NOUN 3 obl
        and CCONJ 7 cc
        rocks NOUN 5 conj
    """
    assert tuples(rows, "surrounded: agent hut, locative trees") == [
        "surrounded agent trees agent rocks patient hut"
    ]


@pytest.mark.parametrize(
    ("place", "expected"),
    [("mud", "covered agent mud patient car"), ("barn", "covered patient car in barn")],
)
def test_what_covers_is_the_agent_and_a_building_is_a_place(place: str, expected: str) -> None:
    rows = f"car NOUN 2 nsubj:pass NN\ncovered VERB 0 root VBN\nin ADP 4 case IN\n{place} NOUN 2 obl NN"
    assert tuples(rows, f"covered: patient car, locative {place}") == [expected]


def test_what_she_sits_on_stands_before_the_clause() -> None:
    rows = """
        bench NOUN 0 root NN
        man NOUN 3 nsubj NN
        sits VERB 1 acl:relcl VBZ
        on ADP 3 obl IN
    """
    assert tuples(rows, "sits: agent man") == ["sits agent man on bench"]


@pytest.mark.parametrize(
    ("participle", "noun", "expected"),
    [
        ("covered", "mud", "covered agent mud agent leaves patient hut"),
        ("smeared", "mud", "smeared agent mud agent leaves patient hut"),
        ("painted", "mud", "painted patient hut in mud"),
        ("covered", "winter", "covered patient hut in winter"),
    ],
)
def test_what_covers_a_thing_stands_behind_in_too(participle: str, noun: str, expected: str) -> None:
    rows = f"""
        hut NOUN 3 nsubj:pass
        is AUX 3 aux:pass
        {participle} VERB 0 root VBN
        in ADP 5 case
        {noun} NOUN 3 obl
    """
    rows += "and CCONJ 7 cc\nleaves NOUN 5 conj" if "leaves" in expected else ""
    assert tuples(rows, f"~hut: agent hut, locative {noun}", f"{participle}: locative {noun}")[-1:] == [
        expected
    ]
    of_hut = tuples(rows, f"~hut: agent hut, locative {noun}", f"{participle}:")
    assert not any(found.startswith("~") for found in of_hut) or "agent mud" not in expected


def test_where_something_is_is_told_even_if_no_link_says_so() -> None:
    rows = "boat NOUN 4 nsubj NN\nis AUX 4 cop VBZ\nnear ADP 4 case IN\npier NOUN 0 root NN"
    assert tuples(rows) == ["is agent boat near pier"]
    assert tuples("boat NOUN 3 nsubj\nis AUX 3 cop\nred ADJ 0 root") == []


def test_a_finite_verb_at_the_top_is_a_predicate() -> None:
    assert tuples("dog NOUN 2 nsubj NN\nbarks VERB 0 root VBZ") == ["barks agent dog"]
    # no verb that agrees: `a street sign on a pole`
    assert tuples("street NOUN 2 nsubj NN\nsign VERB 0 root VBP") == []


def test_a_finite_verb_beside_another_is_one_too() -> None:
    rows = "girl NOUN 2 nsubj NN\ndances VERB 0 root VBZ\nhorse NOUN 4 nsubj NN\nsleeps VERB 2 parataxis VBZ"
    assert tuples(rows, "dances: agent girl") == ["dances agent girl", "sleeps agent horse"]


def test_by_is_a_place_where_nothing_is_done_to_the_subject() -> None:
    rows = "boy NOUN 2 nsubj NN\n{} VERB 0 root {}\nby ADP 4 case\nnurse NOUN 2 obl"
    assert tuples(rows.format("stands", "VBZ"), "stands:") == ["stands agent boy by nurse"]
    assert tuples(rows.format("pushed", "VBN"), "pushed:") == ["pushed patient boy"]


def test_a_participle_behind_nouns_keeps_the_agent_that_was_found() -> None:
    rows = "{} NOUN 0 root\nwith ADP 3 case\nball NOUN 1 nmod\nrolling VERB 1 acl VBG"
    assert tuples(rows.format("girl"), "rolling: agent ball") == ["rolling agent ball"]
    assert tuples(rows.format("girl"), "rolling:") == ["rolling agent girl"]
    # A yard does nothing.
    assert tuples(rows.format("yard"), "rolling:") == ["rolling agent ball"]


def test_a_with_phrase_that_has_a_predicate_is_no_companion() -> None:
    rows = """
        man NOUN 2 nsubj
        walks VERB 0 root VBZ
        with ADP 4 case
        rod NOUN 2 obl
        over ADP 6 case
        shoulder NOUN 4 nmod
    """
    found = tuples(rows, "walks: locative rod", "~rod: agent rod, locative shoulder")
    assert found == ["walks agent man", "~ agent rod over shoulder"]


def test_what_somebody_acts_with_is_a_locative() -> None:
    rows = "{} NOUN 2 nsubj\nwalks VERB 0 root VBZ\nwith ADP 4 case\nhat NOUN 2 obl"
    assert tuples(rows.format("fog"), "walks:") == ["walks agent fog"]
    rows = "man NOUN 2 nsubj\n{} VERB 0 root VBZ\n{} NOUN 2 obj\nwith ADP 5 case\ndress NOUN 2 obl"
    assert tuples(rows.format("wipes", "shelf"), "wipes:") == ["wipes agent man patient shelf with dress"]
    # It may be the boy's.
    assert tuples(rows.format("pays", "boy"), "pays:") == ["pays agent man patient boy"]
    rows = "man NOUN 2 nsubj\nplays VERB 0 root VBZ\nwith ADP 4 case\nboy NOUN 2 obl"
    assert tuples(rows, "plays:") == ["plays agent man patient boy"]


@pytest.mark.parametrize("rest", ["", "\nand CCONJ 6 cc\nlaughs VERB 2 conj VBZ"])
def test_what_somebody_gets_through_belongs_to_no_noun(rest: str) -> None:
    rows = "voice NOUN 2 nsubj\nbreaks VERB 0 root VBZ\nthrough ADP 2 compound:prt" + rest
    assert tuples(rows, "breaks:")[0] == "breaks through agent voice"


def test_what_is_done_twice_to_a_thing() -> None:
    rows = """
        hat NOUN 3 nsubj:pass NN
        is AUX 3 aux:pass VBZ
        opened VERB 0 root VBN
        and CCONJ 5 cc
        closed VERB 3 conj VBN
    """
    assert tuples(rows, "opened: patient hat", "closed: agent hat") == [
        "opened patient hat",
        "closed patient hat",
    ]


def test_how_a_thing_lies_is_no_argument() -> None:
    rows = "hat NOUN 2 nsubj\nlies VERB 0 root VBZ\nface NOUN 2 obj\ndown ADV 2 advmod"
    assert tuples(rows, "lies:") == ["lies agent hat"]


def test_where_the_subject_is_it_does_all() -> None:
    rows = """
        man NOUN 4 nsubj
        in ADP 3 case
        dress NOUN 1 nmod
        sings VERB 0 root VBZ
        near ADP 6 case
        boy NOUN 1 nmod
        and CCONJ 8 cc
        dances VERB 4 conj VBZ
    """
    near = rows.replace("in ADP", "near ADP").replace("near ADP 6 case\n        boy NOUN 1 nmod\n", "")
    near = near.replace("CCONJ 8", "CCONJ 6")
    assert tuples(near, "sings: locative dress", "dances:") == [
        "sings agent man near dress",
        "dances agent man near dress",
    ]


def test_what_somebody_surrounds_a_thing_with() -> None:
    rows = "fog NOUN 2 nsubj\n{} VERB 0 root VBZ\nshelf NOUN 2 obj\nwith ADP 5 case\nwater NOUN 2 obl"
    assert tuples(rows.format("cover"), "cover:") == ["cover agent fog patient shelf with water"]
    assert tuples(rows.format("fill"), "fill:") == ["fill agent fog patient shelf patient water"]
    assert tuples(rows.format("crosses"), "crosses:") == ["crosses agent fog patient shelf"]


def test_a_part_of_a_thing_does_not_hold_it() -> None:
    rows = """
        bag NOUN 3 nsubj:pass
        is AUX 3 aux:pass
        held VERB 0 root VBN
        by ADP 6 case
        {} PRON 6 nmod:poss
        edge NOUN 3 obl:agent NN
    """
    assert tuples(rows.format("its"), "held: agent edge") == ["held patient bag by edge"]


def test_what_another_act_aims_at_is_no_place_of_an_act() -> None:
    rows = """
        man NOUN 2 nsubj
        whistles VERB 0 root VBZ
        and CCONJ 4 cc
        point VERB 2 conj VBP
        at ADP 6 case
        dress NOUN 4 obl
    """
    found = tuples(rows, "whistles: locative dress", "point:")
    assert found == ["whistles agent man", "point agent man patient dress"]


def test_a_place_by_the_same_preposition_is_of_the_act_before() -> None:
    rows = """
        man NOUN 2 nsubj
        flips VERB 0 root VBZ
        cakes NOUN 2 obj
        on ADP 5 case
        hat NOUN 2 obl
        and CCONJ 7 cc
        stacks VERB 2 conj VBZ
        dishes NOUN 7 obj
        on ADP 10 case
        dress NOUN 7 obl
    """
    found = tuples(rows, "flips: locative hat", "stacks: locative hat, locative dress")
    assert found == ["flips agent man patient cakes on hat", "stacks agent man patient dishes on dress"]


def test_a_tool_of_a_passive_does_not_act() -> None:
    rows = "man NOUN 3 nsubj:pass\nis AUX 3 aux:pass\nhit VERB 0 root VBN\nwith ADP 5 case\npie NOUN 3 obl"
    assert tuples(rows, "hit: agent man, agent pie") == ["hit patient man with pie"]


def test_who_is_given_something_is_a_patient() -> None:
    rows = "man NOUN 2 nsubj\nslides VERB 0 root VBZ\nglass NOUN 2 obj\nto ADP 5 case\nboy NOUN 2 obl"
    assert tuples(rows, "slides:") == ["slides agent man patient glass patient boy"]


def test_all_that_follows_follows() -> None:
    rows = """
        Glass NOUN 2 nsubj
        shatters VERB 0 root VBZ
        followed VERB 2 acl VBN
        by ADP 5 case
        steps NOUN 3 obl:agent
        and CCONJ 7 cc
        hat NOUN 5 conj
    """
    found = tuples(rows, "shatters:", "followed: agent steps, locative hat")
    assert found == ["shatters agent Glass", "followed agent steps agent hat patient Glass"]


def test_where_they_stand_they_are() -> None:
    rows = """
        boys NOUN 2 nsubj NNS
        sit VERB 0 root VBP
        there PRON 4 expl EX
        are VERB 2 conj VBP
        men NOUN 4 nsubj NNS
        standing VERB 5 acl VBG
        behind ADP 8 case IN
        them PRON 6 obl PRP
    """
    found = tuples(rows, "sit:", "are: agent men", "standing:")
    assert found == ["sit agent boys", "are agent men behind boys", "standing agent men behind boys"]


def test_absence_is_had() -> None:
    rows = "dress NOUN 0 root\nwithout ADP 3 case\nbelt NOUN 1 nmod"
    assert tuples(rows, "~dress: agent dress, locative belt") == ["~have agent dress patient !belt"]
    rows = "bees NOUN 2 nsubj\nbuzz VERB 0 root VBP\nwithout ADP 4 case\nsound NOUN 2 obl"
    assert tuples(rows, "buzz: agent bees, locative sound") == ["buzz agent bees"]


def test_the_values_of_tacit_predicates() -> None:
    rows = "boy NOUN 0 root\nwith ADP 3 case\nhat NOUN 1 nmod"
    assert tuples(rows, "~boy: agent boy, patient hat") == ["~wear agent boy patient hat"]
    rows = "dog NOUN 0 root\nwith ADP 3 case\nears NOUN 1 nmod"
    assert tuples(rows, "~dog: agent dog, patient ears") == ["~have agent dog patient ears"]


@pytest.mark.parametrize("relation", ["advmod", "compound:prt"])
def test_has_a_coat_on(relation: str) -> None:
    rows = f"man NOUN 2 nsubj\nhas VERB 0 root VBZ\ncoat NOUN 2 obj\non ADP 2 {relation}"
    assert tuples(rows, "has:") == ["has on agent man patient coat"]


def test_they_are_all_that_were_named_together() -> None:
    rows = """
        man NOUN 0 root NN
        and CCONJ 3 cc CC
        boy NOUN 1 conj NN

        They PRON 5 nsubj PRP
        sing VERB 0 root VBP
    """
    assert tuples(rows, "sing: agent they") == ["sing agent boy agent man"]


def test_a_list_is_had_but_for_those_who_act() -> None:
    rows = """
        hall NOUN 0 root NN
        with ADP 3 case IN
        hats NOUN 1 nmod NNS
        , PUNCT 5 punct ,
        cups NOUN 3 conj NNS
        and CCONJ 7 cc CC
        boys NOUN 3 conj NNS
        eating VERB 7 acl VBG
    """
    found = tuples(rows, "~hall: agent hall, patient cups", "eating: agent boys")
    assert found == ["~have agent hall patient hats patient cups", "eating agent boys"]


def test_what_somebody_has_in_a_work_is_told_of_somebody() -> None:
    rows = """
        ticket NOUN 0 root NN
        of ADP 3 case IN
        man NOUN 1 nmod NN
        with ADP 5 case IN
        hat NOUN 3 nmod NN
    """
    assert tuples(rows, "~ticket: agent ticket") == ["~wear agent man patient hat"]


def test_a_work_and_what_it_shows_are_not_both_there() -> None:
    rows = """
        bust NOUN 0 root NN
        of ADP 3 case IN
        man NOUN 1 nmod NN
        on ADP 5 case IN
        shelf NOUN {head} nmod NN
    """
    decided = ("~bust: agent bust, locative shelf", "~man: agent man, locative shelf")
    assert tuples(rows.format(head=1), *decided) == ["~ agent bust on shelf"]
    assert tuples(rows.format(head=3), *decided) == ["~ agent man on shelf"]


def test_a_work_that_nothing_is_told_of_is_left_out() -> None:
    rows = "statue NOUN 0 root NN\nof ADP 3 case IN\nman NOUN 1 nmod NN\nreading VERB 3 acl VBG"
    assert tuples(rows, "~statue: agent statue", "reading: agent man") == ["reading agent man"]


def test_a_noun_without_a_preposition_is_no_place() -> None:
    rows = "barn NOUN 0 root NN\nwith ADP 3 case IN\nhats NOUN 1 nmod NNS\nparked VERB 3 acl VBN"
    assert tuples(rows, "parked: agent hats, locative barn") == ["parked agent hats"]


def test_a_participle_in_front_of_its_noun_is_no_predicate() -> None:
    rows = "man NOUN 2 nsubj NN\nbuys VERB 0 root VBZ\ncarrying VERB 4 amod VBG\nhat NOUN 2 obj NN"
    assert tuples(rows, "buys:", "carrying: agent hat") == ["buys agent man patient hat"]


def test_who_acts_beside_somebody_is_not_held() -> None:
    rows = """
        man NOUN 0 root NN
        holding VERB 1 acl VBG
        hat NOUN 2 obj NN
        and CCONJ 5 cc CC
        boy NOUN 1 conj NN
        laughing VERB 5 acl VBG
    """
    found = tuples(rows, "holding: agent man, patient hat, patient boy", "laughing: agent boy")
    assert found == ["holding agent man patient hat", "laughing agent boy"]


def test_what_is_set_with_something() -> None:
    rows = "hat NOUN 0 root NN\nset VERB 1 acl VBN\nwith ADP 4 case IN\npearl NOUN 2 obl NN"
    assert tuples(rows, "set: patient hat") == ["set agent pearl patient hat"]


def test_how_something_lies_is_told_of_it() -> None:
    rows = "belt NOUN 2 nsubj NN\nlies VERB 0 root VBZ\ncoiled VERB 2 xcomp VBN"
    assert tuples(rows, "lies: agent belt", "coiled:") == ["lies agent belt", "coiled agent belt"]


def test_the_first_of_a_list_is_told_of_too() -> None:
    rows = """
        hats NOUN 5 nsubj:pass NNS
        and CCONJ 3 cc CC
        cup NOUN 1 conj NN
        are AUX 5 aux:pass VBP
        parked VERB 0 root VBN
    """
    assert tuples(rows, "parked: agent cup") == ["parked agent hats agent cup"]


def test_two_tools() -> None:
    rows = """
        man NOUN 2 nsubj NN
        examines VERB 0 root VBZ
        hat NOUN 2 obj NN
        with ADP 5 case IN
        mirror NOUN 2 obl NN
        and CCONJ 7 cc CC
        probe NOUN 5 conj NN
    """
    assert tuples(rows, "examines: agent man, patient hat, locative mirror") == [
        "examines agent man patient hat with mirror with probe"
    ]


def test_between_is_said_of_both() -> None:
    rows = """
        man NOUN 2 nsubj NN
        stands VERB 0 root VBZ
        between ADP 4 case IN
        hat NOUN 2 obl NN
        and CCONJ 6 cc CC
        railway NOUN 4 conj NN
    """
    assert tuples(rows, "stands: agent man, locative hat") == ["stands agent man between hat between railway"]


def test_where_something_is_on_its_owner_is_no_place_of_the_owner() -> None:
    rows = """
        hats NOUN 3 nsubj:pass NNS
        are AUX 3 aux:pass VBP
        parked VERB 0 root VBN
        with ADP 5 case IN
        belts NOUN 3 obl NNS
        along ADP 8 case IN
        their PRON 8 nmod:poss PRP$
        sides NOUN 5 nmod NNS
    """
    found = tuples(rows, "parked: agent hats, locative sides", "~belts: agent belts, locative sides")
    assert found == ["parked agent hats", "~ agent belts along sides"]


@pytest.mark.parametrize(
    ("preposition", "expected"),
    [
        ("against", "leaning agent skis against lamppost"),
        ("into", "leaning agent skis into lamppost"),
        ("from", "leaning agent skis from lamppost"),
        ("for", "leaning agent skis"),
    ],
)
def test_where_a_thing_is_by_what_has_it(preposition: str, expected: str) -> None:
    rows = f"""
        lamppost NOUN 0 root NN
        with ADP 3 case IN
        skis NOUN 1 nmod NNS
        leaning VERB 3 acl VBG
        {preposition} ADP 6 case IN
        it PRON 4 obl PRP
    """
    assert tuples(rows, "leaning: agent skis") == [expected]


@pytest.mark.parametrize(("verb", "noun"), [("dives", "left"), ("texts", "right")])
def test_a_side_is_a_place_behind_to(verb: str, noun: str) -> None:
    behind = f"man NOUN 2 nsubj\n{verb} VERB 0 root VBZ\nto ADP 5 case\nthe DET 5 det\n{noun} NOUN 2 obl"
    before = f"to ADP 3 case\nher PRON 3 nmod:poss PRP$\n{noun} NOUN 5 obl\nman NOUN 5 nsubj\n{verb} VERB 0 root VBZ"
    for rows in (behind, before):
        assert tuples(rows, f"{verb}: agent man") == [f"{verb} agent man to {noun}"]


@pytest.mark.parametrize(
    ("phrase", "behind", "expected"),
    [
        ("his PRON 6 nmod:poss PRP$\nfist", "", "hits agent man patient bells with fist"),
        ("one NUM 6 nummod CD\nhand", "", "hits agent man patient bells with hand"),
        ("his PRON 6 nmod:poss PRP$\nmouth", "open ADJ 6 amod JJ", "hits agent man patient bells"),
        ("his PRON 6 nmod:poss PRP$\neyes", "", "hits agent man patient bells"),
        ("the DET 6 det DT\nfist", "", "hits agent man patient bells"),
    ],
)
def test_with_what_part_of_the_body_somebody_acts(phrase: str, behind: str, expected: str) -> None:
    rows = "man NOUN 2 nsubj\nhits VERB 0 root VBZ\nbells NOUN 2 obj\nwith ADP 6 case"
    rows = "\n".join(part for part in (rows, f"{phrase} NOUN 2 obl NN", behind) if part)
    assert tuples(rows, "hits: agent man") == [expected]


@pytest.mark.parametrize(
    ("noun", "expected"),
    [("castle", "pulls agent man off castle"), ("hat", "pulls off agent man patient hat")],
)
def test_what_somebody_pulls_off_and_goes_off(noun: str, expected: str) -> None:
    rows = f"man NOUN 2 nsubj\npulls VERB 0 root VBZ\noff ADP 4 case\n{noun} NOUN 2 obl NN"
    assert tuples(rows, f"pulls: agent man, patient {noun}") == [expected]


@pytest.mark.parametrize(
    ("verb", "act", "expected"),
    [
        ("leaves", "cool", "cool agent pies"),
        ("leaves", "bark", "bark agent man"),
        ("buys", "cool", "cool agent man"),
    ],
)
def test_what_is_left_to_change_by_itself_does(verb: str, act: str, expected: str) -> None:
    rows = f"man NOUN 2 nsubj\n{verb} VERB 0 root VBZ\npies NOUN 2 obj\nto PART 5 mark\n{act} VERB 2 advcl VB"
    assert tuples(rows, f"{verb}: agent man", f"{act}: agent man")[1] == expected


@pytest.mark.parametrize(
    ("verb", "decided", "expected"),
    [
        ("gets", "cut: patient hair", ["cut agent man patient hair"]),
        ("gets", "", ["cut agent man patient hair"]),
        ("sees", "cut: patient hair", ["sees agent boy", "cut agent man patient hair"]),
    ],
)
def test_what_somebody_has_done_another_does(verb: str, decided: str, expected: list[str]) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        hair NOUN 4 nsubj:pass NN
        cut VERB 2 ccomp VBN
        by ADP 6 case IN
        man NOUN 4 obl:agent NN
    """
    assert tuples(rows, f"{verb}: agent boy", *filter(None, [decided])) == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("wheelchair", ["bakes agent man patient pies patient boy", "~ agent boy in wheelchair"]),
        ("valley", ["bakes agent man patient pies patient boy in valley", "~ agent boy in valley"]),
    ],
)
def test_for_whom_something_is_done_and_where_that_one_is(place: str, expected: list[str]) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        bakes VERB 0 root VBZ
        pies NOUN 2 obj NNS
        for ADP 5 case IN
        boy NOUN 2 obl NN
        in ADP 7 case IN
        {place} NOUN 2 obl NN
    """
    found = tuples(rows, f"bakes: agent man, locative {place}", f"~boy: agent boy, locative {place}")
    assert found == expected
    assert tuples(rows.replace("bakes", "has"), "has: agent man") == ["has agent man patient pies"]


@pytest.mark.parametrize(
    ("verb", "phrase", "expected"),
    [
        ("overflows", "with ADP 4 case\nroses NOUN 2 obl", "overflows agent basket with roses"),
        ("stands", "with ADP 4 case\nroses NOUN 2 obl", "stands agent basket"),
        (
            "wraps",
            "hats NOUN 2 obj\nin ADP 5 case\npaper NOUN 2 obl",
            "wraps agent basket patient hats in paper",
        ),
    ],
)
def test_what_overflows_and_in_what_something_is_wrapped(verb: str, phrase: str, expected: str) -> None:
    rows = f"basket NOUN 2 nsubj\n{verb} VERB 0 root VBZ\n{phrase}"
    assert tuples(rows, f"{verb}: agent basket") == [expected]


def test_what_a_thing_is_laden_with() -> None:
    rows = "cart NOUN 0 root NN\nladen VERB 1 acl VBN\nwith ADP 4 case\nmelons NOUN 2 obl"
    assert tuples(rows, "laden: patient cart") == ["laden agent melons patient cart"]


def test_who_is_named_twice_is_one() -> None:
    rows = """
        man NOUN 5 nsubj NN
        , PUNCT 3 punct
        boy NOUN 1 appos NN
        , PUNCT 1 punct
        bows VERB 0 root VBZ
    """
    assert tuples(rows, "~boy: agent boy", "bows: agent man, agent boy") == ["bows agent man"]


@pytest.mark.parametrize(
    ("whom", "expected"),
    [("boy", "bakes agent man patient pies patient boy"), ("person", "bakes agent man patient pies")],
)
def test_for_whom_something_is_done(whom: str, expected: str) -> None:
    rows = f"man NOUN 2 nsubj NN\nbakes VERB 0 root VBZ\npies NOUN 2 obj NNS\nfor ADP 5 case IN\n{whom} NOUN 2 obl NN"
    assert tuples(rows, "bakes: agent man, patient pies") == [expected]


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("with ADP 4 case IN\nhay NOUN 2 obl NN", "piled agent hay patient cart"),
        ("high ADV 2 advmod RB\nwith ADP 5 case IN\nhay NOUN 2 obl NN", "piled agent hay patient cart"),
        ("near ADP 4 case IN\nbarn NOUN 2 obl NN", "piled agent cart near barn"),
    ],
)
def test_what_is_piled_on_something(phrase: str, expected: str) -> None:
    rows = f"cart NOUN 2 nsubj:pass NN\npiled VERB 0 root VBN\n{phrase}"
    assert tuples(rows, f"piled: agent cart, locative {'barn' if 'barn' in phrase else 'hay'}") == [expected]


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("top", ["stops agent man", "waves agent man"]),
        ("kitchen", ["stops agent man in kitchen", "waves agent man in kitchen"]),
    ],
)
def test_a_top_is_worn(noun: str, expected: list[str]) -> None:
    rows = f"""
        man NOUN 5 nsubj NN
        in ADP 4 case IN
        a DET 4 det DT
        {noun} NOUN 1 nmod NN
        stops VERB 0 root VBZ
        and CCONJ 7 cc CC
        waves VERB 5 conj VBZ
    """
    assert tuples(rows, "stops: agent man", "waves: agent man") == expected


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("on ADP 2 advmod IN\nto ADP 5 case IN\nrail NOUN 2 obl NN", "holds on agent man patient rail"),
        ("hat NOUN 2 obj NN\nto ADP 5 case IN\nlamp NOUN 2 obl NN", "holds agent man patient hat to lamp"),
    ],
)
def test_what_somebody_holds_on_to(phrase: str, expected: str) -> None:
    rows = f"man NOUN 2 nsubj NN\nholds VERB 0 root VBZ\n{phrase}"
    place = "rail" if "rail" in phrase else "lamp"
    assert tuples(rows, f"holds: agent man, locative {place}") == [expected]


def test_where_what_there_is_is() -> None:
    rows = """
        there PRON 2 expl EX
        is VERB 0 root VBZ
        clock NOUN 2 nsubj NN
        that PRON 7 nsubj WDT
        is AUX 7 cop VBZ
        on ADP 7 case IN
        tower NOUN 3 acl:relcl NN
    """
    assert tuples(rows, "is: agent clock")[0] == "is agent clock on tower"


@pytest.mark.parametrize("relation", ["xcomp", "advcl"])
def test_where_it_is_folded_it_lies(relation: str) -> None:
    rows = f"""
        blanket NOUN 2 nsubj NN
        lies VERB 0 root VBZ
        folded VERB 2 {relation} VBN
        on ADP 5 case IN
        bed NOUN 3 obl NN
    """
    assert tuples(rows, "lies: agent blanket", "folded: locative bed") == [
        "lies agent blanket on bed",
        "folded agent blanket on bed",
    ]


@pytest.mark.parametrize(
    ("subject", "preposition", "place", "is_there"),
    [
        ("man", "in", "kitchen", True),
        ("man", "in", "valley", True),
        ("man", "near", "kettle", True),
        ("man", "in", "hat", False),
        ("man", "on", "leash", False),
        ("man", "in", "fluffy", False),
        ("man", "in", "trouble", False),
        ("kettle", "in", "kitchen", False),  # of things the links know
    ],
)
def test_where_somebody_is_is_the_place_of_what_he_does(
    subject: str,
    preposition: str,
    place: str,
    is_there: bool,  # noqa: FBT001
) -> None:
    rows = f"""
        {subject} NOUN 4 nsubj NN
        {preposition} ADP 3 case IN
        {place} NOUN 1 nmod NN
        rests VERB 0 root VBZ
    """
    expected = f"rests agent {subject}" + (f" {preposition} {place}" if is_there else "")
    assert tuples(rows, f"rests: agent {subject}") == [expected]


def test_what_somebody_is_trying_to_do_is_told() -> None:
    rows = """
        boy NOUN 3 nsubj NN
        is AUX 3 aux VBZ
        trying VERB 0 root VBG
        to PART 5 mark TO
        do VERB 3 xcomp VB
        tricks NOUN 5 obj NNS
    """
    assert tuples(rows) == ["do agent boy patient tricks"]


@pytest.mark.parametrize(
    ("noun", "kind"), [("winter", "temporal"), ("stage", "scene"), ("valley", "scene"), ("hat", "object")]
)
def test_what_kind_of_place_a_noun_is_and_its_pronoun(noun: str, kind: str) -> None:
    rows = f"""
        a DET 2 det DT
        {noun} NOUN 0 root NN
        with ADP 4 case IN
        boy NOUN 2 nmod NN
        on ADP 6 case IN
        it PRON 4 nmod PRP
    """
    features = CaptionFeatures(Graph(parse_of(rows)), LEXICON)
    assert (place_kind(features, 1), place_kind(features, 5)) == (kind, kind)
