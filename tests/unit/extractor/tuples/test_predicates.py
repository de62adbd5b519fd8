"""Predicates that are none, and what with-phrases put somewhere."""

from __future__ import annotations

import pytest

from extractor.links.candidates import predicate_candidates
from extractor.syntax.graph import Graph
from tests.parses import parse_of
from tests.unit.extractor.tuples.test_clauses import LEXICON, tuples

LIT = """
    van NOUN 8 nsubj NN
    with ADP 4 case IN
    its PRON 4 nmod:poss PRP$
    lights NOUN 1 nmod NNS
    on ADV 4 advmod RB
    is AUX 8 cop VBZ
    on ADP 8 case IN
    road NOUN 0 root NN
"""


def test_what_is_said_of_an_owner_is_not_said_of_what_it_has() -> None:
    assert tuples(LIT, "is: agent van, locative road", "~lights: agent lights, locative road") == [
        "is agent van on road"
    ]


@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        pytest.param("of ADP 6 case IN\ntin NOUN 4 obl NN", ["stand agent boxes"], id="of what they are"),
        pytest.param(
            "by ADP 6 case IN\nnuns NOUN 4 obl:agent NNS",
            ["made agent nuns patient boxes", "stand agent boxes"],
            id="who makes them",
        ),
    ],
)
def test_of_what_something_is_made(behind: str, expected: list[str]) -> None:
    rows = f"""the DET 2 det DT
boxes NOUN 4 nsubj:pass NNS
are AUX 4 aux:pass VBP
make VERB 0 root VBN
{behind}
and CCONJ 8 cc CC
stand VERB 4 conj VBP"""
    found = tuples(rows, "make: patient boxes", "stand: agent boxes")
    assert [f.replace("make ", "made ") for f in found] == expected


def test_a_described_thing_does_not_act() -> None:
    rows = (
        "a DET 3 det DT\ncurved ADJ 3 amod JJ\nriver NOUN 0 root NN\nin ADP 5 case IN\nvalley NOUN 3 nmod NN"
    )
    assert tuples(rows, "curved: agent river", "~river: agent river, locative valley") == [
        "~ agent river in valley"
    ]


def test_two_of_whom_a_pronoun_tells_where_they_are() -> None:
    rows = """
        man NOUN 2 nsubj NN
        turns VERB 0 root VBZ
        with ADP 4 case IN
        boy NOUN 2 obl NN
        and CCONJ 6 cc CC
        nun NOUN 4 conj NN
        behind ADP 8 case IN
        him PRON 6 nmod PRP
    """
    assert tuples(rows, "turns: agent man") == ["turns agent man", "~ agent boy agent nun behind man"]


def test_whom_somebody_watches_acts() -> None:
    rows = """
        boys NOUN 2 nsubj NNS
        watch VERB 0 root VBP
        man NOUN 2 obj NN
        perform VERB 2 xcomp VB
    """
    assert tuples(rows, "watch: agent boys, patient man") == [
        "watch agent boys patient man",
        "perform agent man",
    ]
    paid = rows.replace("watch ", "hire ")
    assert tuples(paid, "hire: agent boys, patient man") == ["hire agent boys patient man"]


def test_in_what_something_sticks() -> None:
    rows = """
        cake NOUN 0 root NN
        with ADP 3 case IN
        candles NOUN 1 nmod NNS
        stuck VERB 3 acl VBN
        in ADP 6 case IN
        it PRON 4 obl PRP
    """
    assert tuples(rows, "stuck: agent candles, agent it") == ["stuck agent candles in cake"]


def test_with_whom_a_game_is_played() -> None:
    rows = """
        man NOUN 2 nsubj NN
        play VERB 0 root VBZ
        game NOUN 2 obj NN
        of ADP 5 case IN
        darts NOUN 3 nmod NNS
        with ADP 7 case IN
        boy NOUN 2 obl NN
    """
    assert tuples(rows, "play: agent man, patient game") == ["play agent man patient game with boy"]
    painted = rows.replace("play ", "paint ").replace("game", "view")
    assert tuples(painted, "paint: agent man, patient view") == ["paint agent man patient view"]


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        pytest.param("scrubs", "~wear agent man patient scrubs", id="clothes in the plural alone"),
        pytest.param("scrub", "~ agent man in scrub", id="a place"),
    ],
)
def test_in_what_somebody_is_and_is_dressed(noun: str, expected: str) -> None:
    rows = f"man NOUN 0 root NN\nin ADP 3 case IN\n{noun} NOUN 1 nmod NN"
    assert tuples(rows, f"~man: agent man, locative {noun}") == [expected]


def test_what_something_is_spread_with_and_how_much_it_is() -> None:
    spread = "cracker NOUN 0 root NN\nspread VERB 1 acl VBN\nwith ADP 4 case IN\njam NOUN 2 obl NN"
    assert tuples(spread, "spread: patient cracker, patient jam") == ["spread agent jam patient cracker"]
    counted = "amount NOUN 0 root NN\nof ADP 3 case IN\nrice NOUN 1 nmod NN\nin ADP 5 case IN\nvalley NOUN 1 nmod NN"
    assert tuples(counted) == ["~ agent rice in valley"]


