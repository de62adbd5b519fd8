"""Nouns that pronouns stand for."""

from __future__ import annotations

import pytest

from extractor.links.pronouns import antecedents, pairs
from extractor.syntax.graph import Graph
from tests.parses import parse_of


def antecedent_of(rows: str, pronoun: str, senses: dict[str, str]) -> str | None:
    graph = Graph(parse_of(rows))
    found = antecedents(graph, graph.lowered, [senses.get(form, "unknown") for form in graph.lowered])
    i = found.get(graph.lowered.index(pronoun))
    return None if i is None else graph.lowered[i]


def test_a_person_is_he_or_she_and_no_thing() -> None:
    # WordNet's first sense of person is among the tops of its tree
    rows = "person NOUN 2 nsubj NN\nsits VERB 0 root\n\n{} PRON 4 nsubj PRP\nreads VERB 0 root"
    for pronoun, noun in (("he", "person"), ("she", "person"), ("it", None)):
        assert antecedent_of(rows.format(pronoun), pronoun, {"person": "tops"}) == noun


def test_a_frame_is_no_antecedent() -> None:
    rows = """
        photo NOUN 2 nsubj NN
        shows VERB 0 root
        cat NOUN 2 obj NN

        It PRON 5 nsubj PRP
        sits VERB 0 root
    """
    assert antecedent_of(rows, "it", {"photo": "artifact", "cat": "animal"}) == "cat"


def test_a_relative_pronoun_behind_a_preposition_is_the_noun_of_the_clause() -> None:
    rows = "room NOUN 0 root\nin ADP 3 case\nwhich PRON 5 obl\ncats NOUN 5 nsubj\nsleep VERB 1 acl:relcl"
    assert antecedent_of(rows, "which", {}) == "room"


def test_an_object_takes_up_an_object_before_a_place() -> None:
    rows = """
        keeper NOUN 2 nsubj NN
        lifts VERB 0 root VBZ
        frame NOUN 2 obj NN
        from ADP 5 case IN
        hive NOUN 2 obl NN
        and CCONJ 7 cc CC
        inspects VERB 2 conj VBZ
        it PRON 7 obj PRP
    """
    assert antecedent_of(rows, "it", {"keeper": "person"}) == "frame"


def test_how_something_is_is_no_antecedent() -> None:
    rows = """
        van NOUN 4 nsubj NN
        is AUX 4 cop VBZ
        on ADP 4 case IN
        {noun} NOUN 0 root NN
        and CCONJ 7 cc CC
        people NOUN 7 nsubj NNS
        push VERB 4 conj VBP
        against ADP 9 case IN
        it PRON 7 obl PRP
    """
    senses = {"van": "artifact", "fire": "event", "ice": "substance"}
    assert antecedent_of(rows.format(noun="fire"), "it", senses) == "van"
    assert antecedent_of(rows.format(noun="ice"), "it", senses) == "ice"


def test_who_looks_at_himself() -> None:
    rows = """
        tailor NOUN 2 nsubj NN
        hums VERB 0 root VBZ
        while SCONJ 5 mark IN
        guest NOUN 5 nsubj NN
        admires VERB 2 advcl VBZ
        himself PRON 5 obj PRP
    """
    assert antecedent_of(rows, "himself", {"tailor": "person"}) == "guest"


@pytest.mark.parametrize(
    ("preposition", "other", "whom"),
    [
        ("beside", "calf", "cow"),
        ("behind", "boy", "cow"),  # somebody whom `with` brings in
        ("under", "calf", "hill"),
        ("beside", "tree", "hill"),
    ],
)
def test_an_animal_is_beside_its_like(preposition: str, other: str, whom: str) -> None:
    rows = f"""
        cow NOUN 2 nsubj NN
        stands VERB 0 root VBZ
        on ADP 4 case IN
        hill NOUN 2 obl NN
        with ADP 6 case IN
        {other} NOUN 4 nmod NN
        {preposition} ADP 8 case IN
        it PRON 6 nmod PRP
    """
    senses = {"cow": "animal", "calf": "animal", "boy": "person", "hill": "object", "tree": "plant"}
    assert antecedent_of(rows, "it", senses) == whom


def test_at_whom_somebody_shouts_is_no_place() -> None:
    rows = """
        cat NOUN 2 nsubj NN
        hides VERB 0 root VBZ
        under ADP 4 case IN
        sofa NOUN 2 obl NN
        while SCONJ 7 mark IN
        man NOUN 7 nsubj NN
        shouts VERB 2 advcl VBZ
        {} ADP 9 case IN
        it PRON 7 obl PRP
    """
    senses = {"cat": "animal", "man": "person", "sofa": "artifact"}
    assert antecedent_of(rows.format("at"), "it", senses) == "cat"
    assert antecedent_of(rows.format("near"), "it", senses) == "sofa"


