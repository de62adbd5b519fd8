"""What counts takes the place of measure words, frames and verbs of aspect, on trees as UD has them."""

from __future__ import annotations

import pytest

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.candidates import argument_candidates, predicate_candidates
from extractor.syntax.graph import Graph
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(noun={}, verb={}, noun_classes={}, adjective=[], adverb=[], noun_forms={}, verb_forms={})
)


def graph_of(rows: str) -> Graph:
    return Graph(parse_of(rows))


def arguments(graph: Graph) -> list[str]:
    return [graph.lowered[i] for i in argument_candidates(graph)]


def predicates(graph: Graph) -> list[str]:
    return [graph.lowered[p.index] for p in predicate_candidates(graph, LEXICON) if not p.tacit]


def place(graph: Graph, word: str) -> tuple[str, str, str]:
    """The head of a word, its relation and its preposition in full."""
    i = graph.lowered.index(word)
    head = graph.lowered[graph.heads[i]] if graph.heads[i] >= 0 else "-"
    return head, graph.relations[i], graph.written_prepositions[i]


def test_a_measure_gives_way_to_what_it_counts_in_any_slot() -> None:
    graph = graph_of(
        """
        couple NOUN 4 nsubj
        of ADP 3 case
        men NOUN 1 nmod
        look VERB 0 root
        at ADP 7 case
        a DET 7 det
        herd NOUN 4 obl
        of ADP 9 case
        cows NOUN 7 nmod
        """
    )
    assert arguments(graph) == ["men", "cows"]
    assert place(graph, "men") == ("look", "nsubj", "")
    assert place(graph, "cows") == ("look", "obl", "at")
    assert graph.phrase(8) == (5, 8)


def test_what_is_coordinated_with_a_measure_is_coordinated_with_what_it_counts() -> None:
    graph = graph_of(
        """
        wears VERB 0 root
        pair NOUN 1 obj
        of ADP 4 case
        boots NOUN 2 nmod
        and CCONJ 6 cc
        hat NOUN 2 conj
        """
    )
    assert place(graph, "boots") == ("wears", "obj", "")
    assert place(graph, "hat") == ("boots", "conj", "")


@pytest.mark.parametrize("container", ["packet", "glass", "bowls"])
def test_a_container_is_a_thing_and_what_it_holds_none(container: str) -> None:
    graph = graph_of(f"{container} NOUN 0 root\nof ADP 3 case\ngum NOUN 1 nmod")
    assert arguments(graph) == [container]


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("on the back of", "on"),
        ("on the left side of", "on"),
        ("at the far end of", "at"),
        ("in middle of", "in"),
        ("on both sides of", "on"),
        ("on one side of", "on"),
        ("in a corner of", "in"),
        ("onto the back of", "onto"),
        ("up the side of", "up"),
        ("to the right of", "next-to"),
        ("left of", "next-to"),
        ("close to", "close-to"),
        ("far away from", "away-from"),
        ("in front of", "in-front-of"),
        ("on top of", "on-top-of"),
    ],
)
def test_parts_of_places_and_placing_words_are_prepositions(words: str, read: str) -> None:
    rows = [f"{word} ADP 2 dep" for word in words.split()]
    graph = graph_of("\n".join(["man NOUN 2 nsubj", "sits VERB 0 root", *rows, "truck NOUN 2 obl"]))
    assert place(graph, "truck") == ("sits", "obl", words.replace(" ", "-"))
    assert graph.prepositions[graph.lowered.index("truck")] == read
    assert arguments(graph) == ["man", "truck"]


def test_a_placing_adjective_leaves_the_place_its_copula() -> None:
    graph = graph_of(
        """
        dog NOUN 3 nsubj:pass
        is AUX 3 aux:pass
        left VERB 0 root
        of ADP 5 case
        trucks NOUN 3 obl
        """
    )
    assert [graph.relations[i] for i in (0, 1)] == ["nsubj", "cop"]
    assert graph.heads[:2] == [4, 4]