def test_what_is_somewhere_has_no_other_predicate() -> None:
    rows = """
        castle NOUN 6 nsubj NN
        with ADP 3 case IN
        towers NOUN 1 nmod NNS
        is AUX 6 cop VBZ
        in ADP 6 case IN
        valley NOUN 0 root NN
    """
    assert tuples(rows, "~castle: agent castle, patient towers") == ["is agent castle in valley"]


@pytest.mark.parametrize(("act", "slot"), [("cracked", "patient"), ("parked", "agent")])
def test_how_some_of_what_was_named_are(act: str, slot: str) -> None:
    rows = f"""
        cups NOUN 0 root NNS
        in ADP 3 case IN
        kitchen NOUN 1 nmod NN
        , PUNCT 8 punct ,
        two NUM 8 nsubj:pass CD
        of ADP 7 case IN
        them PRON 5 nmod PRP
        {act} VERB 1 acl VBN
    """
    assert tuples(rows) == ["~ agent cups in kitchen", f"{act} {slot} two"]


@pytest.mark.parametrize(
    ("verb", "noun", "expected"),
    [
        pytest.param("cut", "string", "cut patient cake with string", id="a tool"),
        pytest.param("see", "string", "see patient cake", id="nobody sees with it"),
        pytest.param("cut", "boy", "cut patient cake", id="no tool"),
        pytest.param("heaped", "leaves", "heaped agent leaves patient cake", id="what lies on it"),
    ],
)
def test_with_what_something_is_done(verb: str, noun: str, expected: str) -> None:
    rows = f"""
        cake NOUN 3 nsubj:pass NN
        is AUX 3 aux:pass VBZ
        {verb} VERB 0 root VBN
        with ADP 5 case IN
        {noun} NOUN 3 obl NN
    """
    assert tuples(rows, f"{verb}: patient cake") == [expected]


@pytest.mark.parametrize(
    ("verb", "adverb", "expected"),
    [
        ("turn", "around", "turn around agent man"),
        ("walk", "past", "walk past agent man"),
        ("stay", "behind", "stay behind agent man"),
        ("walk", "behind", "walk agent man None behind"),
        ("walk", "outside", "walk agent man None outside"),
    ],
)
def test_who_turns_around_goes_around_nothing(verb: str, adverb: str, expected: str) -> None:
    rows = f"man NOUN 2 nsubj NN\n{verb} VERB 0 root VBZ\n{adverb} ADV 2 advmod RB"
    assert tuples(rows, f"{verb}: agent man") == [expected]


@pytest.mark.parametrize(
    ("verb", "preposition", "noun", "expected"),
    [
        ("look", "for", "key", "look for agent man patient key"),
        ("call", "for", "key", "call for agent man patient key"),
        ("look", "after", "goat", "look after agent man patient goat"),
        ("look", "for", "winter", "look agent man"),
        ("wait", "for", "key", "wait agent man patient key"),
    ],
)
def test_what_a_verb_would_not_mean_without_its_preposition(
    verb: str, preposition: str, noun: str, expected: str
) -> None:
    rows = f"man NOUN 2 nsubj NN\n{verb} VERB 0 root VBZ\n{preposition} ADP 4 case IN\n{noun} NOUN 2 obl NN"
    decided = f"{verb}: agent man" + ("" if noun == "winter" else f", patient {noun}")
    assert tuples(rows, decided) == [expected]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        pytest.param("castle", "barn", "~have agent castle agent barn patient towers", id="things have it"),
        pytest.param("castle", "boy", "~have agent castle patient towers", id="not somebody beside a thing"),
    ],
)
def test_what_two_things_have(first: str, second: str, expected: str) -> None:
    rows = f"""
        {first} NOUN 0 root NN
        and CCONJ 3 cc CC
        {second} NOUN 1 conj NN
        with ADP 5 case IN
        towers NOUN 1 nmod NNS
    """
    decided = f"~{first}: agent {first}, patient towers" if second == "boy" else f"~{first}: agent {first}"
    assert tuples(rows, decided) == [expected]


@pytest.mark.parametrize(("verb", "slot"), [("coil", "agent"), ("paint", "patient")])
def test_how_something_lies_and_what_is_done_to_it(verb: str, slot: str) -> None:
    rows = f"rope NOUN 0 root NN\n{verb} VERB 1 acl VBN\non ADP 4 case IN\ncastle NOUN 2 obl NN"
    assert tuples(rows, f"{verb}: patient rope, locative castle") == [f"{verb} {slot} rope on castle"]


def test_to_what_something_is_held() -> None:
    rows = """
        card NOUN 0 root NN
        hold VERB 1 acl VBN
        to ADP 4 case IN
        castle NOUN 2 obl NN
        by ADP 6 case IN
        boy NOUN 2 obl NN
    """
    assert tuples(rows, "hold: patient card, patient castle") == ["hold agent boy patient card to castle"]


