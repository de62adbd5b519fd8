"""Word classes and heads that the rest of the tree rules out, mended before anything is read off it.

A parser decides word by word. Where number, or the place in the tree, says that a word cannot be what it was taken for,
and the lexicon knows it as something else, it becomes that: `sandals` behind a participle is no finite verb, `sneezing`
is no adjective, one dog does not `race` without an s. So it is with heads: of two clauses each has its own subject, and
a participle right behind somebody says what that somebody does.

A rule looks at one word, by its relation or by its class, and says whether it has mended something. Of the rules of a
relation, or of a class, the first that has is the last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from extractor.lexicon import Lexicon
from extractor.syntax.mending import (
    acts,
    asides,
    beside,
    clauses,
    fragments,
    fronted,
    lists,
    names,
    neighbours,
    own,
    participles,
    particles,
    places,
    relatives,
    results,
    rows,
    second_clauses,
    shares,
    speakers,
    subjects,
    wholes,
    whose_act,
    with_phrases,
)
from extractor.syntax.mending.tree import Tree
from extractor.types import Parse, Word

Rule = Callable[[Tree, int, Lexicon], bool]

_THERE = frozenset({"there", "There"})
_PRONOUNS = frozenset({"he", "him", "it", "she", "them", "they"})
_PLACES = (lists.place_of_part, lists.place_of_list, places.place_of_there, places.place_of_pronoun)
_HEADS: Mapping[str, tuple[Rule, ...]] = {
    "nmod": (
        own.thing_behind_place,
        lists.place_of_member,
        lists.place_on_body,
        clauses.recipient,
        lists.in_other_hand,
        with_phrases.worn_on,
        asides.place_of_aside,
        fronted.subject_behind_her,
        fronted.subject_without_preposition,
        asides.part_with_act,
        places.side_with_article,
        fronted.second_fronted,
        places.second_of_is,
        *_PLACES,
        lists.with_of_the_last,
        with_phrases.with_of_somebody,
        places.place_in_a_picture,
        places.place_in_a_frame,
        lists.place_of_first,
        lists.place_of_second,
        lists.place_behind_list,
        fronted.place_before_subject,
        relatives.clause_of_apposition,
        results.result_of_act,
        places.way_of_carrier,
    ),
    "obl": (
        neighbours.act_behind_noun,
        lists.place_of_member,
        own.thing_behind_place,
        own.own_with_place,
        clauses.behind_finite_verb,
        relatives.verb_behind_left,
        asides.noun_before_past,
        lists.place_of_second,
        asides.subject_of_aside,
        asides.place_of_back,
        fronted.subject_behind_as,
        fronted.two_sides,
        particles.particle_apart,
        places.side_with_article,
        *_PLACES,
        places.with_behind_there,
        places.place_of_last_clause,
        places.way_of_act,
        clauses.participle_of_thing,
        particles.object_without_preposition,
        places.thing_of_stuff,
        with_phrases.place_of_held,
        with_phrases.with_of_object,
        with_phrases.with_of_place,
        fragments.height,
        results.result_of_act,
        fronted.place_before_subject,
    ),
    "obj": (
        second_clauses.object_of_last_verb,
        own.own_with_place,
        fronted.seen_before_act,
        clauses.absolute_of_own,
        particles.particle_apart,
        particles.object_with_preposition,
        names.thing_of_a_color,
        fragments.height,
        results.result_of_act,
        clauses.object_of_second,
        acts.verb_behind_let,
    ),
    "compound": (
        second_clauses.verb_before_its_object,
        clauses.receiver,
        asides.noun_before_participle,
        fronted.where_before_subject,
        participles.noun_before_ing,
        subjects.place_before_verb,
        places.side_before_subject,
        subjects.subject_before_verb,
    ),
    "nmod:poss": (own.thing_behind_place, clauses.receiver),
    "nsubj": (
        beside.subject_behind_participle,
        with_phrases.with_of_subject,
        own.part_of_title,
        clauses.absolute_of_own,
        places.place_before_there,
        asides.part_for_subject,
        asides.number_before_noun,
        fronted.object_behind_there,
        fronted.two_sides,
        asides.second_of_small_clause,
        asides.part_behind_there,
        fronted.subject_behind_place,
        fronted.place_before_verb,
        fronted.listed_before_clause,
        fronted.many_before_one,
        fronted.subject_of_participle,
        fronted.second_subject,
        subjects.first_part_of_subject,
        subjects.subject_of_many,
        fragments.clause_behind_title,
        relatives.clause_of_noun,
        relatives.clause_of_apposition,
        relatives.noun_before_subject,
    ),
    "nsubj:pass": (
        with_phrases.with_of_subject,
        own.part_of_title,
        with_phrases.part_with_preposition,
        fronted.second_subject,
        fragments.clause_behind_title,
        relatives.clause_of_noun,
        relatives.noun_before_subject,
    ),
    "compound:prt": (subjects.verb_for_particle,),
    "amod": (
        results.act_of_result,
        subjects.place_before_verb,
        with_phrases.part_with_preposition,
        clauses.each_other,
        fronted.where_before_subject,
        fronted.one_before_there,
        places.side_before_there,
        places.side_before_subject,
        clauses.noun_before_participle,
    ),
    "advmod": (second_clauses.adverb_of_last_verb, asides.part_for_subject),
    "det": (fronted.part_before_verb,),
    "parataxis": (
        asides.subject_of_aside,
        second_clauses.thing_before_act,
        own.own_with_place,
        asides.noun_of_aside,
        clauses.absolute_of_own,
        asides.participle_of_subject,
        neighbours.contrasted,
        relatives.clause_of_neighbour,
    ),
    "appos": (
        own.own_with_place,
        own.part_of_title,
        asides.noun_of_aside,
        lists.middle_of_list,
        neighbours.contrasted,
        relatives.clause_of_apposition,
        results.result_of_act,
    ),
    "acl:relcl": (
        second_clauses.clause_of_there,
        places.place_of_relative,
        relatives.clause_of_neighbour,
        relatives.left_preposition,
        relatives.clause_of_which,
        relatives.clause_of_whose,
    ),
    "conj": (
        second_clauses.verb_beside_verb,
        speakers.smile_of_person,
        second_clauses.second_of_last_clause,
        second_clauses.thing_before_act,
        own.own_with_place,
        own.part_of_title,
        lists.place_of_list,
        neighbours.act_behind_noun,
        lists.second_name,
        results.result_of_act,
        clauses.absolute_of_own,
        asides.subject_of_second,
        asides.second_of_own,
        asides.participle_of_subject,
        neighbours.second_of_while,
        fronted.subject_behind_second,
        asides.noun_of_aside,
        neighbours.contrasted,
        with_phrases.first_part_of_member,
        clauses.object_of_second,
        places.place_of_second_there,
        places.second_way,
        lists.member_of_list,
        lists.second_with_place,
        fronted.place_before_subject,
        neighbours.second_worn,
        neighbours.second_of_act,
        neighbours.second_part,
        neighbours.second_neighbour,
        places.second_place,
        neighbours.second_with_participle,
        relatives.clause_of_apposition,
        relatives.clause_of_neighbour,
    ),
    "mark": (
        with_phrases.worn_on,
        places.with_of_thing,
    ),
    "xcomp": (
        acts.watched_of_one_form,
        clauses.caused,
        names.noun_behind_keep,
        participles.noun_behind_with,
        acts.verb_behind_let,
    ),
    "ccomp": (
        participles.noun_behind_with,
        neighbours.passive_of_neighbour,
        relatives.clause_of_which,
    ),
    "advcl": (
        second_clauses.participle_behind_comma,
        second_clauses.thing_before_act,
        own.thing_behind_place,
        asides.participle_of_subject,
        neighbours.passive_of_neighbour,
        neighbours.act_behind_noun,
        relatives.clause_of_neighbour,
        places.place_of_there,
        places.small_clause,
        participles.noun_behind_with,
        whose_act.participle_behind_with,
        whose_act.participle_of_neighbour,
        acts.verb_behind_plural,
        relatives.clause_of_which,
        places.place_that_is_no_clause,
    ),
    "acl": (
        second_clauses.clause_of_there,
        second_clauses.participle_of_act,
        speakers.talk_of_person,
        beside.same_act_twice,
        beside.act_of_member,
        beside.act_of_wearer,
        neighbours.passive_of_neighbour,
        asides.noun_of_aside,
        asides.act_of_part,
        participles.past_of_noun,
        with_phrases.worn_on,
        neighbours.stuff_of_neighbour,
        whose_act.companion_of_subject,
        clauses.clause_of_turns,
        places.place_that_is_no_clause,
        places.small_clause,
        participles.noun_behind_with,
        whose_act.participle_behind_with,
        whose_act.participle_of_neighbour,
        whose_act.act_in_a_picture,
        acts.verb_behind_plural,
        relatives.clause_of_which,
    ),
    "advcl:relcl": (relatives.clause_of_which,),
}
_SUBJECTS: Mapping[str, tuple[Rule, ...]] = {
    "nsubj:pass": (subjects.subject_of_perfect,),
    "obl": (clauses.agent_of_passive,),
    "obl:agent": (clauses.agent_of_passive,),
    "obl:unmarked": (clauses.agent_of_passive,),
    "obj": (fronted.subject_behind,),
}
_RELATIVES: tuple[Rule, ...] = (
    relatives.preposition_of_which,
    relatives.front_of_which,
    relatives.noun_behind_which,
    relatives.which_of_verb,
    relatives.one_of_whom,
    wholes.clause_of_whole,
    wholes.clause_of_label,
    beside.clause_of_handled,
    relatives.clause_of_somebody,
    relatives.clause_behind,
    relatives.subject_of_relative,
    relatives.noun_of_which,
)
_NOUN_AT_THE_TOP = (
    participles.past_of_one_form,
    fronted.posture_before_subject,
    fragments.noun_before_adjective,
    fragments.solid_with_place,
    fragments.bare_thing,
    names.title,
    with_phrases.with_at_the_top,
    acts.verb_before_object,
    acts.verb_of_root,
    acts.verb_of_one,
    clauses.participle_at_the_top,
)
_BY_RELATION: Mapping[tuple[str, str], tuple[Rule, ...]] = {
    ("NN", "root"): _NOUN_AT_THE_TOP,
    ("NN", "nmod"): (acts.verb_behind_to, names.noun_by_its_place),
    ("NN", "obl"): (acts.verb_behind_to, names.noun_by_its_place),
    ("NN", "obj"): (acts.verb_behind_to,),
    ("NN", "acl"): (participles.past_of_one_form, participles.adjective_of_participle, names.name_at_the_top),
    ("RB", "acl"): (participles.adjective_of_participle,),
    ("NN", "conj"): (acts.verb_of_one, acts.second_verb),
    ("NN", "parataxis"): (acts.verb_of_one,),
    ("NNS", "parataxis"): (acts.verb_of_one,),
    ("NNS", "root"): _NOUN_AT_THE_TOP,
    ("NNS", "conj"): (
        acts.verb_with_object,
        acts.second_verb,
        acts.verb_of_list,
        names.listed_noun,
        acts.act_behind_things,
        acts.verb_of_one,
        acts.tagged_verb,
    ),
    ("NNS", "nsubj"): (
        subjects.clause_before_clause,
        names.compound_of_object,
    ),
    ("NNS", "nmod"): (
        names.head_of_name,
        names.compound_of_object,
    ),
    ("NNS", "acl"): (names.compound_of_object,),
    ("RP", "compound:prt"): (names.close_up,),
}
_VERBS: Mapping[str, tuple[Rule, ...]] = {
    "VBZ": (
        subjects.finite_behind_noun,
        fragments.noun_of_no_verb,
        acts.thing_of_participle,
        fragments.solid_with_place,
        subjects.verb_before_thing,
        acts.verb_of_subject,
        acts.subject_behind_mark,
        names.listed_form,
        names.compound_of_object,
        names.title,
        acts.verb_before_object,
        names.list_member,
        names.second_thing,
        clauses.second_of_participle,
        clauses.verb_of_first,
        clauses.subject_of_object,
    ),
    "MD": (acts.noun_before_finite,),
    "VBG": (
        names.setting,
        names.writing,
        acts.verb_in_s,
        participles.perfect,
        fronted.appositive_participle,
        fragments.noun_of_no_verb,
        fragments.bare_thing,
        clauses.participle_before_clause,
        participles.noun_before_of,
        participles.attribute_behind_of,
        participles.adjective_of_participle,
        participles.first_part_in_ing,
        participles.stuff_in_ing,
        participles.thing_in_ing,
        participles.second_in_ing,
        with_phrases.second_name,
        with_phrases.second_made,
        with_phrases.second_before_of,
        with_phrases.noun_with_article,
        with_phrases.participle_behind_with,
        participles.attribute_of_list,
    ),
    "VBN": (
        with_phrases.past_at_the_top,
        participles.passive_of_is,
        participles.act_in_ing,
        fronted.appositive_participle,
        participles.adjective_of_participle,
        relatives.past_of_relative,
        clauses.participle_at_the_top,
    ),
    "VBP": (
        fragments.adjective_behind_noun,
        participles.past_of_one_form,
        asides.own_before_verb,
        fragments.noun_of_no_verb,
        fragments.near_by_close,
        names.title,
        names.object_form,
        acts.act_that_is_watched,
        acts.verb_of_subject,
        names.listed_form,
        names.bare_form,
        with_phrases.name_behind_with,
        with_phrases.second_name,
    ),
    "VB": (
        participles.past_of_one_form,
        names.object_form,
        fragments.noun_of_no_verb,
        fragments.bare_thing,
        names.title,
        names.listed_form,
        names.bare_form,
        with_phrases.name_behind_with,
        with_phrases.second_name,
    ),
    "VBD": (asides.own_before_verb, fronted.appositive_participle, clauses.participle_at_the_top),
}
_CASES: tuple[Rule, ...] = (
    own.her_behind_preposition,
    subjects.verb_for_particle,
    particles.particle_of_verb,
    particles.particle_before_object,
    particles.past_before_preposition,
)
_HYPHENS: tuple[Rule, ...] = (particles.hyphenated, particles.preposition_of_adjective)
_ADJECTIVES: tuple[Rule, ...] = (
    fragments.near_by_close,
    participles.adjective_of_participle,
    clauses.participle_at_the_top,
    participles.progressive,
    participles.passive_of_adjective,
    participles.past_behind_noun,
)


def mended(parse: Parse, lexicon: Lexicon) -> Parse:
    """The parse with word classes and heads that fit the tree; the same object where nothing is to be mended.

    Args:
        parse: Of a caption.
        lexicon: Base forms, and what class a word is likelier of.
    """
    words = Tree(parse.words)
    changed = rows.clauses_in_a_row(words, lexicon)
    changed |= shares.acts_of_parts(words, lexicon)
    for i, word in enumerate(words.words() if changed else parse.words):
        if word.text == "-" and 0 < i < len(parse.words) - 1:
            joined = parse.tokens[i - 1].end == parse.tokens[i].start == parse.tokens[i + 1].start - 1
            changed |= joined and _is_mended(_HYPHENS, words, i, lexicon)
            continue
        if word.text == "'" and word.deprel == "punct":
            changed |= names.possessor(words, i, lexicon)
            continue
        if word.text in _THERE and places.there_behind_pronoun(words, i, lexicon):
            changed = True
        else:
            changed |= _is_mended(_HEADS.get(words[i].deprel), words, i, lexicon)
        if word.xpos in ("WDT", "WP"):
            changed |= _is_mended(_RELATIVES, words, i, lexicon)
        changed |= _is_mended(_SUBJECTS.get(words[i].deprel), words, i, lexicon)
        if word.upos != "PRON" and word.text.lower() in _PRONOUNS:
            words[i] = replace(words[i], upos="PRON", xpos="PRP")
            changed = True
        else:
            changed |= _is_mended(_rules_of_class(word, words[i].deprel), words, i, lexicon)
    return replace(parse, words=words.words()) if changed and words.is_tree() else parse


def _is_mended(rules: tuple[Rule, ...] | None, words: Tree, i: int, lexicon: Lexicon) -> bool:
    for rule in rules or ():  # noqa: SIM110 -- no generator: this is asked three times of every word
        if rule(words, i, lexicon):
            return True
    return False


def _rules_of_class(word: Word, relation: str) -> tuple[Rule, ...] | None:
    """The rules for the class of a word, as it was read."""
    if word.deprel == "case":
        return _CASES
    if word.upos == "ADJ" or word.xpos == "JJ":
        return _ADJECTIVES
    return _VERBS.get(word.xpos) or _BY_RELATION.get((word.xpos, relation))