def test_one_with_a_second_clause_is_not_many() -> None:
    rows = """
        nuns NOUN 4 nsubj NNS
        are AUX 4 cop VBP
        at ADP 4 case IN
        desk NOUN 0 root NN
        and CCONJ 9 cc CC
        between ADP 7 case IN
        them PRON 9 obl PRP
        is AUX 9 cop VBZ
        globe NOUN 4 conj NN
    """
    assert antecedent_of(rows, "them", {"nuns": "person", "desk": "artifact"}) == "nuns"


def test_what_stands_behind_it_is_sooner_behind_a_thing() -> None:
    rows = """
        donkey NOUN 2 nsubj NN
        lies VERB 0 root VBZ
        on ADP 4 case IN
        bench NOUN 2 obl NN

        behind ADP 6 case IN
        it PRON 0 root PRP
        is AUX 6 cop VBZ
        shelf NOUN 6 nsubj NN
    """
    assert antecedent_of(rows, "it", {"donkey": "animal", "bench": "artifact"}) == "bench"


def test_in_prose_it_is_the_subject_before_and_not_its_own() -> None:
    rows = """
        cat NOUN 0 root NN

        cat NOUN 3 nsubj NN
        licks VERB 0 root VBZ
        paw NOUN 3 obj NN

        pot NOUN 6 nsubj NN
        stands VERB 0 root VBZ
        behind ADP 8 case IN
        it PRON 6 obl PRP
    """
    assert antecedent_of(rows, "it", {"cat": "animal", "paw": "body", "pot": "artifact"}) == "cat"


def test_who_owns_a_part_is_meant_and_not_the_part() -> None:
    rows = """
        dog NOUN 2 nsubj NN
        sleeps VERB 0 root VBZ

        Its PRON 4 nmod:poss PRP$
        head NOUN 5 nsubj NN
        rests VERB 0 root VBZ

        behind ADP 7 case IN
        it PRON 8 obl PRP
        stands VERB 0 root VBZ
    """
    assert antecedent_of(rows, "it", {"dog": "animal", "head": "body"}) == "dog"


def test_what_is_over_it_is_over_what_has_it() -> None:
    rows = """
        viaduct NOUN 2 nsubj NN
        crosses VERB 0 root VBZ
        river NOUN 2 obj NN
        with ADP 5 case IN
        ships NOUN 3 nmod NNS
        on ADP 7 case IN
        it PRON 5 nmod PRP
    """
    assert antecedent_of(rows, "it", {"viaduct": "artifact", "river": "object"}) == "river"


def test_what_has_a_thing_may_be_called_like_somebody() -> None:
    rows = """
        toaster NOUN 0 root NN
        with ADP 3 case IN
        slices NOUN 1 nmod NNS
        popping VERB 3 acl VBG
        out ADP 7 case IN
        of ADP 7 case IN
        it PRON 4 obl PRP
    """
    for noun, found in (("toaster", "toaster"), ("person", None), ("waitress", None)):
        assert antecedent_of(rows.replace("toaster", noun), "it", {noun: "person"}) == found


def test_a_person_before_an_animal() -> None:
    rows = """
        woman NOUN 2 nsubj NN
        pets VERB 0 root VBZ
        dog NOUN 2 obj NN

        behind ADP 5 case IN
        her PRON 7 obl PRP
        there PRON 7 expl EX
        is VERB 0 root VBZ
    """
    assert antecedent_of(rows, "her", {"woman": "person", "dog": "animal"}) == "woman"


def test_she_is_the_lioness_and_the_woman_before_her_dog() -> None:
    senses = {"lion": "animal", "lioness": "animal", "dog": "animal", "woman": "person"}
    pair = "lion NOUN 4 nsubj NN\nand CCONJ 3 cc\nlioness NOUN 1 conj NN\nrest VERB 0 root\n\n"
    yawns = "{} PRON 6 nsubj PRP\nyawns VERB 0 root"
    assert antecedent_of(pair + yawns.format("she"), "she", senses) == "lioness"
    assert antecedent_of(pair + yawns.format("he"), "he", senses) == "lion"
    follows = "dog NOUN 2 nsubj NN\nfollows VERB 0 root\nwoman NOUN 2 obj NN\n\n"
    smiles = "{} PRON 5 nsubj PRP\nsmiles VERB 0 root"
    assert antecedent_of(follows + smiles.format("she"), "she", senses) == "woman"
    alone = "dog NOUN 2 nsubj NN\nruns VERB 0 root\n\nhe PRON 4 nsubj PRP\nbarks VERB 0 root"
    assert antecedent_of(alone, "he", senses) == "dog"