def test_where_a_thing_is_somebody_does_nothing_with_it() -> None:
    rows = """
        hat NOUN 6 nsubj NN
        man NOUN 3 nsubj NN
        lifts VERB 1 acl:relcl VBZ
        is AUX 6 cop VBZ
        in ADP 6 case IN
        kitchen NOUN 0 root NN
    """
    decided = ("lifts: agent man, patient hat, locative kitchen", "is: agent hat, locative kitchen")
    assert tuples(rows, *decided) == ["lifts agent man patient hat", "is agent hat in kitchen"]


def test_what_is_told_of_some_is_not_told_of_all() -> None:
    rows = """
        ducks NOUN 0 root NNS
        , PUNCT 4 punct ,
        one NUM 4 nsubj CD
        doze VERB 1 acl VBG
    """
    assert tuples(rows, "~ducks: agent ducks", "doze: agent one") == ["doze agent one"]


def test_where_an_owner_stands_is_not_said_of_what_it_has() -> None:
    rows = """
        castle NOUN 6 nsubj NN
        with ADP 3 case IN
        hats NOUN 1 nmod NNS
        on ADP 5 case IN
        it PRON 3 nmod PRP
        stands VERB 0 root VBZ
        in ADP 8 case IN
        valley NOUN 6 obl NN
    """
    decided = ("~hats: agent hats, locative it, locative valley", "stands: agent castle, locative valley")
    assert tuples(rows, *decided) == ["~ agent hats on castle", "stands agent castle in valley"]


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ("there PRON 2 expl EX", ["is agent castle in valley"]),
        ("now ADV 2 advmod RB", ["is agent castle in valley", "~ agent hats in valley"]),
    ],
)
def test_where_there_is_what_has_something(there: str, expected: list[str]) -> None:
    rows = f"""
        {there}
        is VERB 0 root VBZ
        castle NOUN 2 nsubj NN
        with ADP 5 case IN
        hats NOUN 3 nmod NNS
        in ADP 7 case IN
        valley NOUN 3 nmod NN
    """
    decided = ("is: agent castle, locative valley", "~hats: agent hats, locative valley")
    assert tuples(rows, *decided) == expected


def test_the_other_has_a_place_of_its_own() -> None:
    rows = """
        hat NOUN 2 nsubj NN
        lies VERB 0 root VBZ
        in ADP 4 case IN
        kitchen NOUN 2 obl NN
        , PUNCT 7 punct ,
        the DET 7 det DT
        other NOUN 2 parataxis NN
        in ADP 9 case IN
        barn NOUN 7 nmod NN
    """
    assert tuples(rows, "lies: agent hat, locative kitchen, locative barn") == [
        "lies agent hat in kitchen",
        "~ agent other in barn",
    ]


def test_where_what_something_is_compared_with_is() -> None:
    rows = """
        hat NOUN 5 nsubj NN
        in ADP 3 case IN
        kitchen NOUN 1 nmod NN
        is AUX 5 cop VBZ
        larger ADJ 0 root JJR
        than ADP 7 case IN
        one NOUN 5 obl NN
        in ADP 9 case IN
        barn NOUN 7 nmod NN
    """
    assert tuples(rows, "is: agent hat, locative kitchen, locative barn") == ["is agent hat in kitchen"]


OPEN = """
    castle NOUN 0 root NN
    with ADP 4 case IN
    its PRON 4 nmod:poss PRP$
    door NOUN 1 nmod NN
    open ADJ 4 amod JJ
"""


@pytest.mark.parametrize("decided", ["~castle: agent castle", "~castle: agent castle, patient door"])
def test_how_something_is_that_a_thing_has(decided: str) -> None:
    assert tuples(OPEN, decided) == []
    plain = OPEN.replace("    open ADJ 4 amod JJ\n", "")
    assert tuples(plain, decided) == ["~have agent castle patient door"]


def test_what_has_an_article_is_no_act() -> None:
    rows = "a DET 2 det DT\ndrink NOUN 0 root NN\nin ADP 4 case IN\ncastle NOUN 2 nmod NN"
    assert tuples(rows, "drink: agent drink", "~drink: agent drink, locative castle") == [
        "~ agent drink in castle"
    ]


@pytest.mark.parametrize("noun", ["boy", "towers"])
def test_what_something_is_without(noun: str) -> None:
    rows = f"castle NOUN 0 root NN\nwithout ADP 3 case IN\n{noun} NOUN 1 nmod NN"
    assert tuples(rows, "~castle: agent castle") == [f"~have agent castle patient !{noun}"]


def test_where_something_made_of_a_stuff_is() -> None:
    rows = """
        hat NOUN 0 root NN
        made VERB 1 acl VBN
        of ADP 4 case IN
        tin NOUN 2 obl NN
        in ADP 6 case IN
        kitchen NOUN 2 obl NN
    """
    assert tuples(rows.replace("made ", "make ")) == ["~ agent hat in kitchen"]