def test_next_to_each_other() -> None:
    graph = graph_of(
        """
        zebras NOUN 2 nsubj
        stand VERB 0 root
        next ADV 2 advmod
        to ADP 5 case
        each DET 3 obl
        other ADJ 5 fixed
        in ADP 8 case
        field NOUN 2 obl
        """
    )
    assert place(graph, "other") == ("stand", "obl", "next-to")
    assert place(graph, "field") == ("stand", "obl", "in")
    assert arguments(graph) == ["zebras", "other", "field"]


@pytest.mark.parametrize("words", ["in addition to", "such as", "instead of", "rather than"])
def test_what_brings_nothing(words: str) -> None:
    rows = [f"{word} ADP 1 dep" for word in words.split()]
    n = len(rows)
    behind = ["cups NOUN 1 nmod", f"and CCONJ {n + 4} cc", f"forks NOUN {n + 2} conj"]
    graph = graph_of(
        "\n".join(["fruits NOUN 0 root", *rows, *behind, f"on ADP {n + 6} case", f"table NOUN {n + 2} nmod"])
    )
    assert arguments(graph) == ["fruits", "table"]
    assert place(graph, "table") == ("fruits", "nmod", "on")


def test_a_photo_of_a_bus_is_a_bus() -> None:
    graph = graph_of(
        """
        photo NOUN 0 root
        of ADP 3 case
        bus NOUN 1 nmod
        on ADP 5 case
        street NOUN 1 nmod
        """
    )
    assert arguments(graph) == ["bus", "street"]
    assert place(graph, "bus") == ("-", "root", "")
    assert place(graph, "street") == ("bus", "nmod", "on")


def test_what_an_image_shows_stands_alone() -> None:
    graph = graph_of(
        """
        image NOUN 2 nsubj
        shows VERB 0 root
        girl NOUN 2 obj
        jumping VERB 3 acl
        in ADP 6 case
        pool NOUN 2 obl
        """
    )
    assert (arguments(graph), predicates(graph)) == (["girl", "pool"], ["jumping"])
    assert place(graph, "girl") == ("-", "root", "")
    assert place(graph, "pool") == ("girl", "nmod", "in")


@pytest.mark.parametrize("frame", ["image", "x-ray", "view"])
def test_what_a_scan_shows_stands_alone(frame: str) -> None:
    rows = """
        axial ADJ 2 amod JJ
        {} NOUN 0 root NN
        {}showing VERB 2 acl VBG
        cyst NOUN {} obj NN
        in ADP {} case IN
        lung NOUN {} obl NN
    """
    bare = graph_of(rows.format(frame, "", 3, 6, 3))
    assert (arguments(bare), predicates(bare)) == (["cyst", "lung"], [])
    assert (place(bare, "cyst"), place(bare, "lung")) == (("-", "root", ""), ("cyst", "nmod", "in"))
    of_part = graph_of(
        rows.format(frame, "of ADP 4 case IN\n        chest NOUN 2 nmod NN\n        ", 5, 8, 5)
    )
    assert predicates(of_part) == []
    assert place(of_part, "cyst") == ("-", "root", "")


def test_what_a_photo_is_of_may_show_something() -> None:
    graph = graph_of(
        """
        photo NOUN 0 root NN
        of ADP 3 case IN
        screen NOUN 1 nmod NN
        showing VERB 1 acl VBG
        map NOUN 4 obj NN
        """
    )
    assert predicates(graph) == ["showing"]


@pytest.mark.parametrize(
    ("part", "of", "folded"),
    [
        ("part", "picture", {0, 3}),
        ("side", "photo", {0, 3}),
        ("side", "barn", set()),
        ("man", "photo", set()),
    ],
)
def test_what_a_part_of_the_image_shows_stands_alone(part: str, of: str, folded: set[int]) -> None:
    graph = graph_of(
        f"{part} NOUN 4 nsubj\nof ADP 3 case\n{of} NOUN 1 nmod\nshows VERB 0 root\ngoat NOUN 4 obj"
    )
    assert graph.folded & {0, 3} == folded