def test_nobody_crouches_behind_himself() -> None:
    rows = "player NOUN 2 nsubj NN\nswings VERB 0 root\n\ncatcher NOUN 7 nsubj NN\ncrouched VERB 3 acl VBN\n"
    rows += "behind ADP 6 case\nhim PRON 4 obl PRP\nwaits VERB 0 root"
    assert antecedent_of(rows, "him", {"player": "person", "catcher": "person"}) == "player"


_TWO_ACTS = """
    crow NOUN 2 nsubj NN
    {first} VERB 0 root VBZ
    {thing} NOUN 2 obj NN
    {near} ADP 5 case IN
    {other} NOUN 2 obl NN
    and CCONJ 7 cc CC
    {second} VERB 2 conj VBZ
    {own} NOUN 7 obj NN
    {preposition} ADP 10 case IN
    it PRON 7 {relation} PRP
"""


@pytest.mark.parametrize(
    ("near", "other", "own", "preposition", "relation", "meant"),
    [
        pytest.param("with", "lid", "berry", "in", "obl", "pot", id="a tool is no place"),
        pytest.param("with", "lid", "berry", "over", "obj", "pot", id="nothing is over itself"),
        pytest.param("from", "shelf", "berry", "with", "obl", "pot", id="with what was taken"),
        pytest.param("from", "shelf", "berry", "under", "obl", "pot", id="under what was taken"),
    ],
)
def test_it_is_what_was_acted_upon(
    near: str, other: str, own: str, preposition: str, relation: str, meant: str
) -> None:
    rows = _TWO_ACTS.format(
        first="takes",
        thing="pot",
        near=near,
        other=other,
        second="puts",
        own=own,
        preposition=preposition,
        relation=relation,
    )
    assert antecedent_of(rows, "it", {"crow": "animal"}) == meant


@pytest.mark.parametrize(("verb", "done"), [("takes", "gulp"), ("makes", "jump"), ("gives", "sniff")])
def test_what_is_done_is_not_put(verb: str, done: str) -> None:
    rows = f"""
        clerk NOUN 2 nsubj NN
        lifts VERB 0 root VBZ
        mug NOUN 2 obj NN
        , PUNCT 5 punct ,
        {verb} VERB 2 conj VBZ
        {done} NOUN 5 obj NN
        and CCONJ 8 cc CC
        drops VERB 2 conj VBZ
        it PRON 8 obj PRP
    """
    assert antecedent_of(rows, "it", {"clerk": "person", "mug": "artifact", done: "act"}) == "mug"


def test_they_are_those_of_whom_some_are_told() -> None:
    rows = """
        some DET 4 nsubj DT
        of ADP 3 case IN
        nuns NOUN 1 nmod NNS
        sit VERB 0 root VBP
        and CCONJ 7 cc CC
        others NOUN 7 nsubj NNS
        stand VERB 4 conj VBP
        behind ADP 9 case IN
        them PRON 7 obl PRP
    """
    assert antecedent_of(rows, "them", {"nuns": "person", "others": "person"}) == "nuns"


def test_what_cars_are_on_is_what_there_is() -> None:
    rows = """
        there PRON 2 expl EX
        is VERB 0 root VBZ
        bridge NOUN 2 nsubj NN
        over ADP 5 case IN
        river NOUN 3 nmod NN
        and CCONJ 10 cc CC
        cars NOUN 10 nsubj NNS
        are AUX 10 cop VBP
        on ADP 10 case IN
        it PRON 2 conj PRP
    """
    assert antecedent_of(rows, "it", {"bridge": "artifact", "river": "object"}) == "bridge"


def pair_of(rows: str, senses: dict[str, str]) -> tuple[str, ...]:
    graph = Graph(parse_of(rows))
    words = [senses.get(form, "unknown") for form in graph.lowered]
    found = pairs(graph, graph.lowered, words, antecedents(graph, graph.lowered, words))
    return tuple(graph.lowered[i] for i in found.get(graph.lowered.index("they"), ()))


