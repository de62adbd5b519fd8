"""What of a caption is depicted: frames, judgements, guesses and fancies get their reason.

The tree says how far a cue reaches: a hedge holds of its verb and of the clauses beneath, a judgement of what it
judges. Some cues count in captions of several sentences alone, where models write prose: ``seems to be reading`` in a
caption of one sentence is how people say what they see.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from extractor.links.caption_features import CaptionFeatures
from extractor.tuples import cues
from extractor.types import Argument, SemanticTuple, UndepictedReason

MIN_PROSE_SENTENCES = 3
"""Sentences of a caption that is prose: shorter ones say little but what people see."""
MIN_PROSE_WORDS = 40
"""Words of such a caption, where it has fewer sentences."""

_CLAUSES = frozenset({"ccomp", "xcomp", "acl", "advcl", "csubj", "parataxis"})
_GENERIC = frozenset("one you we us viewer viewers i".split())


def is_prose(features: CaptionFeatures) -> bool:
    """Whether a caption is long enough to be prose rather than a line under a picture."""
    sentences, words = features.graph.sentences, features.graph.words
    return bool(sentences) and (sentences[-1] + 1 >= MIN_PROSE_SENTENCES or len(words) >= MIN_PROSE_WORDS)


def with_reasons(
    features: CaptionFeatures, tuples: Sequence[SemanticTuple], *, prose: bool
) -> tuple[SemanticTuple, ...]:
    """The tuples of a caption, each with the reason why it is not depicted where there is one.

    Args:
        features: The caption.
        tuples: Its tuples; reasons that they have stay.
        prose: Whether the caption is prose, see `is_prose`.
    """
    if not prose and (
        cues.NEEDED.isdisjoint(features.graph.lowered) and cues.NEEDED_VERBS.isdisjoint(features.verb_lemmas)
    ):
        return tuple(tuples)
    return tuple(_Reasons(features, tuples, prose=prose).marked())


class _Reasons:
    """The reasons of one caption."""

    def __init__(self, features: CaptionFeatures, tuples: Sequence[SemanticTuple], *, prose: bool) -> None:
        self.features = features
        self.graph = features.graph
        self.tuples = tuples
        self.prose = prose
        self.index_by_start = {token.start: i for i, token in enumerate(features.graph.parse.tokens)}
        self.reason_by_word: dict[int, UndepictedReason] = dict(self._cued_words())

    def marked(self) -> Iterator[SemanticTuple]:
        reasons = [item.reason or self._own_reason(item) for item in self.tuples]
        for item, reason in zip(self.tuples, reasons, strict=True):
            p = self._word(item)
            if reason not in (None, "frame", "negated") and p is not None and not item.predicate.tacit:
                self.reason_by_word.setdefault(p, reason)
        for item, own in zip(self.tuples, reasons, strict=True):
            reason = own or self._reason_above(item)
            if reason is not None:
                yield dataclasses.replace(item, reason=reason)
            else:
                yield self._with_argument_reasons(item)

    def _word(self, item: SemanticTuple) -> int | None:
        """The word of the predicate; of a tacit one, that of its first argument."""
        if not item.predicate.tacit:
            return self.index_by_start.get(item.predicate.start) if item.predicate.start is not None else None
        for argument in (*item.agents, *item.patients, *item.locatives):
            if argument.start is not None:
                return self.index_by_start.get(argument.start)
        return None

    def _cued_words(self) -> Iterator[tuple[int, UndepictedReason]]:
        """The words of which a cue says that they are guessed or imagined: heads of what they say."""
        graph = self.graph
        for i, form in enumerate(graph.lowered):
            head = graph.heads[i]
            if head < 0:
                continue
            if form in cues.HEDGES and graph.relation(i) in ("advmod", "discourse", "parataxis"):
                if graph.words[head].upos != "NUM":
                    yield head, "hedged"
            elif form in cues.MODALS and graph.relation(i) == "aux":
                generic = any(graph.lowered[s] in _GENERIC for s in graph.dependents(head, "nsubj"))
                yield head, "imagined" if generic or form in ("would", "should") else "hedged"
            elif form in cues.RAISING and i in graph.folded and self.prose:
                yield head, "hedged"
            elif form in ("if", "though") and i and graph.lowered[i - 1] == "as":
                yield graph.heads[head] if graph.relation(i) == "fixed" else head, "imagined"
            elif form == "whether":
                yield head, "hedged"
            elif form == "can" and graph.relation(i) == "aux" and self.prose:
                subjects = [graph.lowered[s] for s in graph.dependents(head, "nsubj")]
                if (
                    any(s in _GENERIC or s in ("viewer", "viewers") for s in subjects)
                    and head not in graph.folded
                ):
                    yield head, "imagined"

    def _own_reason(self, item: SemanticTuple) -> UndepictedReason | None:
        p = self._word(item)
        if p is None:
            return None
        if item.predicate.tacit:
            return self._tacit_reason(item)
        features, graph = self.features, self.graph
        lemma = features.verb_lemmas[p]
        agents, patients = self._lemmas(item.agents), self._lemmas(item.patients)
        subject = self._subject_lemma(p)
        onlookers = {*agents, *patients} & (cues.ONLOOKERS if self.prose else cues.VIEWERS)
        if lemma in cues.FANCY and (onlookers or subject in ("it", "", None)):
            return "imagined"
        if onlookers - {"one", "i"}:
            if lemma in cues.JUDGING:
                return "judgement"
            return "imagined" if onlookers & set(agents) else "frame"
        if lemma in cues.GUESSING and (self.prose or graph.dependents(p, "ccomp")):
            return "hedged"
        if patients and set(patients) <= cues.ATTENTION and lemma in cues.DRAWING:
            return "frame"
        if not self.prose:
            return self._reason_of_short(item, p, lemma, agents, patients)
        if self._is_of_picture(p, lemma, agents or ([subject] if subject else []), patients):
            return "frame"
        if self._is_judgement(item, p, lemma, agents, patients, subject):
            return "judgement"
        return None

    def _reason_of_short(
        self, item: SemanticTuple, p: int, lemma: str, agents: Sequence[str], patients: Sequence[str]
    ) -> UndepictedReason | None:
        """Of a line under a picture, only what speaks of nothing that can be seen."""
        if lemma in cues.SHOWING and agents and set(agents) <= cues.PICTURES:
            return "frame"
        abstract = bool(patients) and all(self._is_abstract(name) for name in patients)
        if lemma in cues.JUDGING and abstract and not self._is_being(item, p):
            return "judgement"
        return None

    def _is_of_picture(self, p: int, lemma: str, subjects: Sequence[str], patients: Sequence[str]) -> bool:
        """Whether the picture itself does or undergoes it: ``the composition centers on``, ``the image was taken``."""
        acted = self.features.is_passive(p) and lemma in (
            "take",
            "capture",
            "make",
            "draw",
            "shoot",
            "set",
            "frame",
        )
        if acted and cues.PICTURES & set(patients):
            return True
        own = cues.PICTURES | ({"scene"} if lemma in cues.SHOWING or lemma == "take" else set())
        if not subjects or not set(subjects) <= own:
            return False
        return not acted and (lemma not in ("hang", "stand", "lie", "lean", "sit", "be") or bool(patients))

    def _is_judgement(
        self,
        item: SemanticTuple,
        p: int,
        lemma: str,
        agents: Sequence[str],
        patients: Sequence[str],
        subject: str | None,
    ) -> bool:
        features = self.features
        being = self._is_being(item, p)
        abstract = [name for name in patients if self._is_abstract(name)]
        if lemma in cues.JUDGING:
            return not being or bool(abstract)
        if lemma in cues.SEEMING and not item.patients and not item.locatives:
            return not being or bool(self.graph.dependents(p, "xcomp"))
        subjects = agents or ([subject] if subject else [])
        if subjects and all(name in cues.ABSTRACT_SUBJECTS for name in subjects):
            return True
        if subjects and all(self._is_abstract(name) for name in subjects) and not being:
            return bool(abstract) or not item.locatives
        if lemma in cues.LIGHT and abstract and not being:
            return True
        if lemma == "make" and not being:
            return bool(self.graph.dependents(p, "xcomp", "ccomp"))
        return lemma in ("arrange", "design") and any(
            features.noun_lemmas[c] in ("way", "manner", "fashion") for c in self.graph.dependents(p, "obl")
        )

    def _tacit_reason(self, item: SemanticTuple) -> UndepictedReason | None:
        if not self.prose:
            return None
        names = self._lemmas(item.agents) or self._lemmas(item.patients)
        if not names:
            return None
        if names[0] in cues.PICTURES:
            return "frame"
        if all(
            name in cues.ABSTRACT and name in cues.ABSTRACT_SUBJECTS and name != "scene" for name in names
        ):
            return "judgement"
        return None

    def _is_being(self, item: SemanticTuple, p: int) -> bool:
        """Whether a person or an animal does it, who may have fun and tell stories."""
        features = self.features
        words = [self.index_by_start[a.start] for a in item.agents if a.start in self.index_by_start]
        if not words:
            subject, _ = features.subject(p)
            words = [subject] if subject >= 0 else []
        return any(
            features.supersenses[i] in cues.BEINGS
            or features.noun_classes[i] in ("person", "people", "animal", "animals")
            or features.noun_lemmas[i] in ("person", "people", "man", "woman", "couple", "family", "crowd")
            for i in words
        )

    def _is_abstract(self, lemma: str) -> bool:
        if lemma in cues.ABSTRACT:
            return True
        if lemma in cues.CONCRETE:
            return False
        senses = self.features.lexicon.supersenses(lemma, "noun")
        return bool(senses) and senses[0] in cues.ABSTRACT_SENSES

    def _subject_lemma(self, p: int) -> str | None:
        subject, _ = self.features.subject(p)
        return self.features.noun_lemmas[subject] if subject >= 0 else None

    @staticmethod
    def _lemmas(arguments: Sequence[Argument]) -> list[str]:
        return [a.lemma for a in arguments if a.lemma]

    def _reason_above(self, item: SemanticTuple) -> UndepictedReason | None:
        """The reason of what a tuple stands beneath; a tacit one stands where its participants do."""
        if not item.predicate.tacit:
            return self._inherited(self._word(item))
        for argument in (*item.agents, *item.patients):
            reason = self._inherited(self.index_by_start.get(argument.start or 0))
            if reason is not None:
                return reason
        return None

    def _inherited(self, p: int | None) -> UndepictedReason | None:
        """The reason of a clause that stands beneath what has one."""
        graph = self.graph
        steps = 0
        while p is not None and p >= 0 and steps < 12:
            if p in self.reason_by_word:
                return self.reason_by_word[p]
            relation = graph.relation(p)
            head = graph.heads[p]
            if relation == "conj" and graph.dependents(p, "nsubj"):
                return None  # a clause of its own
            if relation == "advcl" and self._is_told_beside(p):
                return None
            if (
                relation in ("advcl", "parataxis")
                and graph.dependents(p, "nsubj")
                and not graph.dependents(p, "mark")
            ):
                return None
            if head >= 0 and relation not in _CLAUSES | {"cop", "conj", "obj", "obl", "nmod", "appos"}:
                return None
            p, steps = head, steps + 1
        return None

    def _is_told_beside(self, p: int) -> bool:
        """A clause that says what else is so: ``while a dog sleeps``."""
        graph = self.graph
        return any(
            graph.lowered[c] in ("while", "as", "when", "where", "whereas", "with")
            for c in graph.dependents(p, "mark")
        ) and not any(graph.lowered[c] in ("if", "though") for c in graph.dependents(p, "mark"))

    def _with_argument_reasons(self, item: SemanticTuple) -> SemanticTuple:
        """What is depicted, with the reasons of those of its arguments that are not: ``in this captivating shot``."""
        if not self.prose:
            return item

        def marked(slot: tuple[Argument, ...], *, locative: bool) -> tuple[Argument, ...]:
            found = [self._argument_reason(a, locative=locative) for a in slot]
            if not any(found):
                return slot
            return tuple(
                a if reason is None else dataclasses.replace(a, reason=reason)
                for a, reason in zip(slot, found, strict=True)
            )

        return dataclasses.replace(
            item,
            agents=marked(item.agents, locative=False),
            patients=marked(item.patients, locative=False),
            locatives=marked(item.locatives, locative=True),
        )

    def _argument_reason(self, argument: Argument, *, locative: bool) -> UndepictedReason | None:
        if argument.reason is not None or argument.kind == "image-region" or not argument.lemma:
            return argument.reason
        if locative and argument.lemma in cues.PICTURES and argument.preposition == "in":
            return "frame"
        if locative and argument.lemma in (
            "scene",
            "setting",
            "way",
            "manner",
            "style",
            "atmosphere",
            "mood",
        ):
            return "judgement"
        return None