def test_a_man_who_shows_an_image_acts() -> None:
    graph = graph_of("man NOUN 2 nsubj\nshows VERB 0 root\nphoto NOUN 2 obj\nof ADP 5 case\nbus NOUN 3 nmod")
    assert predicates(graph) == ["shows"]
    assert "photo" in arguments(graph)


def test_this_image_is_of_a_hut() -> None:
    graph = graph_of(
        """
        This DET 2 det
        image NOUN 5 nsubj
        is AUX 5 cop
        of ADP 5 case
        hut NOUN 0 root
        on ADP 7 case
        hill NOUN 5 nmod
        """
    )
    assert (arguments(graph), predicates(graph)) == (["hut", "hill"], [])
    assert place(graph, "hut") == ("-", "root", "")


def test_what_i_can_see() -> None:
    graph = graph_of("I PRON 3 nsubj\ncan AUX 3 aux\nsee VERB 0 root\nboat NOUN 3 obj")
    assert (arguments(graph), predicates(graph)) == (["boat"], [])
    graph = graph_of("cats NOUN 2 nsubj\nsee VERB 0 root\nboat NOUN 2 obj")
    assert (arguments(graph), predicates(graph)) == (["cats", "boat"], ["see"])


def test_in_this_image_is_no_place_and_on_a_picture_is_one() -> None:
    graph = graph_of("In ADP 3 case\nthis DET 3 det\nimage NOUN 4 obl\nruns VERB 0 root\ndog NOUN 4 nsubj")
    assert arguments(graph) == ["dog"]
    graph = graph_of("dust NOUN 0 root\non ADP 4 case\na DET 4 det\npicture NOUN 1 nmod")
    assert arguments(graph) == ["dust", "picture"]


def test_as_we_can_see() -> None:
    rows = "As SCONJ 4 mark\nwe PRON 4 nsubj\ncan AUX 4 aux\nsee VERB 6 advcl\nboys NOUN 6 nsubj\nrow VERB 0 root"
    assert predicates(graph_of(rows)) == ["row"]
    assert predicates(graph_of(rows.replace("we PRON", "girls NOUN"))) == ["see", "row"]


def test_where_we_can_see_is_a_sentence_of_its_own() -> None:
    rows = """
        hall NOUN 0 root
        where ADV 4 advmod
        we PRON 4 nsubj
        {} VERB 1 acl:relcl
        nuns NOUN 4 obj
        singing VERB 5 acl
    """
    graph = graph_of(rows.format("see"))
    assert graph.heads[graph.lowered.index("nuns")] == -1
    assert predicates(graph) == ["singing"]
    assert place(graph_of(rows.format("hear")), "nuns")[0] == "hear"


def test_a_side_of_the_picture_behind_it() -> None:
    rows = """
        In ADP 3 case
        the DET 3 det
        image NOUN 8 obl
        in ADP 6 case
        the DET 6 det
        {} NOUN 3 nmod
        boys NOUN 8 nsubj
        row VERB 0 root
    """
    assert place(graph_of(rows.format("middle")), "middle") == ("row", "obl", "in")
    assert place(graph_of(rows.format("book")), "book")[0] == "image"


@pytest.mark.parametrize("verb", ["starts", "seems", "tries", "begins", "prepares"])
def test_the_act_is_what_is_begun_or_tried(verb: str) -> None:
    graph = graph_of(
        f"""
        sits VERB 0 root
        and CCONJ 3 cc
        {verb} VERB 1 conj
        to PART 5 mark
        run VERB 3 xcomp
        in ADP 7 case
        park NOUN 3 obl
        """
    )
    assert predicates(graph) == ["sits", "run"]
    assert place(graph, "run") == ("sits", "conj", "")
    assert place(graph, "park") == ("run", "obl", "in")


def test_gets_ready_and_is_about_to() -> None:
    graph = graph_of(
        "dog NOUN 2 nsubj\ngets VERB 0 root\nready ADJ 2 xcomp\nto PART 5 mark\nrun VERB 3 xcomp"
    )
    assert (predicates(graph), place(graph, "dog")[0]) == (["run"], "run")
    graph = graph_of("dog NOUN 3 nsubj\nis AUX 3 cop\nabout ADJ 0 root\nto PART 5 mark\nrun VERB 3 xcomp")
    assert (place(graph, "run")[0], place(graph, "dog")[0]) == ("-", "run")