@pytest.mark.parametrize(
    ("beside", "relation", "known", "expected"),
    [
        ("sister NOUN 2 obj NN", "hugs", "person", ("girl", "sister")),
        ("sister NOUN 2 iobj NN", "shows", "person", ("girl", "sister")),
        ("sisters NOUN 2 obj NNS", "hugs", "person", ()),  # many are `they` by themselves
        ("basket NOUN 2 obj NN", "carries", "artifact", ()),
    ],
)
def test_they_are_who_acts_and_who_is_acted_upon(
    beside: str, relation: str, known: str, expected: tuple[str, ...]
) -> None:
    rows = f"""
        girl NOUN 2 nsubj NN
        {relation} VERB 0 root VBZ
        {beside}
        while SCONJ 6 mark IN
        they PRON 6 nsubj PRP
        wait VERB 2 advcl VBP
    """
    assert pair_of(rows, {"girl": "person", beside.split(maxsplit=1)[0]: known}) == expected


def test_they_are_who_acts_and_who_is_with_them() -> None:
    rows = """
        woman NOUN 4 nsubj NN
        with ADP 3 case IN
        dog NOUN 1 nmod NN
        crosses VERB 0 root VBZ

        They PRON 6 nsubj PRP
        wait VERB 0 root VBP
    """
    assert pair_of(rows, {"woman": "person", "dog": "animal"}) == ("woman", "dog")


def test_what_acts_in_a_relative_clause_is_not_named_first() -> None:
    rows = """
        cook NOUN 5 nsubj NN
        whose PRON 3 nmod:poss WP$
        sleeves NOUN 4 nsubj:pass NNS
        rolled VERB 1 acl:relcl VBN
        tosses VERB 0 root VBZ
        beans NOUN 5 obj NNS
        and CCONJ 8 cc CC
        salts VERB 5 conj VBZ
        them PRON 8 obj PRP
    """
    assert antecedent_of(rows, "them", {"cook": "person"}) == "beans"


def test_what_lies_under_it_is_not_it() -> None:
    rows = """
        nun NOUN 2 nsubj NN
        leans VERB 0 root VBZ
        on ADP 4 case IN
        desk NOUN 2 obl NN
        with SCONJ 9 mark IN
        maps NOUN 9 nsubj NNS
        and CCONJ 8 cc CC
        pen NOUN 6 conj NN
        lying VERB 2 advcl VBG
        under ADP 11 case IN
        it PRON 9 obl PRP
    """
    assert antecedent_of(rows, "it", {"nun": "person"}) == "desk"


DUG = """
    boys NOUN 2 nsubj NNS
    dig VERB 0 root VBP
    hole NOUN 2 obj NN
    {case} ADP 5 case IN
    sand NOUN {place} NN
    and CCONJ 7 cc CC
    plant VERB 2 conj VBP
    {object}
    in ADP {n} case IN
    it PRON 7 obl PRP
"""


@pytest.mark.parametrize(
    ("case", "place", "object_", "noun"),
    [
        pytest.param("in", "2 obl", "tree NOUN 7 obj NN", "hole", id="in what was dug there"),
        pytest.param("in", "3 nmod", "tree NOUN 7 obj NN", "hole", id="wherever the place hangs"),
        pytest.param("into", "2 obl", "tree NOUN 7 obj NN", "sand", id="where it was brought to"),
        pytest.param("in", "2 obl", "there ADV 7 advmod RB", "sand", id="where somebody is"),
    ],
)
def test_where_something_is_put_is_what_was_acted_upon(
    case: str, place: str, object_: str, noun: str
) -> None:
    rows = DUG.format(case=case, place=place, object=object_, n=10)
    assert antecedent_of(rows, "it", {"boys": "person", "hole": "shape", "sand": "substance"}) == noun


@pytest.mark.parametrize(
    ("case", "noun"),
    [pytest.param("in", "box", id="the same again"), pytest.param("from", "coin", id="what was taken out")],
)
def test_a_pronoun_goes_on_with_the_pronoun_of_the_act_before(case: str, noun: str) -> None:
    rows = f"""
        girl NOUN 2 nsubj NN
        opens VERB 0 root VBZ
        box NOUN 2 obj NN
        puts VERB 2 conj VBZ
        coin NOUN 4 obj NN
        {case} ADP 7 case IN
        it PRON 4 obl PRP
        and CCONJ 9 cc CC
        hides VERB 2 conj VBZ
        it PRON 9 obj PRP
    """
    graph = Graph(parse_of(rows))
    found = antecedents(
        graph, graph.lowered, ["person" if form == "girl" else "artifact" for form in graph.lowered]
    )
    assert graph.lowered[found[6]] == "box"
    assert graph.lowered[found[9]] == noun


