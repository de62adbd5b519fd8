"""What is taken out of the decisions, because another says it better or nobody says it."""

from __future__ import annotations

from collections.abc import Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.links.decisions import ArgumentDecision, PredicateDecision
from extractor.syntax.mending.vocabulary import DEPICTIONS
from extractor.tuples.clauses.empty import (
    is_bare_phrase,
    is_for_somebody,
    is_no_place_alone,
    is_outcome,
    is_said_by_is,
    is_second_name,
    is_told,
    is_whose_it_is,
    names_act,
    says_nothing,
    without_named,
)
from extractor.tuples.clauses.manner import is_feeling, is_likeness, is_look, is_manner, is_pose, is_seeming
from extractor.tuples.clauses.parts import is_part
from extractor.tuples.clauses.patients import shared_objects
from extractor.tuples.clauses.words import (
    AIMED_AT,
    FINITE,
    PEOPLE,
    PICTURES,
    PLACES,
    STAYING,
    THINGS,
    in_slot,
    is_respect,
)

_NOWHERE = frozenset({"except", "except-for", "like", "of", "than"})
_PARTS_OF_MANY = frozenset({"all", "both", "each", "one", "others", "some"})


def _is_of_another(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """Whether a place hangs on another verb, of another subject: ``a cat sleeps and a bird sings in a tree``."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[graph.first_conjunct(i)]
    if graph.dependents(p, "expl") and not decision.candidate.tacit:
        # `there is a lamp and below it there is a table with a rug on it`, `There are two men, one is on a roof`
        subjects = graph.dependents(verb, "nsubj") if verb not in (-1, p) else []
        if graph.relations[verb] == "acl:relcl" and any(graph.lowered[s] in _PARTS_OF_MANY for s in subjects):
            return True
        return any(
            q != p and q not in graph.ancestors(p) and graph.dependents(q, "expl") for q in graph.ancestors(i)
        )
    if graph.heads[p] == graph.first_conjunct(i) and (
        graph.relation(p) == "cop" or graph.dependents(i, "cop")
    ):
        return False  # `sits while a boy is in the yard`, `looking at her`
    if (
        decision.candidate.tacit
        or verb in (-1, p)
        or graph.words[verb].upos != "VERB"
        or graph.dependents(p, "expl")
    ):
        return False
    ours, theirs = features.subject(p)[0], features.subject(verb)[0]
    if not graph.dependents(verb, "nsubj") or min(ours, theirs) < 0 or graph.lowered[ours] in _PARTS_OF_MANY:
        return False
    ours, theirs = (features.antecedents.get(i, i) for i in (ours, theirs))
    return graph.first_conjunct(ours) != graph.first_conjunct(theirs)


def _is_of_an_actor(features: CaptionFeatures, argument: ArgumentDecision, acting: set[int]) -> bool:
    """Whether a tacit predicate has an argument by what another does: ``a yard with a ball rolling on the grass``."""
    graph, i = features.graph, argument.index
    if argument.slot == "patient":
        return graph.prepositions[i] == "with" and i in acting
    verb = graph.heads[graph.first_conjunct(i)]
    if argument.slot != "locative" or verb < 0 or graph.words[verb].upos != "VERB":
        return False
    thing = graph.heads[verb]
    return graph.relation(verb) == "acl" and thing in acting and graph.prepositions[thing] == "with"


def _is_of_the_second(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """Whether a place behind two acts, each with its object, is that of the second: ``and parks it in a field``."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[graph.first_conjunct(i)]
    if (
        decision.candidate.tacit
        or verb in (-1, p)
        or graph.relation(verb) != "conj"
        or graph.first_conjunct(verb) != graph.first_conjunct(p)
    ):
        return False
    first, second = graph.dependents(p, "obj"), graph.dependents(verb, "obj")
    return bool(first and second) and p < first[0] < verb < second[0] < i


def _is_brought_in(features: CaptionFeatures, i: int, p: int) -> bool:
    """Whether who acts in a passive stands behind it: ``is fed by a boy``, ``covered in mud``."""
    graph = features.graph
    if graph.prepositions[i] == "in":
        return graph.heads[graph.first_conjunct(i)] == p < i
    return graph.prepositions[i] == "by" and graph.heads[p] != graph.first_conjunct(i)  # `by a boat tied up`


def settled(features: CaptionFeatures, decisions: Sequence[PredicateDecision]) -> list[PredicateDecision]:
    """The decisions without what another says better, and with what is absent as a patient.

    A thing that a with-phrase brings in, and that has a predicate of its own, is no companion; who acts in a passive
    is no place; a noun behind `of` is none either, and neither is the place of another `is`.
    """
    graph = features.graph
    decisions = _without_places_of_act(features, decisions)
    decisions = [without_named(features, d) for d in decisions if not is_bare_phrase(features, d)]
    decisions = [d for d in decisions if d.arguments or not names_act(features, d)]
    acting = {
        a.index
        for d in decisions
        for a in d.arguments
        if a.slot == "agent" or (a.slot == "patient" and graph.heads[d.candidate.index] == a.index)
    }
    passive = {
        a.index
        for d in decisions
        for a in d.arguments
        if a.slot == "agent"
        and _is_brought_in(features, a.index, d.candidate.index)
        and features.is_passive(d.candidate.index)
    }
    of_shown = {
        (d.candidate.index, a.index)
        for d in decisions
        if d.candidate.tacit
        for a in d.arguments
        if a.slot == "locative"
    }
    overt = {graph.sentences[d.candidate.index] for d in decisions if is_told(features, d)}
    of_is = {graph.heads[p] for p in range(len(graph.words)) if graph.relation(p) == "cop"}
    result = []
    for decision in decisions:
        kept = []
        for a in decision.arguments:
            if _is_no_argument(features, a, decision, acting) or is_second_name(features, a.index):
                continue
            if a.slot == "locative" and graph.written_prepositions[a.index] == "without":
                if decision.candidate.tacit:
                    kept.append(in_slot(a, "patient"))
                continue
            if a.slot == "locative" and _is_no_place(features, a.index, decision, acting, passive, of_is):
                continue
            if a.slot == "locative" and (
                _is_where_another_is(features, a.index, decision, of_shown)
                or _is_where_what_is_likened_is(features, a.index, decision)
            ):
                continue
            if a.slot == "locative" and is_likeness(features, a.index, decision.candidate.index):
                continue
            if a.slot == "patient" and _is_doing_its_own(features, a.index, decision, acting):
                continue
            kept.append(a)
        if (
            _is_how_it_is(features, decision)
            or _says_what_is_worn(features, decision)
            or _is_named(features, decision)
            or is_said_by_is(features, decision)
            or is_for_somebody(features, decision)
            or is_outcome(features, decision)
            or is_seeming(features, decision)
            or is_pose(features, decision.having(kept))
        ):
            continue
        if all(a.slot == "agent" for a in kept) and says_nothing(
            features,
            decision,
            fewer=len(kept) < len(decision.arguments),
            beside=graph.sentences[decision.candidate.index] in overt,
        ):
            continue
        result.append(decision.having(kept))
    return result


def _is_where_another_is(
    features: CaptionFeatures, i: int, decision: PredicateDecision, of_shown: set[tuple[int, int]]
) -> bool:
    """``makes a toy for a girl in a wheelchair``: where she is for whom it is made, if it holds no more than her."""
    graph = features.graph
    before = min(graph.dependents(i, "case"), default=0) - 1
    if decision.candidate.tacit or (before, i) not in of_shown or features.supersenses[i] == "location":
        return False
    if graph.written_prepositions[before] == "with" and _is_on_body(features, i):
        return True  # `sits with a cat on her lap`
    if features.noun_classes[i] not in ("device", "furniture", "seat"):
        return False
    patients = [a.index for a in decision.arguments if a.slot == "patient"]
    return before in patients and graph.written_prepositions[before] in ("at", "for", "to")


def _is_where_what_is_likened_is(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """``line a road like beads on a string``, ``waves to somebody in a boat``: where that is which is no place."""
    graph, head = features.graph, features.graph.heads[features.graph.first_conjunct(i)]
    if decision.candidate.tacit or graph.relation(i) != "nmod" or head < 0:
        return False
    beside = graph.heads[head] == decision.candidate.index and graph.relation(head) == "obl"
    placed = any(a.index == head and a.slot == "locative" for a in decision.arguments)
    for_somebody = graph.written_prepositions[head] in ("for", "to") and graph.words[head].upos == "PRON"
    likened = graph.written_prepositions[head] in ("except-for", "like")
    return beside and not placed and (likened or for_somebody)


def _is_on_body(features: CaptionFeatures, i: int) -> bool:
    """``on her lap``, ``in his arms``: where on somebody something is."""
    own = any(features.graph.words[c].xpos == "PRP$" for c in features.graph.children[i])
    return own and (features.noun_classes[i] == "body_part" or features.noun_lemmas[i] == "lap")


def _without_places_of_act(
    features: CaptionFeatures, decisions: Sequence[PredicateDecision]
) -> list[PredicateDecision]:
    """``lies next to a goat on a bench``, ``plays with a kite in a park``: the place is that of the act."""
    graph = features.graph
    act_by_index = {d.candidate.index: d for d in decisions if not d.candidate.tacit}
    result = []
    for decision in decisions:
        p = decision.candidate.index
        act = act_by_index.get(graph.heads[p]) if decision.candidate.tacit else None
        if act is not None and graph.relation(p) == "obl":
            slots = {a.index: a.slot for a in act.arguments}
            if graph.written_prepositions[p] == "with":
                own = slots.get(p) != "patient"
            else:
                own = slots.get(p) != "locative" or features.verb_lemmas[act.candidate.index] not in STAYING
            if not own:
                kept = (
                    a for a in decision.arguments if a.slot != "locative" or slots.get(a.index) != "locative"
                )
                decision = decision.having(kept)
        result.append(decision)
    return result


def _is_how_it_is(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """``two are asleep``: an adjective is no act, and where they are is told by ``are``."""
    graph, p = features.graph, decision.candidate.index
    return not decision.candidate.tacit and graph.words[p].xpos == "JJ" and bool(graph.dependents(p, "cop"))


def _is_named(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether a predicate is the ``is`` of what is shown: ``These are two dogs on a sofa``."""
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit or graph.relation(p) != "cop" or features.verb_lemmas[p] != "be":
        return False
    shown = graph.heads[p]
    subjects = graph.dependents(shown, "nsubj")
    named = graph.words[shown].upos in THINGS and not graph.dependents(shown, "case")
    if not named or not subjects:
        return False
    nothing = graph.lowered[subjects[0]] == "it" and subjects[0] not in features.antecedents
    return nothing or graph.words[subjects[0]].xpos == "DT"


def _is_object_of_second(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """``gets up and brushes dirt off``, ``shifts gears and hums a tune``: the object of the other verb alone."""
    graph, p = features.graph, decision.candidate.index
    verb = graph.heads[graph.first_conjunct(i)]
    if decision.candidate.tacit or graph.relation(i) != "obj" or verb in (-1, p):
        return False
    if graph.first_conjunct(verb) != graph.first_conjunct(p):
        return False
    if verb < i < p:  # `and gives it to a nun`
        return any(c > p for c in graph.dependents(p, "obj"))
    return p < verb < i and i not in shared_objects(features, p)


def _is_recipient(features: CaptionFeatures, i: int, p: int) -> bool:
    """``hands a box wrapped in foil to a nun``: to her it is handed, and she is not wrapped."""
    graph, thing = features.graph, features.graph.heads[p]
    given = graph.written_prepositions[i] == "to" and graph.relation(i) == "obl" and i > p
    return (
        given
        and graph.relation(p) == "acl"
        and graph.heads[i] == graph.heads[thing]
        and features.is_passive(p)
    )


def _is_listed_color(features: CaptionFeatures, i: int) -> bool:
    """``decorated in pink and white``: no more a thing than the pink is."""
    graph, first = features.graph, features.graph.first_conjunct(i)
    both = graph.words[i].upos == graph.words[first].upos == "ADJ"
    return both and first != i and graph.written_prepositions[first] == "in"


def _is_adjective_alone(features: CaptionFeatures, i: int) -> bool:
    lexicon, form = features.lexicon, features.graph.lowered[i]
    if form in ("left", "right") and not features.graph.children[i]:
        return True  # `turns left`
    graph = features.graph
    named = graph.relation(i) == "obj" and features.is_passive(graph.heads[i])  # `labeled fragile`
    opened = form == "open" and not graph.children[i] and graph.heads[i] == i - 1  # `torn open`
    alone = (named or graph.relation(i) in ("advmod", "xcomp")) and lexicon.is_adjective(form)
    return (opened and named) or (alone and not lexicon.knows(features.noun_lemmas[i], "noun"))


def _is_doing_its_own(
    features: CaptionFeatures, i: int, decision: PredicateDecision, acting: set[int]
) -> bool:
    """Whether what `with` brings in acts itself: ``a bell rings with traffic passing``."""
    graph = features.graph
    if decision.candidate.tacit or i not in acting or graph.written_prepositions[i] != "with":
        return False
    acts = any(graph.relations[c] == "acl" for c in graph.dependents(i, "acl"))
    return acts and graph.heads[decision.candidate.index] != i


def _says_what_is_worn(features: CaptionFeatures, decision: PredicateDecision) -> bool:
    """Whether a predicate is the ``is`` of clothes: ``are in wedding attire``."""
    graph, p = features.graph, decision.candidate.index
    is_ = not decision.candidate.tacit and graph.relation(p) == "cop" and features.verb_lemmas[p] == "be"
    return is_ and features.is_attire(graph.heads[p])


def _is_posed_for(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """``pose for a photo holding flags``: what one does it for is of the posing alone."""
    return features.noun_lemmas[i] in PICTURES and features.graph.heads[i] != decision.candidate.index


def _is_no_argument(
    features: CaptionFeatures, argument: ArgumentDecision, decision: PredicateDecision, acting: set[int]
) -> bool:
    graph, i = features.graph, argument.index
    named = any(f in acting for f in graph.dependents(i, "flat"))
    of_preposition = graph.relation(i) == "case" and i not in features.antecedents  # `on the side of a road`
    excepted = graph.written_prepositions[i] == "except" and i not in graph.ancestors(
        decision.candidate.index
    )
    elsewhere = decision.candidate.tacit and argument.slot == "agent" and _is_subject_elsewhere(features, i)
    no_thing = _is_for_many(features, argument, decision) or _is_effect(features, i)
    if named or of_preposition or elsewhere or excepted or no_thing:
        return True
    if graph.words[i].xpos in FINITE and (graph.words[i].upos == "VERB" or graph.relation(i) == "conj"):
        return True  # `peels lemons and sneezes`
    if argument.slot == "locative":
        purpose = not decision.candidate.tacit and graph.written_prepositions[i] == "for"
        if purpose and (_is_purpose(features, i) or _is_posed_for(features, i, decision)):
            return True
        owned = decision.candidate.tacit and _is_place_of_owner(features, i, decision)
        if owned or _is_drawing(features, i):
            return True
        if _is_part_of_another(features, i):
            return not decision.candidate.tacit
        if not graph.written_prepositions[i] and is_no_place_alone(features, i):
            return True
        until = graph.written_prepositions[i] == "until" and features.lexicon.is_adjective(graph.lowered[i])
        if until and features.supersenses[i] != "time":
            return True  # `until golden`
    else:
        if graph.words[i].upos == "ADV" and i not in features.antecedents:
            return True
        if graph.relations[i] == "nmod:poss" or _is_on_what_is_had(features, i):
            return True  # `in somebody's hand`: whose it is; `makes a face at a pie with cream on it`
        if (
            _is_listed_color(features, i)
            or _is_adjective_alone(features, i)
            or (argument.slot == "patient" and _is_no_patient(features, i, decision))
        ):
            return True
    return decision.candidate.tacit and _is_of_an_actor(features, argument, acting)


def _is_on_what_is_had(features: CaptionFeatures, i: int) -> bool:
    """Whether a pronoun says where a thing is that `with` brings in."""
    graph, thing = features.graph, features.graph.heads[i]
    placed = (
        i in features.antecedents
        and graph.relation(i) == "nmod"
        and graph.prepositions[i] not in ("", "of", "with")
    )
    return placed and graph.written_prepositions[thing] == "with"


def _is_for_many(features: CaptionFeatures, argument: ArgumentDecision, decision: PredicateDecision) -> bool:
    """``set for six``, ``a table set for a party``: for how many, and for what."""
    graph, i = features.graph, argument.index
    laid = features.verb_lemmas[decision.candidate.index] == "set" and argument.slot != "agent"
    return (laid or graph.words[i].upos == "NUM") and graph.written_prepositions[i] == "for"


def _is_effect(features: CaptionFeatures, i: int) -> bool:
    """``juggles pins to the amusement of the guests``: how others feel about it, and nothing in the picture."""
    return features.graph.written_prepositions[i] == "to" and is_feeling(features, i)


def _is_purpose(features: CaptionFeatures, i: int) -> bool:
    """``A sign for a beach is below a clock``: what a thing is for is no place."""
    graph, head = features.graph, features.graph.heads[i]
    thing = head >= 0 and graph.words[head].upos in THINGS and graph.relation(i) == "nmod"
    return (
        thing and features.noun_lemmas[i] not in PICTURES and features.supersenses[i] not in ("event", "time")
    )


def _is_drawing(features: CaptionFeatures, i: int) -> bool:
    """``The bear in the cartoon knits``: a frame of what is shown, in which nobody is."""
    graph = features.graph
    comic = features.noun_lemmas[i] == "strip" and any(graph.lowered[c] == "comic" for c in graph.children[i])
    shown = features.noun_lemmas[i] in DEPICTIONS | PICTURES | {"cartoon", "comic"}
    return graph.written_prepositions[i] == "in" and (comic or shown)


def _is_subject_elsewhere(features: CaptionFeatures, i: int) -> bool:
    """``a cake with candles on it, and he blows``: whether a pronoun is the subject, or the object, of a verb."""
    graph, verb = features.graph, features.graph.heads[i]
    relations = ("nsubj", "obj") if i in features.antecedents else ("nsubj",)
    governed = i in features.antecedents and graph.prepositions[i] not in ("", "with")
    if graph.words[i].upos == "PRON" and governed:
        return True  # `the handle of it`
    filled = graph.words[i].upos == "PRON" and graph.relation(i) in relations and verb >= 0
    named = filled and graph.lowered[i] == "it" and bool(graph.dependents(verb, "cop"))  # `It is a cat`
    return filled and (named or graph.words[verb].upos == "VERB")


def _is_place_of_owner(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    """``a lamp with a hat on it beside a bed``: what has a place of its own is not where its owner is, too."""
    graph, thing = features.graph, decision.candidate.index
    if graph.prepositions[thing] != "with" or graph.relation(thing) != "nmod" or i < thing:
        return False
    own = any(a.slot == "locative" and graph.heads[a.index] == thing for a in decision.arguments)
    return own and graph.heads[graph.first_conjunct(i)] == graph.heads[thing]


def _is_had_by_subject(features: CaptionFeatures, i: int) -> bool:
    """Whether `with` brings in somebody's own part of the body, or something its own."""
    graph = features.graph
    own = {graph.lowered[c] for c in graph.children[i] if graph.words[c].xpos == "PRP$"}
    part = features.noun_classes[i] == "body_part" or ("its" in own and features.supersenses[i] not in PEOPLE)
    return bool(own) and graph.written_prepositions[i] == "with" and part


def _is_part_of_another(features: CaptionFeatures, i: int) -> bool:
    """``stands by a church with a steeple``: what a with-phrase says of a thing, and not of the act."""
    graph, head = features.graph, features.graph.heads[i]
    own = any(graph.words[c].xpos == "PRP$" for c in graph.children[i])
    own |= head >= 0 and features.noun_lemmas[head] == "back" and graph.written_prepositions[i] == "to"
    if own and head >= 0 and graph.words[head].upos in THINGS and graph.written_prepositions[head] == "with":
        return True  # `is anchored with lifeboats along its side`, `sits with his back to a wall`
    if head >= 0 and graph.relation(i) == "nmod" and _is_had_by_subject(features, head):
        return True  # `runs with his arms in the air`
    described = graph.written_prepositions[i] == "with" and head >= 0
    return described and graph.words[head].upos in THINGS and features.supersenses[i] not in PEOPLE


def _is_no_patient(features: CaptionFeatures, i: int, decision: PredicateDecision) -> bool:
    graph, p = features.graph, decision.candidate.index
    if decision.candidate.tacit and graph.prepositions[i] == "for":
        return True  # `a cap for toddlers`
    if decision.candidate.tacit and graph.prepositions[p] == "for" and graph.prepositions[i] == "with":
        return graph.heads[graph.first_conjunct(i)] == graph.heads[p]  # `a cap for toddlers with a bobble`
    if _is_object_of_second(features, i, decision) or _is_reason(features, i):
        return True
    if _is_recipient(features, i, p):
        return True
    if is_likeness(features, i, p) or is_whose_it_is(features, i, p):
        return True
    if _is_subject_of_question(features, i, p) or is_manner(features, i):
        return True
    return is_look(features, i)  # `painted in bright colors`


def _is_reason(features: CaptionFeatures, i: int) -> bool:
    """``stops for lack of fuel``, ``backs up for miles``: why, or how far, and nothing that is acted upon."""
    graph = features.graph
    named = features.supersenses[i] in ("feeling", "quantity", "state")
    named = named and not graph.dependents(i, "amod", "det", "nummod")
    return graph.written_prepositions[i] == "for" and named


def _is_subject_of_question(features: CaptionFeatures, i: int, p: int) -> bool:
    """``explains how bees dance``, ``says the box is full``: the dance is explained, and not the bees."""
    graph, clause = features.graph, features.graph.heads[i]
    if graph.relation(i) != "nsubj" or clause < 0 or graph.heads[clause] != p or i < p:
        return False
    asked = any(graph.words[c].xpos == "WRB" for c in graph.dependents(clause, "advmod"))
    said = features.verb_lemmas[p] in ("announce", "claim", "say", "state")
    return (asked or said) and graph.relation(clause) == "ccomp"


def _is_told_of_another(features: CaptionFeatures, i: int) -> bool:
    """``a woman whose bag is on a chair``: where the bag is, and not she."""
    subjects = features.graph.dependents(i, "nsubj")
    return bool(subjects) and all(features.graph.lowered[c] not in ("that", "which", "who") for c in subjects)


def _top(features: CaptionFeatures, i: int) -> int:
    """The word at the top of what a word hangs on."""
    return (features.graph.ancestors(i) or [i])[-1]


def _is_of_existence(features: CaptionFeatures, i: int, thing: int) -> bool:
    """Whether a place is of a `there is` of something else: ``a van on a road, and beside it there is a car``."""
    graph = features.graph
    verb = graph.heads[graph.first_conjunct(i)]
    return verb >= 0 and bool(graph.dependents(verb, "expl")) and verb not in graph.ancestors(thing)


def _is_of_another_is(features: CaptionFeatures, i: int, own: int, of_is: set[int]) -> bool:
    """Whether a place is not that of an `is`: ``Two bags, one of which is open, lie on a bed``."""
    graph = features.graph
    aside = graph.relations[own].endswith(":relcl") and graph.words[own].upos == "ADJ"
    return i != own and (i in of_is or (aside and graph.heads[graph.first_conjunct(i)] != own))


def _is_aimed_at_by_another(features: CaptionFeatures, i: int, p: int) -> bool:
    """``blows a whistle and points at a goal``: what one act is about is no place of the act beside."""
    verb = features.graph.heads[features.graph.first_conjunct(i)]
    if features.supersenses[i] == "time":
        return False  # `looks out at dusk`
    return (
        verb not in (-1, p)
        and features.graph.words[verb].upos == "VERB"
        and (features.verb_lemmas[verb] in AIMED_AT)
    )


def _is_of_a_part(features: CaptionFeatures, i: int, p: int) -> bool:
    """``Two monks, one on a mule and one on a horse, cross a river``: where each is, and not all."""
    head = features.graph.heads[i]
    return p != head >= 0 and is_part(features, head)


def _is_no_place(
    features: CaptionFeatures,
    i: int,
    decision: PredicateDecision,
    acting: set[int],
    passive: set[int],
    of_is: set[int],
) -> bool:
    graph, p = features.graph, decision.candidate.index
    preposition = graph.written_prepositions[i]
    respect = is_respect(features, i) and not decision.candidate.tacit
    if is_manner(features, i) or _is_of_a_part(features, i, p) or respect:
        return True
    own = graph.heads[p] if not decision.candidate.tacit and graph.relation(p) == "cop" else -1
    if (preposition == "with" and i in acting) or (preposition in ("by", "in") and i in passive):
        return True
    is_ = features.verb_lemmas[p] == "be" and graph.words[i].upos in THINGS and not preposition
    if is_ and own in (i, graph.first_conjunct(i)):
        return True  # `It is a photo`: what something is, and not where
    if preposition == "with" and i < p and not decision.candidate.tacit:
        # What somebody has who is somewhere, or has in a place of its own, is neither companion nor tool.
        placed = any(graph.written_prepositions[c] in PLACES | {"in"} for c in graph.dependents(i, "nmod"))
        if placed or features.verb_lemmas[p] == "be":
            return True
    if decision.candidate.tacit and _is_of_existence(features, i, p):
        return True
    bare = not preposition and graph.words[i].upos in THINGS and features.supersenses[i] != "time"
    named = i in features.antecedents or features.lexicon.is_adverb(graph.lowered[i])
    if bare and (decision.candidate.tacit or not named):
        return True  # no word makes it a place
    if _is_of_another(features, i, decision) or _is_of_the_second(features, i, decision):
        return True
    if i in of_is and graph.relation(i) == "acl" and own < 0 and _is_told_of_another(features, i):
        return True
    if (
        graph.sentences[i] == graph.sentences[p]
        and i not in features.antecedents
        and _top(features, i) != _top(features, p)
    ):
        return True  # `we can see grass, and at the top we can see the sky`: each clause has its own
    if not decision.candidate.tacit and preposition == "at" and _is_aimed_at_by_another(features, i, p):
        return True
    return preposition in _NOWHERE or (own >= 0 and _is_of_another_is(features, i, own, of_is))