def test_a_verb_of_beginning_without_an_act_is_the_predicate() -> None:
    assert predicates(graph_of("engine NOUN 2 nsubj\nstarts VERB 0 root")) == ["starts"]


def test_what_somebody_seems_to_be_is_a_property() -> None:
    assert predicates(graph_of("man NOUN 2 nsubj\nseems VERB 0 root\nhappy ADJ 2 xcomp")) == []


def test_can_be_seen_running() -> None:
    graph = graph_of(
        """
        dog NOUN 4 nsubj:pass
        can AUX 4 aux
        be AUX 4 aux:pass
        seen VERB 0 root
        running VERB 4 xcomp
        """
    )
    assert predicates(graph) == ["running"]
    assert place(graph, "dog")[0] == "running"


def test_has_on() -> None:
    graph = graph_of("man NOUN 2 nsubj\nhas VERB 0 root\non ADP 4 case\ncoat NOUN 2 obl")
    assert place(graph, "on") == ("has", "compound:prt", "")
    assert place(graph, "coat") == ("has", "obj", "")
    graph = graph_of("man NOUN 2 nsubj\nhas VERB 0 root\ncoat NOUN 2 obj\non ADP 2 advmod")
    assert place(graph, "on") == ("has", "compound:prt", "")


def test_puts_on_clothes_and_on_tables() -> None:
    graph = graph_of("man NOUN 2 nsubj\nputs VERB 0 root\non ADP 4 case\nboots NOUN 2 obl")
    assert (place(graph, "boots"), place(graph, "on")[1]) == (("puts", "obj", ""), "compound:prt")
    graph = graph_of("man NOUN 2 nsubj\nputs VERB 0 root\non ADP 4 case\ntables NOUN 2 obl")
    assert place(graph, "tables") == ("puts", "obl", "on")


def test_who_lets_another_act_does_not_act() -> None:
    graph = graph_of(
        "girl NOUN 2 nsubj\nlets VERB 0 root\nboy NOUN 2 obj\nride VERB 2 xcomp\nhorse NOUN 4 obj"
    )
    assert predicates(graph) == ["ride"]
    assert place(graph, "boy") == ("ride", "nsubj", "")
    assert place(graph, "ride")[0] == "-"


def test_a_relative_clause_stands_at_the_noun_before_it() -> None:
    # hung on the verb by the parser
    graph = graph_of(
        """
        boy NOUN 2 nsubj
        stands VERB 0 root
        by ADP 4 case
        nurse NOUN 2 obl
        who PRON 6 nsubj
        reads VERB 2 advcl:relcl
        """
    )
    assert place(graph, "reads") == ("nurse", "acl:relcl", "")
    # or on a noun of another number
    graph = graph_of(
        """
        People NOUN 0 root NNS
        at ADP 3 case
        truck NOUN 1 nmod NN
        that PRON 6 nsubj:pass
        is AUX 6 aux:pass
        parked VERB 1 acl:relcl VBN
        """
    )
    assert place(graph, "parked")[0] == "truck"


def test_a_noun_coordinated_with_a_verb_belongs_to_the_noun_before_it() -> None:
    graph = graph_of(
        """
        hangs VERB 0 root
        above ADP 3 case
        shelf NOUN 1 obl
        and CCONJ 6 cc
        a DET 6 det
        couch NOUN 1 conj
        """
    )
    assert place(graph, "couch") == ("shelf", "conj", "above")
    graph = graph_of("jumps VERB 0 root\nover ADP 3 case\nmen NOUN 1 obl\nand CCONJ 5 cc\nscores NOUN 1 conj")
    assert place(graph, "scores")[0] == "jumps"