@pytest.mark.parametrize(("measure", "found"), [("bunch", "grapes"), ("couple", None)])
def test_a_bunch_is_one(measure: str, found: str | None) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        picks VERB 0 root VBZ
        {measure} NOUN 2 obj NN
        of ADP 5 case IN
        grapes NOUN 3 nmod NNS
        and CCONJ 7 cc CC
        eats VERB 2 conj VBZ
        it PRON 7 obj PRP
    """
    assert antecedent_of(rows, "it", {"man": "person", "grapes": "food"}) == found


def test_an_object_may_be_the_subject_of_the_clause_before_that_of_its_verb() -> None:
    rows = """
        kettle NOUN 2 nsubj NN
        whistles VERB 0 root VBZ
        and CCONJ 5 cc CC
        cook NOUN 5 nsubj NN
        yawns VERB 2 conj VBZ
        and CCONJ 7 cc CC
        lifts VERB 5 conj VBZ
        it PRON 7 obj PRP
    """
    assert antecedent_of(rows, "it", {"cook": "person", "kettle": "artifact"}) == "kettle"


@pytest.mark.parametrize(
    ("verb", "noun"),
    [pytest.param("asks", "boy", id="who asks"), pytest.param("lifts", "monk", id="who is lifted")],
)
def test_who_is_asked_does_it_for_another(verb: str, noun: str) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        monk NOUN 2 obj NN
        to PART 5 mark TO
        help VERB 2 advcl VB
        him PRON 5 obj PRP
    """
    assert antecedent_of(rows, "him", {"boy": "person", "monk": "person"}) == noun


@pytest.mark.parametrize(
    ("case", "noun"),
    [pytest.param("by", "hedge", id="what is around it"), pytest.param("near", "yard", id="what is near")],
)
def test_what_surrounds_has_what_stands_behind_it(case: str, noun: str) -> None:
    rows = f"""
        yard NOUN 2 nsubj:pass NN
        framed VERB 0 root VBN
        {case} ADP 4 case IN
        hedge NOUN 2 obl NN
        with ADP 7 mark IN
        two NUM 7 nummod CD
        sparrows NOUN 2 obl NNS
        chirping VERB 7 acl VBG
        in ADP 10 case IN
        it PRON 8 obl PRP
    """
    assert antecedent_of(rows, "it", {"yard": "artifact", "hedge": "plant", "sparrows": "animal"}) == noun