@pytest.mark.parametrize(("verb", "expected"), [("help", " with castle"), ("follow", "")])
def test_with_what_somebody_is_helped(verb: str, expected: str) -> None:
    rows = f"""
        man NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        boy NOUN 2 obj NN
        with ADP 5 case IN
        castle NOUN 2 obl NN
    """
    assert tuples(rows, f"{verb}: agent man, patient boy") == [f"{verb} agent man patient boy{expected}"]


def test_an_adverb_tells_where_somebody_is() -> None:
    rows = """
        boy NOUN 0 root NN
        overhead ADV 1 advmod RB
    """
    assert tuples(rows, "~boy: agent boy") == ["~ agent boy None overhead"]
    assert tuples(rows.replace("overhead", "together"), "~boy: agent boy") == ["~ agent boy"]


def test_a_second_clause_without_a_verb_has_its_own_place() -> None:
    rows = """
        hut NOUN 2 nsubj NN
        stands VERB 0 root VBZ
        on ADP 4 case IN
        hill NOUN 2 obl NN
        and CCONJ 6 cc CC
        {second} NOUN 2 {relation} NN
        on ADP 8 case IN
        rock NOUN 6 nmod NN
    """
    found = tuples(
        rows.format(second="goat", relation="parataxis"), "stands: agent hut, locative hill, locative rock"
    )
    assert found == ["stands agent hut on hill", "~ agent goat on rock"]
    assert tuples(
        rows.format(second="sled", relation="conj"), "stands: agent hut, locative hill, locative rock"
    ) == ["stands agent hut on hill on rock"]


@pytest.mark.parametrize(
    ("verb", "relation", "expected"),
    [
        pytest.param("hitch", "nsubj:pass", "hitch agent cart to mule", id="what something is fastened to"),
        pytest.param("give", "nsubj:pass", "give agent cart patient mule", id="who is given something"),
    ],
)
def test_to_whom_something_is_fastened(verb: str, relation: str, expected: str) -> None:
    rows = f"cart NOUN 2 {relation} NN\n{verb} VERB 0 root VBN\nto ADP 4 case IN\nmule NOUN 2 obl NN"
    assert tuples(rows, f"{verb}: agent cart, patient mule") == [expected]


@pytest.mark.parametrize(("part", "expected"), [("back", "climbs agent boy onto-the-back-of mule")])
def test_onto_a_part_of_something(part: str, expected: str) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        climbs VERB 0 root VBZ
        onto ADP 5 case IN
        the DET 5 det DT
        {part} NOUN 2 obl NN
        of ADP 7 case IN
        mule NOUN 5 nmod NN
    """
    assert tuples(rows, "climbs: agent boy") == [expected]


@pytest.mark.parametrize("between", ["half ADV 6 advmod RB\n", ""])
def test_who_is_so_behind_a_comma(between: str) -> None:
    n = 6 if between else 5
    rows = f"""crate NOUN 2 nsubj NN
