"""Who is who within a caption, on trees written by hand."""

from __future__ import annotations

from extractor.lexicon import Lexicon, LexiconTable
from extractor.links.caption_features import CaptionFeatures
from extractor.syntax.graph import Graph
from extractor.tuples.entities import described, read_entities
from tests.parses import parse_of

LEXICON = Lexicon(
    LexiconTable(
        noun={"cat": ("animal", 9), "man": ("person", 9), "brick": ("artifact substance", 2)},
        verb={},
        noun_classes={},
        adjective=[],
        adverb=[],
        noun_forms={"men": "man"},
        verb_forms={},
    )
)


def entities_of(rows: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Mentions and attributes by lemma and number."""
    features = CaptionFeatures(Graph(parse_of(rows)), LEXICON)
    found = described(features, read_entities(features), ())
    assert len({entity.id for entity in found}) == len(found)
    return {f"{e.lemma}{e.id}": (tuple(m.text for m in e.mentions), e.attributes) for e in found}


def test_a_definite_repeat_and_a_pronoun_take_up_what_was_named() -> None:
    assert entities_of("""
        A DET 2 det
        cat NOUN 3 nsubj
        sleeps VERB 0 root VBZ

        The DET 5 det
        cat NOUN 6 nsubj
        wakes VERB 0 root VBZ

        It PRON 9 nsubj PRP
        is AUX 9 cop
        grey ADJ 0 root
    """) == {"cat0": (("cat", "cat", "It"), ("grey",))}


def test_another_one_and_one_of_another_colour_are_new() -> None:
    assert entities_of("""
        A DET 3 det
        black ADJ 3 amod
        cat NOUN 4 nsubj
        sleeps VERB 0 root VBZ

        Another DET 6 det
        cat NOUN 7 nsubj
        wakes VERB 0 root VBZ

        The DET 10 det
        white ADJ 10 amod
        cat NOUN 11 nsubj
        plays VERB 0 root VBZ
    """) == {
        "cat0": (("cat",), ("black",)),
        "cat1": (("cat", "cat"), ("white",)),  # the last one, of which no colour was said
    }


def test_the_man_on_the_left_is_one_of_two_and_not_the_one_on_the_right() -> None:
    found = entities_of("""
        Two NUM 2 nummod
        men NOUN 3 nsubj NNS
        sit VERB 0 root VBP

        The DET 5 det
        man NOUN 9 nsubj NN
        on ADP 8 case
        the DET 8 det
        left NOUN 5 nmod
        reads VERB 0 root VBZ

        The DET 11 det
        man NOUN 15 nsubj NN
        on ADP 14 case
        the DET 14 det
        right NOUN 11 nmod
        eats VERB 0 root VBZ
    """)
    men = {name: mentions for name, (mentions, _) in found.items() if name.startswith("man")}
    assert sorted(men.values()) == [("man",), ("man",), ("men",)]
    assert found["man0"] == (("men",), ("two",))


def test_what_a_relative_clause_says_is_said_of_its_noun() -> None:
    assert entities_of("""
        A DET 2 det
        cat NOUN 0 root
        that PRON 5 nsubj WDT
        is AUX 5 cop
        grey ADJ 2 acl:relcl
    """) == {"cat0": (("cat",), ("grey",))}


def test_a_verb_beside_an_adjective_is_no_attribute() -> None:
    assert entities_of("""
        The DET 2 det
        cat NOUN 4 nsubj
        is AUX 4 cop
        grey ADJ 0 root
        and CCONJ 6 cc
        sleeps VERB 4 conj VBZ
    """) == {"cat0": (("cat",), ("grey",))}


def test_what_is_denied_or_guessed_is_no_attribute_and_materials_are() -> None:
    assert entities_of("""
        A DET 3 det
        brick NOUN 3 compound
        wall NOUN 6 nsubj
        is AUX 6 cop
        not PART 6 advmod
        red ADJ 0 root

        The DET 8 det
        wall NOUN 11 nsubj
        might AUX 11 aux
        be AUX 11 cop
        old ADJ 0 root
    """) == {"wall0": (("wall", "wall"), ("brick",))}


def test_most_of_them_are_many_and_no_single_one() -> None:
    found = entities_of("""
        men NOUN 2 nsubj NNS
        sit VERB 0 root

        most NOUN 4 nsubj
        smile VERB 0 root

        the DET 6 det
        man NOUN 7 nsubj
        sleeps VERB 0 root VBZ
    """)
    assert [mentions for mentions, _ in found.values()] == [("men",), ("most",), ("man",)]


def test_one_is_of_those_who_do_something() -> None:
    found = entities_of("""
        dancers NOUN 2 nsubj NNS
        raise VERB 0 root
        arms NOUN 2 obj NNS

        one NOUN 5 nsubj
        sings VERB 0 root VBZ
    """)
    assert list(found) == ["dancer0", "arm1", "dancer2"]