@pytest.mark.parametrize(("relation", "folded"), [("compound", False), ("amod", True)])
def test_a_lot_of_cars_counts_and_a_parking_lot_does_not(relation: str, *, folded: bool) -> None:
    graph = Graph(
        parse_of(f"parking NOUN 2 {relation} NN\nlot NOUN 0 root NN\nof ADP 4 case IN\nmall NOUN 2 nmod NN")
    )
    assert (1 in graph.folded) is folded


def test_a_pat_of_butter_is_butter() -> None:
    graph = Graph(parse_of("pat NOUN 0 root NN\nof ADP 3 case IN\nbutter NOUN 1 nmod NN"))
    assert 0 in graph.folded


@pytest.mark.parametrize(
    ("rows", "shown", "folded"),
    [
        (
            """
            photo NOUN 0 root
            taken VERB 1 acl
            at ADP 4 case
            dusk NOUN 2 obl
            of ADP 6 case
            hut NOUN 4 nmod
            by ADP 8 case
            lake NOUN 2 obl
            """,
            ("hut", ["lake"]),
            {"photo", "taken", "dusk"},
        ),
        (
            """
            photo NOUN 0 root
            of ADP 3 case
            hut NOUN 1 nmod
            taken VERB 1 acl
            at ADP 6 case
            dusk NOUN 4 obl
            """,
            ("hut", []),
            {"photo", "taken", "dusk"},
        ),
        (
            """
            photo NOUN 0 root
            of ADP 3 case
            hut NOUN 1 nmod
            taken VERB 3 acl
            to ADP 6 case
            town NOUN 4 obl
            """,
            ("hut", []),
            {"photo"},
        ),
        (
            """
            photo NOUN 0 root
            taken VERB 1 acl
            in ADP 4 case
            hut NOUN 2 obl
            """,
            ("photo", []),
            set(),
        ),
    ],
)
def test_how_a_picture_was_taken_is_of_the_frame(
    rows: str, shown: tuple[str, list[str]], folded: set[str]
) -> None:
    graph = graph_of(rows)
    top = graph.heads.index(-1)
    assert graph.lowered[top] == shown[0]
    assert [graph.lowered[c] for c in graph.dependents(top, "nmod") if c not in graph.folded] == shown[1]
    assert {graph.lowered[i] for i in graph.folded if graph.words[i].upos != "ADP"} == folded


@pytest.mark.parametrize(("noun", "expected"), [("video", {0, 1}), ("nun", set())])
def test_what_a_video_starts_with_stands_alone(noun: str, expected: set[int]) -> None:
    graph = graph_of(
        f"""
        {noun} NOUN 2 nsubj
        starts VERB 0 root
        with SCONJ 6 mark
        boat NOUN 2 obl
        being AUX 6 aux:pass
        painted VERB 2 advcl VBN
        """
    )
    assert graph.folded == expected
    if expected:
        assert graph.relations[3] == "root"
        assert graph.relations[5] == "acl"
        assert graph.heads[5] == 3


@pytest.mark.parametrize(
    ("phrase", "folded"),
    [
        pytest.param("this quiet scene", ["scene"], id="in this quiet scene"),
        pytest.param("a quiet setting", ["setting"], id="in a quiet setting"),
        pytest.param("a scene", [], id="in a scene"),
        pytest.param("the quiet scene", [], id="in the quiet scene"),
        pytest.param("this quiet barn", [], id="in this quiet barn"),
    ],
)
def test_the_whole_scene_is_no_place(phrase: str, folded: list[str]) -> None:
    words = phrase.split()
    n = len(words) + 1
    between = f"quiet ADJ {n} amod JJ\n" if "quiet" in words else ""
    rows = f"In ADP {n} case\n{words[0]} DET {n} det\n{between}{words[-1]} NOUN {n + 2} obl\n"
    graph = graph_of(f"{rows}cat NOUN {n + 2} nsubj\nsleeps VERB 0 root")
    assert [graph.lowered[i] for i in graph.folded] == folded