@pytest.mark.parametrize(
    ("place", "case", "noun"), [("to", "at", "map"), ("to", "beside", "map"), ("on", "on", "wall")]
)
def test_what_is_pointed_at_is_what_was_acted_upon(place: str, case: str, noun: str) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        pins VERB 0 root VBZ
        map NOUN 2 obj NN
        {place} ADP 5 case IN
        wall NOUN 2 obl NN
        and CCONJ 7 cc CC
        points VERB 2 conj VBZ
        {case} ADP 9 case IN
        it PRON 7 obl PRP
    """
    assert antecedent_of(rows, "it", {"man": "person", "map": "artifact", "wall": "artifact"}) == noun


@pytest.mark.parametrize(
    ("noun", "determiner", "found"),
    [
        pytest.param("cattle", "brown ADJ 2 amod", "cattle", id="many in the singular"),
        pytest.param("sheep", "brown ADJ 2 amod", "sheep", id="one form for both"),
        pytest.param("sheep", "a DET 2 det", None, id="one"),
        pytest.param("goat", "brown ADJ 2 amod", None, id="one goat"),
    ],
)
def test_animals_in_the_singular_may_be_many(noun: str, determiner: str, found: str | None) -> None:
    rows = f"""
        {determiner} JJ
        {noun} NOUN 3 nsubj NN
        graze VERB 0 root VBP
        and CCONJ 6 cc CC
        birds NOUN 6 nsubj NNS
        sit VERB 3 conj VBP
        on ADP 8 case IN
        them PRON 6 obl PRP
    """
    assert antecedent_of(rows, "them", {noun: "animal", "birds": "animal"}) == (found or "birds")


def test_the_first_word_may_be_what_is_gone_on_with() -> None:
    rows = """
        bread NOUN 2 obj NN
        takes VERB 0 root VBZ
        puts VERB 2 conj VBZ
        butter NOUN 3 obj NN
        on ADP 6 case IN
        it PRON 3 obl PRP
        and CCONJ 8 cc CC
        eats VERB 2 conj VBZ
        it PRON 8 obj PRP
    """
    graph = Graph(parse_of(rows))
    found = antecedents(graph, graph.lowered, ["food"] * len(graph.words))
    assert (found[5], found[8]) == (0, 0)


def test_a_companion_at_the_top_is_of_no_verb() -> None:
    rows = "with ADP 2 case IN\ndog NOUN 0 root NN\nthey PRON 4 nsubj PRP\nrun VERB 2 parataxis VBP"
    assert pair_of(rows, {"dog": "animal"}) == ()


@pytest.mark.parametrize(
    ("rows", "pronoun", "noun"),
    [
        pytest.param(
            """
            fire NOUN 2 nsubj NN
            circles VERB 0 root VBZ
            town NOUN 2 obj NN
            turning VERB 2 advcl VBG
            it PRON 4 obj PRP
            """,
            "it",
            "town",
            id="beside an act",
        ),
        pytest.param(
            """
            lamp NOUN 2 nsubj NN
            shows VERB 0 root VBZ
            hand NOUN 2 obj NN
            holding VERB 3 acl VBG
            it PRON 4 obj PRP
            """,
            "it",
            "lamp",
            id="of a noun",
        ),
        pytest.param(
            """
            bowl NOUN 2 nsubj NN
            has VERB 0 root VBZ
            lid NOUN 2 obj NN
            that PRON 5 nsubj WDT
            covers VERB 3 acl:relcl VBZ
            it PRON 5 obj PRP
            """,
            "it",
            "bowl",
            id="of a relative clause",
        ),
        pytest.param(
            """
            guests NOUN 2 nsubj NNS
            doff VERB 0 root VBP
            their PRON 4 nmod:poss PRP$
            hats NOUN 2 obj NNS
            and CCONJ 6 cc CC
            hang VERB 2 conj VBP
            them PRON 6 obj PRP
            """,
            "them",
            "hats",
            id="one's own",
        ),
    ],
)
def test_who_acts_is_not_acted_upon(rows: str, pronoun: str, noun: str) -> None:
    assert antecedent_of(rows, pronoun, {"guests": "person"}) == noun


@pytest.mark.parametrize(("verb", "noun"), [("rains", None), ("opens", "stall")])
def test_nothing_rains(verb: str, noun: str | None) -> None:
    rows = f"""
        stall NOUN 2 nsubj NN
        sells VERB 0 root VBZ
        umbrellas NOUN 2 obj NNS
        when ADV 6 advmod WRB
        it PRON 6 nsubj PRP
        {verb} VERB 2 advcl VBZ
    """
    assert antecedent_of(rows, "it", {}) == noun


def test_a_name_is_meant_as_its_title_is() -> None:
    rows = """
        Baker NOUN 3 nmod:desc NN
        Tim PROPN 3 compound NNP
        Holt PROPN 4 nsubj NNP
        sells VERB 0 root VBZ
        loaves NOUN 4 obj NNS
        he PRON 7 nsubj PRP
        baked VERB 5 acl:relcl VBD
    """
    assert antecedent_of(rows, "he", {"baker": "person", "loaves": "food"}) == "holt"


def test_who_is_named_behind_may_be_meant() -> None:
    rows = """
        Before SCONJ 3 mark IN
        she PRON 3 nsubj PRP
        rides VERB {} VBZ
        {}
        nun NOUN 6 nsubj NN
        brushes VERB 0 root VBZ
        mule NOUN 6 obj NN
    """
    senses = {"nun": "person", "mule": "animal"}
    assert antecedent_of(rows.format("6 advcl", "the DET 5 det DT"), "she", senses) == "nun"
    assert antecedent_of(rows.format("0 root", "and CCONJ 6 cc CC"), "she", senses) is None


@pytest.mark.parametrize(
    ("mark", "noun"),
    [pytest.param("until", "jar", id="what is acted upon"), pytest.param("while", "goat", id="what acts")],
)
def test_a_subject_takes_up_the_clause_above(mark: str, noun: str) -> None:
    rows = f"""
        barn NOUN 2 nsubj NN
        burns VERB 0 root VBZ
        and CCONJ 5 cc CC
        goat NOUN 5 nsubj NN
        butts VERB 2 conj VBZ
        jar NOUN 5 obj NN
        {mark} SCONJ 9 mark IN
        it PRON 9 nsubj PRP
        turns VERB 5 advcl VBZ
    """
    assert antecedent_of(rows, "it", {"goat": "animal"}) == noun


def test_what_is_so_that_something_happens_does_it() -> None:
    rows = """
        boots NOUN 0 root NNS
        with ADP 3 case IN
        laces NOUN 1 nmod NNS
        so ADV 5 advmod RB
        long ADJ 3 amod JJ
        that SCONJ 8 mark IN
        they PRON 8 nsubj PRP
        trail VERB 5 advcl VBP
    """
    assert antecedent_of(rows, "they", {}) == "laces"


def test_it_goes_on_in_a_clause_of_time() -> None:
    rows = """
        shipwright NOUN 2 nsubj NN
        bends VERB 0 root VBZ
        board NOUN 2 obj NN
        and CCONJ 5 cc CC
        nails VERB 2 conj VBZ
        it PRON 5 obj PRP
        before SCONJ 9 mark IN
        it PRON 9 nsubj PRP
        cools VERB 5 advcl VBZ
    """
    graph = Graph(parse_of(rows))
    assert antecedents(graph, graph.lowered, ["artifact"] * len(graph.words))[7] == 2


def test_nobody_waits_for_himself() -> None:
    rows = """
        gull NOUN 2 nsubj NN
        drops VERB 0 root VBZ
        shell NOUN 2 obj NN
        and CCONJ 5 cc CC
        waits VERB 2 conj VBZ
        for SCONJ 9 mark IN
        it PRON 9 nsubj PRP
        to PART 9 mark TO
        crack VERB 5 advcl VB
    """
    assert antecedent_of(rows, "it", {"gull": "animal"}) == "shell"


@pytest.mark.parametrize(
    ("conjunction", "noun"), [pytest.param("or", "goats", id="one"), pytest.param("and", "cat", id="both")]
)
def test_one_or_the_other_is_not_many(conjunction: str, noun: str) -> None:
    rows = f"""
        cat NOUN 4 nsubj NN
        {conjunction} CCONJ 3 cc CC
        dog NOUN 1 conj NN
        chases VERB 0 root VBZ
        goats NOUN 4 obj NNS
        as SCONJ 8 mark IN
        they PRON 8 nsubj PRP
        run VERB 4 advcl VBP
    """
    assert antecedent_of(rows, "they", {}) == noun


def test_what_is_beside_the_clause_is_not_taken_up() -> None:
    rows = """
        with SCONJ 3 mark IN
        pin NOUN 3 nsubj NN
        stuck VERB 5 advcl VBN
        tailor NOUN 5 nsubj NN
        measures VERB 0 root VBZ
        sleeve NOUN 5 obj NN
        before SCONJ 8 mark IN
        cutting VERB 5 advcl VBG
        it PRON 8 obj PRP
    """
    assert antecedent_of(rows, "it", {"tailor": "person"}) == "sleeve"


@pytest.mark.parametrize(
    ("determiner", "noun"),
    [pytest.param("a", "lid", id="a thing"), pytest.param("more", "shed", id="stuff")],
)
def test_what_something_is_at_is_a_thing_with_an_article(determiner: str, noun: str) -> None:
    tag = "DET 2 det DT" if determiner == "a" else "ADV 3 advmod RBR"
    rows = f"""
        {determiner} {tag}
        lid NOUN 3 nsubj NN
        drips VERB 0 root VBZ
        on ADP 6 case IN
        a DET 6 det DT
        shed NOUN 3 obl NN
        while SCONJ 9 mark IN
        goats NOUN 9 nsubj NNS
        huddle VERB 3 advcl VBP
        under ADP 11 case IN
        it PRON 9 obl PRP
    """
    assert antecedent_of(rows, "it", {"goats": "animal"}) == noun


@pytest.mark.parametrize(
    ("clause", "mark", "preposition", "noun"),
    [
        pytest.param("conj", "and CCONJ 8 cc CC", "beside", "tire", id="an act"),
        pytest.param("advcl", "with SCONJ 8 mark IN", "on", "hill", id="what is on it"),
        pytest.param("advcl", "with SCONJ 8 mark IN", "beside", "tire", id="what is beside it"),
    ],
)
def test_what_was_acted_upon_before_its_place(clause: str, mark: str, preposition: str, noun: str) -> None:
    rows = f"""
        boys NOUN 2 nsubj NNS
        roll VERB 0 root VBP
        tire NOUN 2 obj NN
        down ADP 5 case IN
        hill NOUN 2 obl NN
        {mark}
        dogs NOUN 8 nsubj NNS
        running VERB 2 {clause} VBG
        {preposition} ADP 10 case IN
        it PRON 8 obl PRP
    """
    assert antecedent_of(rows, "it", {"boys": "person", "dogs": "animal"}) == noun


def test_what_is_on_it_is_on_what_was_there_before() -> None:
    rows = """
        desk NOUN 4 nsubj NN
        is AUX 4 cop VBZ
        in ADP 4 case IN
        hall NOUN 0 root NN
        and CCONJ 8 cc CC
        on ADP 7 case IN
        it PRON 8 obl PRP
        is VERB 4 conj VBZ
        vase NOUN 8 nsubj NN
    """
    assert antecedent_of(rows, "it", {"desk": "artifact", "hall": "artifact"}) == "desk"


NEXT_TO_IT = """
    {who} NOUN 3 nsubj NN
    is AUX 3 aux:pass VBZ
    tied VERB 0 root VBN
    to ADP 5 case IN
    post NOUN 3 obl NN

    beside ADP 7 case IN
    it PRON 8 obl PRP
    is VERB 0 root VBZ
    girl NOUN 8 nsubj NN