waits VERB 0 root VBZ
there ADV 2 advmod RB
, PUNCT {n} punct ,
{between}bury VERB 2 advcl VBN
under ADP {n + 2} case IN
hay NOUN {n} obl NN"""
    assert tuples(rows, "waits: agent crate", "bury: locative hay") == [
        "waits agent crate",
        "bury agent crate under hay",
    ]


@pytest.mark.parametrize("form", ["balance", "drape", "hide", "lean", "sandwich", "sling", "string", "tuck"])
def test_how_something_stands_is_no_act(form: str) -> None:
    rows = f"shawl NOUN 0 root NN\n{form} VERB 1 acl VBN\nover ADP 4 case IN\nrail NOUN 2 obl NN"
    assert tuples(rows, f"{form}: patient shawl, locative rail") == [f"{form} agent shawl over rail"]


def test_what_something_is_buried_in_is_where_it_is() -> None:
    rows = "crate NOUN 2 nsubj:pass NN\nbury VERB 0 root VBN\nin ADP 4 case IN\nsnow NOUN 2 obl NN"
    assert tuples(rows, "bury: patient crate, locative snow") == ["bury agent crate in snow"]


def test_where_somebody_is_curled_up_before_the_verb_he_lies() -> None:
    rows = """
        curl VERB 4 advcl VBN
        on ADP 3 case IN
        rug NOUN 1 obl NN
        lie VERB 0 root VBZ
        cat NOUN 4 nsubj NN
    """
    assert tuples(rows, "curl: agent cat, locative rug", "lie: agent cat") == [
        "curl agent cat on rug",
        "lie agent cat on rug",
    ]


def test_the_auxiliary_behind_its_participle_is_no_predicate() -> None:
    rows = "Parked VERB 0 root VBN\nis AUX 1 aux:pass VBZ\nvan NOUN 1 nsubj:pass NN"
    found = predicate_candidates(Graph(parse_of(rows)), LEXICON)
    assert [c.index for c in found if not c.tacit] == [0]


@pytest.mark.parametrize(("verb", "expected"), [("hear", ["hear patient thud"]), ("paint", [])])
def test_what_can_be_heard(verb: str, expected: list[str]) -> None:
    rows = f"""
        thud NOUN 4 nsubj:pass NN
        can AUX 4 aux MD
        be AUX 4 aux:pass VB
        {verb} VERB 0 root VBN
    """
    assert tuples(rows) == expected


def test_what_is_shown_somewhere_acts_there() -> None:
    rows = """
        near ADP 2 case IN
        castle NOUN 3 obl NN
        boy NOUN 0 root NN
        painting VERB 3 acl VBG
        hat NOUN 4 obj NN
    """
    assert tuples(rows, "painting: agent boy, patient hat") == ["painting agent boy patient hat near castle"]


@pytest.mark.parametrize(
    ("act", "expected"), [("hanging VERB 5 acl VBG", []), ("long ADJ 5 amod JJ", ["hat", "dress"])]
)
def test_of_a_list_what_stands_behind_one_that_acts(act: str, expected: list[str]) -> None:
    rows = f"""
        castle NOUN 0 root NN
        with ADP 3 case IN
        hat NOUN 1 nmod NN
        , PUNCT 5 punct ,
        dress NOUN 3 conj NN
        {act}
        and CCONJ 8 cc CC
        doll NOUN 3 conj NN
        beside ADP 10 case IN
        it PRON 8 nmod PRP
    """
    placed = [t for t in tuples(rows) if t.endswith("beside castle")]
    assert placed == [" ".join(["~", *(f"agent {thing}" for thing in (*expected, "doll")), "beside castle"])]


def test_to_what_something_is_added() -> None:
    rows = """
        boy NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        salt NOUN 2 obj NN
        to ADP 5 case IN
        soup NOUN 2 obl NN
    """
    assert tuples(rows.format(verb="add"), "add: agent boy") == ["add agent boy patient salt to soup"]
    assert tuples(rows.format(verb="sing"), "sing: agent boy") == ["sing agent boy patient salt"]


@pytest.mark.parametrize(
    ("there", "expected"), [("there PRON 7 expl EX", " with hands"), ("now ADV 7 advmod RB", "")]
)
def test_hands_are_not_where_something_is(there: str, expected: str) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        lifts VERB 0 root VBZ
        hat NOUN 2 obj NN
        with ADP 5 case IN
        hands NOUN 2 obl NNS
        {there}
        is VERB 2 conj VBZ
        doll NOUN 7 nsubj NN
        in ADP 10 case IN
        castle NOUN 8 nmod NN
    """
    decided = "lifts: agent boy, patient hat, locative hands", "~hands: agent hands, locative castle"
    assert tuples(rows, *decided)[0] == f"lifts agent boy patient hat{expected}"


@pytest.mark.parametrize(("verb", "expected"), [("shape", []), ("paint", ["paint patient hat"])])
def test_what_a_clause_tells_of_a_shape(verb: str, expected: list[str]) -> None:
    rows = f"""
        hat NOUN 3 nsubj:pass NN
        is AUX 3 aux:pass VBZ
        {verb} VERB 0 root VBN
        like ADP 5 case IN
        castle NOUN 3 obl NN
    """
    assert tuples(rows, f"{verb}: patient hat") == expected


@pytest.mark.parametrize(("one", "expected"), [("each", "agent each "), ("this", "")])
def test_each_of_what_was_named_acts(one: str, expected: str) -> None:
    rows = f"{one} DET 2 nsubj DT\nholds VERB 0 root VBZ\nhat NOUN 2 obj NN"
    assert tuples(rows, "holds: patient hat") == [f"holds {expected}patient hat"]


@pytest.mark.parametrize(
    ("adverb", "head", "expected"),
    [
        ("around", 3, "are agent nuns None around"),
        ("nearby", 2, "are agent nuns None nearby"),
        ("again", 3, "are agent nuns"),
    ],
)
def test_where_what_there_is_is(adverb: str, head: int, expected: str) -> None:
    rows = f"There PRON 2 expl EX\nare VERB 0 root VBP\nnuns NOUN 2 nsubj NNS\n{adverb} ADV {head} advmod RB"
    assert tuples(rows, "are: agent nuns") == [expected]


@pytest.mark.parametrize(
    ("owner", "place", "head", "expected"),
    [
        pytest.param("yard", "sand", 4, ["~ agent !boat in sand"], id="where no boat is"),
        pytest.param("yard", "sand", 1, ["~ agent !boat in sand"], id="wherever the place hangs"),
        pytest.param("man", "sand", 1, ["~ agent man patient !boat in sand"], id="where somebody is"),
    ],
)
def test_what_a_place_is_without(owner: str, place: str, head: int, expected: list[str]) -> None:
    rows = f"""
        {owner} NOUN 0 root NN
        without ADP 4 case IN
        a DET 4 det DT
        boat NOUN 1 nmod NN
        in ADP 6 case IN
        {place} NOUN {head} nmod NN
    """
    assert tuples(rows, f"~{owner}: agent {owner}, locative boat, locative {place}") == expected