@pytest.mark.parametrize(
    ("tag", "expected"),
    [("VBZ", ["sit"]), ("JJ", ["sit"]), ("VBN", ["used", "sit"])],
)
def test_what_one_used_to_do(tag: str, expected: list[str]) -> None:
    graph = graph_of(f"boy NOUN 2 nsubj\nused VERB 0 root {tag}\nto PART 4 mark\nsit VERB 2 xcomp VB")
    assert predicates(graph) == expected


@pytest.mark.parametrize(
    ("behind", "folded"), [("bleats VERB 4 acl:relcl VBZ", []), ("here ADV 2 advmod RB", ["goat"])]
)
def test_who_is_excepted_and_acts(behind: str, folded: list[str]) -> None:
    graph = graph_of(f"nobody PRON 2 nsubj\nwaits VERB 0 root\nexcept ADP 4 case\ngoat NOUN 2 obl\n{behind}")
    assert [graph.lowered[i] for i in graph.folded] == folded


@pytest.mark.parametrize(
    ("measure", "determiner", "noun", "tag", "counted"),
    [
        pytest.param("half", "the DET", "boats", "NNS", "half", id="some of many"),
        pytest.param("half", "a DET", "melon", "NN", "melon", id="half of one"),
        pytest.param("patchwork", "wet ADJ", "fields", "NNS", "fields", id="what a patchwork is of"),
    ],
)
def test_of_what_half_is(measure: str, determiner: str, noun: str, tag: str, counted: str) -> None:
    relation = "det" if determiner.endswith("DET") else "amod"
    graph = graph_of(
        f"""
        {measure} NOUN 5 nsubj NN
        of ADP 4 case IN
        {determiner} 4 {relation}
        {noun} NOUN 1 nmod {tag}
        lie VERB 0 root VBP
        """
    )
    assert [graph.lowered[c] for c in graph.dependents(4, "nsubj")] == [counted]


def test_nothing_but_a_thing_is_the_thing() -> None:
    graph = graph_of(
        """
        boy NOUN 2 nsubj NN
        wears VERB 0 root VBZ
        nothing NOUN 2 obj NN
        but ADP 5 case IN
        boots NOUN 3 nmod NNS
        """
    )
    assert place(graph, "boots") == ("wears", "obj", "")
    assert arguments(graph) == ["boy", "boots"]


@pytest.mark.parametrize(
    ("rows", "noun", "expected"),
    [
        pytest.param(
            """
            pool NOUN 2 nsubj NN
            holds VERB 0 root VBZ
            what PRON 2 obj WP
            may AUX 6 aux MD
            be AUX 6 cop VB
            hippos NOUN 3 acl:relcl NNS
            """,
            "hippos",
            ("holds", "obj", ""),
            id="what may be",
        ),
        pytest.param(
            """
            gate NOUN 2 nsubj NN
            leads VERB 0 root VBZ
            into ADP 4 case IN
            what PRON 2 obl WP
            used VERB 4 acl:relcl VBD
            to PART 8 mark TO
            be AUX 8 cop VB
            orchard NOUN 5 xcomp NN
            """,
            "orchard",
            ("leads", "obl", "into"),
            id="what used to be",
        ),
    ],
)
def test_what_is_a_thing_is_the_thing(rows: str, noun: str, expected: tuple[str, str, str]) -> None:
    graph = graph_of(rows)
    assert place(graph, noun) == expected
    assert "what" not in arguments(graph)


@pytest.mark.parametrize(
    ("verb", "thing", "expected"),
    [
        pytest.param("starts", "fire NOUN 2 obj", ["starts", "cook"], id="what is begun is a thing"),
        pytest.param("prepares", "dough NOUN 2 obj", ["prepares", "cook"], id="or made ready"),
        pytest.param("prepares", "himself PRON 2 obj", ["cook"], id="who makes himself ready"),
        pytest.param("tries", "best NOUN 2 obj", ["cook"], id="nothing is tried"),
    ],
)
def test_a_thing_that_is_begun_is_no_act(verb: str, thing: str, expected: list[str]) -> None:
    rows = f"man NOUN 2 nsubj\n{verb} VERB 0 root\n{thing}\nto PART 5 mark\ncook VERB 2 advcl"
    assert predicates(graph_of(rows)) == expected