"""


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        pytest.param("boat", "boat", id="what the sentence before is about"),
        pytest.param("horse", "post", id="sooner a thing than an animal"),
        pytest.param("sailor", "post", id="nobody is it"),
    ],
)
def test_what_is_beside_it_is_beside_what_was_told_of(who: str, expected: str) -> None:
    senses = {"horse": "animal", "sailor": "person", "post": "artifact", "boat": "artifact", "girl": "person"}
    assert antecedent_of(NEXT_TO_IT.format(who=who), "it", senses) == expected


@pytest.mark.parametrize(
    ("place", "around", "thing", "noun"),
    [
        pytest.param("on", "behind", "car", "truck", id="what the clause is about"),
        pytest.param("near", "behind", "car", "table", id="what it is near"),
        pytest.param("on", "under", "car", "table", id="what is under a place"),
        pytest.param("on", "around", "chair", "table", id="a seat at a table"),
    ],
)
def test_around_what_something_is_with_others_around(place: str, around: str, thing: str, noun: str) -> None:
    rows = f"""
        a DET 2 det DT
        truck NOUN 3 nsubj NN
        stands VERB 0 root VBZ
        {place} ADP 5 case IN
        table NOUN 3 obl NN
        with ADP 7 case IN
        {thing} NOUN 5 nmod NN
        {around} ADP 9 case IN
        it PRON 7 nmod PRP
    """
    assert antecedent_of(rows, "it", {}) == noun


def test_around_what_something_is_that_is_on_a_road() -> None:
    rows = """
        a DET 2 det DT
        truck NOUN 5 nsubj NN
        is AUX 5 cop VBZ
        on ADP 5 case IN
        road NOUN 0 root NN
        with ADP 7 case IN
        car NOUN 5 nmod NN
        behind ADP 9 case IN
        it PRON 7 nmod PRP
    """
    assert antecedent_of(rows, "it", {}) == "truck"


@pytest.mark.parametrize(("verb", "noun"), [("swings", "ball"), ("throws", "racket")])
def test_what_one_swings_is_what_something_is_hit_with(verb: str, noun: str) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        racket NOUN 2 obj NN
        at ADP 5 case IN
        ball NOUN 2 obl NN
        and CCONJ 7 cc CC
        hits VERB 2 conj VBZ
        it PRON 7 obj PRP
    """
    assert antecedent_of(rows, "it", {"boy": "person"}) == noun