@pytest.mark.parametrize(
    ("behind", "expected"),
    [("in ADP 5 case IN", "sleep agent goat"), ("quiet ADJ 5 amod JJ", "sleep agent goat None somewhere")],
)
def test_somewhere_before_a_place_is_none(behind: str, expected: str) -> None:
    rows = f"""
        goat NOUN 2 nsubj NN
        sleep VERB 0 root VBZ
        somewhere ADV 2 advmod RB
        {behind}
        shade NOUN 2 obl NN
    """
    assert tuples(rows, "sleep: agent goat, locative somewhere")[0].removesuffix(" in shade") == expected


def test_whose_thing_is_acted_upon() -> None:
    rows = """
        nun NOUN 0 root NN
        {owner} PRON 3 nmod:poss WP$
        veil NOUN 4 nsubj:pass NN
        wash VERB 1 acl:relcl VBN
        by ADP 6 case IN
        boys NOUN 4 obl:agent NNS
    """
    assert tuples(rows.format(owner="whose"), "wash: agent boys, patient veil, patient nun") == [
        "wash agent boys patient veil"
    ]


def test_an_excepted_one_is_nothing_that_is_had() -> None:
    rows = """
        nuns NOUN 2 nsubj NNS
        hold VERB 0 root VBP
        jugs NOUN 2 obj NNS
        except ADP 5 case IN
        boy NOUN 2 obl NN
        who PRON 7 nsubj WP
        sings VERB 5 acl:relcl VBZ
    """
    assert tuples(rows, "hold: agent nuns, patient jugs, patient boy", "sings: agent boy") == [
        "hold agent nuns patient jugs",
        "sings agent boy",
    ]


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        pytest.param(
            "whose PRON 7 nmod:poss WP$\nhat NOUN 8 nsubj NN",
            "stand agent boy near castle",
            id="whose hat is there",
        ),
        pytest.param(
            "who PRON 8 nsubj WP\nnow ADV 8 advmod RB",
            "stand agent boy near castle near wall",
            id="who is there",
        ),
    ],
)
def test_where_a_relative_clause_behind_is(who: str, expected: str) -> None:
    noun = "castle" if "whose" in who else "boy"
    rows = "there ADV 2 advmod RB\nstand VERB 0 root VBZ\nboy NOUN 2 nsubj NN\nnear ADP 5 case IN\n"
    rows += f"castle NOUN 2 obl NN\n{who}\nlie VERB {5 if noun == 'castle' else 3} acl:relcl VBZ\n"
    rows += "near ADP 10 case IN\nwall NOUN 8 obl NN"
    lies = "lie: agent hat, locative wall" if noun == "castle" else "lie: agent boy, locative wall"
    assert tuples(rows, "stand: agent boy, locative castle, locative wall", lies)[0] == expected


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        pytest.param("jug NOUN 5 obj NN", "wash agent nun patient jug", id="its own object"),
        pytest.param("twice ADV 5 advmod RB", "wash agent nun patient cup", id="no object of its own"),
    ],
)
def test_the_object_of_the_act_before(own: str, expected: str) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        push VERB 0 root VBZ
        cup NOUN 2 obj NN
        and CCONJ 5 cc CC
        wash VERB 2 conj VBZ
        {own}
    """
    jug = ", patient jug" if "jug" in own else ""
    found = tuples(rows, "push: agent nun, patient cup", f"wash: agent nun, patient cup{jug}")
    assert found == ["push agent nun patient cup", expected]


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        pytest.param(
            "all ADV 2 advmod RB\n", ["cover patient wall", "dance agent nuns"], id="who is beside it"
        ),
        pytest.param("", ["cover agent nuns patient wall", "dance agent nuns"], id="who covers it"),
    ],
)
def test_who_acts_beside_what_is_covered(between: str, expected: list[str]) -> None:
    n = 5 if between else 4
    rows = f"wall NOUN 0 root NN\ncover VERB 1 acl VBN\n{between}with ADP {n} case IN\nnuns NOUN 2 obl NNS\n"
    rows += f"dance VERB {n} acl VBG"
    assert tuples(rows, "cover: patient wall, agent nuns", "dance: agent nuns") == expected


@pytest.mark.parametrize(
    ("owner", "expected"),
    [("her PRON 8 nmod:poss PRP$", "is agent nun"), ("a DET 8 det DT", "is agent nun on mane")],
)
def test_what_is_held_is_where_nobody_is(owner: str, expected: str) -> None:
    rows = f"""
        There PRON 2 expl EX
        is VERB 0 root VBZ
        nun NOUN 2 nsubj NN
        hold VERB 3 acl VBG
        jug NOUN 4 obj NN
        on ADP 8 case IN
        {owner}
        mane NOUN 4 obl NN
    """
    assert tuples(rows, "is: agent nun, locative mane", "hold: agent nun, patient jug")[0] == expected


@pytest.mark.parametrize(
    ("noun", "expected"), [("breath", "hum agent nun"), ("roof", "hum agent nun under roof")]
)
def test_under_the_breath_is_nowhere(noun: str, expected: str) -> None:
    rows = f"""
        nun NOUN 2 nsubj NN
        hum VERB 0 root VBZ
        under ADP 5 case IN
        her PRON 5 nmod:poss PRP$
        {noun} NOUN 2 obl NN
    """
    assert tuples(rows, f"hum: agent nun, locative {noun}") == [expected]


@pytest.mark.parametrize(
    ("subject", "expected"),
    [("one", "mend agent one patient net with castle"), ("mill", "mend agent mill patient net")],
)
def test_with_what_one_of_them_works(subject: str, expected: str) -> None:
    rows = f"""
        {subject} NOUN 2 nsubj NN
        mend VERB 0 root VBZ
        net NOUN 2 obj NN
        with ADP 5 case IN
        castle NOUN 2 obl NN
    """
    assert tuples(rows, f"mend: agent {subject}, patient net") == [expected]


def test_what_stands_at_a_part_of_what_has_it() -> None:
    rows = """
        There PRON 2 expl EX
        is VERB 0 root VBZ
        valley NOUN 2 nsubj NN
        with ADP 6 case IN
        a DET 6 det DT
        castle NOUN 3 nmod NN
        at ADP 9 case IN
        the DET 9 det DT
        end NOUN 6 nmod NN
        of ADP 11 case IN
        it PRON 9 nmod PRP
    """
    assert tuples(rows, "is: agent valley") == ["is agent valley", "~ agent castle at-the-end-of valley"]


@pytest.mark.parametrize(
    ("verb", "expected"),
    [("lean", "wake agent boy patient dog against wall"), ("bang", "wake agent boy patient dog")],
)
def test_what_is_struck_is_where_nothing_else_is_done(verb: str, expected: str) -> None:
    rows = f"""
        boy NOUN 2 nsubj NN
        {verb} VERB 0 root VBZ
        against ADP 4 case IN
        wall NOUN 2 obl NN
        , PUNCT 6 punct ,
        wake VERB 2 advcl VBG
        dog NOUN 6 obj NN
    """
    found = tuples(rows, f"{verb}: agent boy, locative wall", "wake: agent boy, patient dog, locative wall")
    assert found == [f"{verb} agent boy against wall", expected]


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        pytest.param("holds", ["holds agent man patient hat", "~hold agent boy patient rope"], id="to hold"),
        pytest.param(
            "pulls",
            ["pulls agent man patient hat", "~ agent boy patient rope"],
            id="any other act has no value",
        ),
    ],
)
def test_who_does_what_others_do_without_a_verb(verb: str, expected: list[str]) -> None:
    rows = f"""
    man NOUN 2 nsubj NN
    {verb} VERB 0 root VBZ
    hat NOUN 2 obj NN
    and CCONJ 5 cc CC
    boy NOUN 2 conj NN
    a DET 7 det DT
    rope NOUN 5 orphan NN
    """
    parataxis = rows.replace("2 conj", "2 parataxis")
    assert tuples(parataxis, f"{verb}: agent man, patient hat, patient boy") == expected


HAS = """
    man NOUN 2 nsubj NN
    has VERB 0 root VBZ
    hat NOUN 2 obj NN
    {place}
    and CCONJ 7 cc CC
    rope NOUN 3 conj NN
    over ADP 9 case IN
    arm NOUN 7 nmod NN