@pytest.mark.parametrize(("kind", "noun"), [("hot", "dog"), ("small", "face")])
def test_a_hot_dog_is_no_animal(kind: str, noun: str) -> None:
    rows = f"""
        makes VERB 0 root VBZ
        a DET 3 det DT
        face NOUN 1 obj NN
        while SCONJ 5 mark IN
        biting VERB 1 advcl VBG
        a DET 8 det DT
        {kind} ADJ 8 amod JJ
        dog NOUN 5 obj NN
        with ADP 10 case IN
        cream NOUN 5 obl NN
        on ADP 12 case IN
        it PRON 10 nmod PRP
    """
    assert antecedent_of(rows, "it", {"dog": "animal"}) == noun


@pytest.mark.parametrize(
    ("who", "others", "noun"),
    [
        pytest.param("doctor", "cat", "doctor", id="the only person"),
        pytest.param("nun", "cat", None, id="one of a gender"),
        pytest.param("doctor", "guest", None, id="one of two"),
    ],
)
def test_they_may_be_one_person(who: str, others: str, noun: str | None) -> None:
    rows = f"""
        {who} NOUN 2 nsubj NN
        lies VERB 0 root VBZ
        with ADP 4 case IN
        {others} NOUN 2 obl NN
        while SCONJ 7 mark IN
        they PRON 7 nsubj PRP
        yawn VERB 2 advcl VBP
    """
    senses = {"doctor": "person", "nun": "person", "guest": "person", "cat": "animal"}
    assert antecedent_of(rows, "they", senses) == noun