"""


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param(
            "on ADP 5 case IN\n    head NOUN 3 nmod NN",
            ["has agent man patient hat patient rope on head over arm"],
            id="where each of them is",
        ),
        pytest.param(
            ", PUNCT 7 punct ,\n    green ADJ 7 amod JJ",
            ["has agent man patient hat patient rope", "~ agent rope over arm"],
            id="where one of them is",
        ),
    ],
)
def test_where_it_is_that_somebody_has(place: str, expected: list[str]) -> None:
    decisions = ["has: agent man, patient hat, patient rope", "~rope: agent rope, locative arm"]
    if "head" in place:
        decisions[0] += ", locative head"
    assert tuples(HAS.format(place=place), *decisions) == expected


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        pytest.param(
            "3 amod", ["pulls agent man patient boy", "~ agent boy on wheelchair"], id="of the object"
        ),
        pytest.param("2 xcomp", ["pulls agent man patient boy", "~ agent boy on wheelchair"], id="behind it"),
    ],
)
def test_where_somebody_is_asleep(relation: str, expected: list[str]) -> None:
    rows = f"""
    man NOUN 2 nsubj NN
    pulls VERB 0 root VBZ
    boy NOUN 2 obj NN
    asleep ADJ {relation} JJ
    on ADP 6 case IN
    wheelchair NOUN 4 obl NN
    """
    assert tuples(rows, "pulls: agent man, patient boy") == expected


def test_a_part_of_them_is_elsewhere() -> None:
    rows = """
    man NOUN 2 nsubj NN
    sits VERB 0 root VBZ
    in ADP 4 case IN
    kitchen NOUN 2 obl NN
    and CCONJ 7 cc CC
    the DET 7 det DT
    other ADJ 2 conj JJ
    in ADP 9 case IN
    barn NOUN 7 nmod NN
    """
    assert tuples(rows, "sits: agent man, locative kitchen") == [
        "sits agent man in kitchen",
        "~ agent other in barn",
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            """
            kite NOUN 4 nsubj NN
            on ADP 3 case IN
            barn NOUN 1 nmod NN
            looks VERB 0 root VBZ
            like ADP 6 case IN
            hat NOUN 4 obl NN
            """,
            ["~ agent kite on barn"],
            id="like something else",
        ),
        pytest.param(
            """
            kite NOUN 4 nsubj NN
            on ADP 3 case IN
            barn NOUN 1 nmod NN
            looks VERB 0 root VBZ
            at ADP 6 case IN
            hat NOUN 4 obl NN
            """,
            ["looks agent kite patient hat"],
            id="an act",
        ),
    ],
)
def test_what_something_looks_like(rows: str, expected: list[str]) -> None:
    assert tuples(rows, "looks: agent kite") == expected


@pytest.mark.parametrize("decided", [["is: agent man"], []], ids=["found", "left out"])
def test_who_is_home(decided: list[str]) -> None:
    rows = "man NOUN 3 nsubj NN\nis AUX 3 cop VBZ\nhome ADV 0 root RB"
    assert tuples(rows, *decided) == ["is agent man None home"]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param("interested", [], id="what it is so about"),
        pytest.param("fluffy", ["is agent boy in castle"], id="where it is so"),
    ],
)
def test_what_somebody_is_in(state: str, expected: list[str]) -> None:
    rows = f"boy NOUN 3 nsubj NN\nis AUX 3 cop VBZ\n{state} ADJ 0 root JJ\nin ADP 5 case IN\ncastle NOUN 3 obl NN"
    assert tuples(rows) == expected


def test_which_is_its_noun() -> None:
    """What the links leave out of a relative clause is said of its noun, and not of the pronoun beside it."""
    rows = """
        street NOUN 0 root NN
        that PRON 5 nsubj:pass WDT
        has AUX 5 aux VBZ
        been AUX 5 aux:pass VBN
        flooded VERB 1 acl:relcl VBN
        """
    assert tuples(rows) == ["flooded patient street"]


@pytest.mark.parametrize(
    ("place", "tag", "expected"),
    [
        ("it", "PRON 8 nmod PRP", ["is agent castle in valley", "~ agent hat behind castle"]),
        ("kitchen", "NOUN 8 nmod NN", ["is agent castle agent hat in valley behind kitchen"]),
    ],
)
def test_what_there_is_beside_what_there_is(place: str, tag: str, expected: list[str]) -> None:
    rows = f"""
        there PRON 2 expl EX
        is VERB 0 root VBZ
        castle NOUN 2 nsubj NN
        in ADP 5 case IN
        valley NOUN 3 nmod NN
        and CCONJ 8 cc CC
        a DET 8 det DT
        hat NOUN 3 conj NN
        behind ADP 10 case IN
        {place} {tag}
    """
    decided = (
        f"is: agent castle, locative valley, agent hat, locative {place}",
        f"~hat: agent hat, locative valley, locative {place}",
    )
    assert tuples(rows, *decided) == expected


@pytest.mark.parametrize(("verb", "expected"), [("step", " beside castle"), ("talk", "")])
def test_by_what_something_is_put(verb: str, expected: str) -> None:
    rows = f"""
        castle NOUN 2 nsubj NN
        stands VERB 0 root VBZ
        and CCONJ 5 cc CC
        man NOUN 5 nsubj NN
        {verb} VERB 2 conj VBP
        hats NOUN 5 obj NNS
        beside ADP 8 case IN
        it PRON 6 nmod PRP
    """
    found = tuples(rows, "stands: agent castle", f"{verb}: agent man, patient hats")
    assert found[1] == f"{verb} agent man patient hats{expected}"


@pytest.mark.parametrize(("preposition", "expected"), [("of", []), ("with", ["~ agent boy"])])
def test_who_is_in_a_picture_too_is_nowhere(preposition: str, expected: list[str]) -> None:
    rows = f"""
        hat NOUN 0 root NN
        beside ADP 3 case IN
        castle NOUN 1 nmod NN
        {preposition} ADP 5 case IN
        man NOUN 3 nmod NN
        and CCONJ 7 cc CC
        boy NOUN 5 conj NN
    """
    found = tuples(rows, "~hat: agent hat, locative castle", "~boy: agent boy, locative castle")
    assert [item for item in found if "boy" in item] == expected


def test_who_is_somewhere_by_a_relative_clause_does_what_is_told_behind_it() -> None:
    rows = """
        boy NOUN 0 root NN
        that PRON 5 nsubj WDT
        is AUX 5 cop VBZ
        in ADP 5 case IN
        valley NOUN 1 acl:relcl NN
        fetching VERB 5 acl VBG
        hats NOUN 6 obj NNS
    """
    assert "fetching agent boy patient hats" in tuples(rows, "fetching: agent valley, patient hats")
