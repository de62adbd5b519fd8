"""Words by which captions speak of other things than what their picture shows.

Made with the odd half of ``tests/data/paragraphs`` in view, and by what such texts commonly say.
"""

from __future__ import annotations

PICTURES = frozenset(
    """image photo photograph picture pic shot snapshot photography composition viewer observer onlooker
    viewpoint perspective focus description illustration""".split()
)
"""The picture itself, and who looks at it."""

ONLOOKERS = frozenset("viewer viewers observer observers onlooker one you we us i".split())
"""Who looks at the picture, where a verb of thought or a modal says so."""

VIEWERS = frozenset({"viewer", "observer", "onlooker"})
"""Those of them who are nobody in the picture."""

SHOWING = frozenset("show depict feature capture display portray present showcase contain reveal".split())
"""What a picture does."""

DRAWING = frozenset("draw attract catch capture grab".split())
"""What is done to the attention."""

HEDGES = frozenset(
    """perhaps possibly probably likely presumably apparently seemingly maybe potentially supposedly conceivably
    plausibly arguably allegedly""".split()
)
"""Adverbs of a guess."""

MODALS = frozenset("might may could would should must".split())
"""Auxiliaries of a guess or a fancy."""

RAISING = frozenset("seem seems seemed appear appears appeared".split())
"""Verbs of how something seems, whose act stands behind them."""

SEEMING = frozenset("seem appear look feel".split())

GUESSING = frozenset(
    "suggest imply hint indicate signify presume assume suppose guess speculate judge".split()
)
"""Verbs whose subject gives reason for a guess, and verbs of guessing."""

FANCY = frozenset("imagine wonder picture dream envision pretend".split())
"""Verbs of what is thought and not seen."""

ATTENTION = frozenset("attention eye gaze focus interest".split())

JUDGING = frozenset(
    """accentuate allow appeal beckon blend captivate complement contribute convey elevate embody emphasise emphasize
    enhance ensure epitomize evoke exude harmonize heighten highlight imbue immerse infuse inspire instill invite lend
    invoke radiate remind reinforce resonate showcase signify speak symbolise symbolize testify transport underscore
    welcome whisper delight enchant fascinate intrigue celebrate promise mirror soothe""".split()
)
"""Verbs that say how something seems to the writer, where no person or animal does it to a thing."""

LIGHT = frozenset(
    """add bring cast create enrich express form give have hold keep leave lend make offer present provide reflect
    render serve set spread tell invite exhibit capture bear carry depict show feature be play represent strike define
    celebrate maintain suggest dominate""".split()
)
"""Verbs that say so where what they are of is abstract."""

ABSTRACT = frozenset(
    """ambiance ambience atmosphere aura mood vibe charm elegance beauty serenity tranquility tranquillity calm harmony
    sense feeling impression touch element depth contrast effect character quality feel air essence spirit story
    narrative testament reminder glimpse aesthetic appeal allure mystery magic warmth coziness comfort joy romance
    happiness love passion peace solitude nostalgia freedom strength power resilience simplicity balance symmetry
    interest dimension dynamic dynamism movement energy vibrancy richness texture intrigue drama tension moment
    connection bond style look design theme tone charm balance purity order clarity grandeur majesty splendor
    sophistication luxury whimsy contemplation quality lifestyle culture history tradition craftsmanship comparison
    setting scene overview representation symbol blend mix combination juxtaposition visual backdrop intimacy
    liveliness focal anticipation excitement wonder awe curiosity life nature poetry idea way manner""".split()
)
"""Nouns that name nothing that can be seen."""

ABSTRACT_SENSES = frozenset({"attribute", "state", "feeling", "cognition", "motive", "relation"})
"""Supersenses of such nouns."""

CONCRETE = frozenset(
    """shadow shade pattern reflection light sunlight shape line row smoke color colour picture view path way
    expression pose smile hair face skin water snow rain fog mist steam sky ray beam design sign number letter
    word text label stripe dot spot stain hole crack fold knot heart star arrow image pond back center centre
    side edge corner top bottom position ground area place pile stack lot part piece clothes outfit darkness""".split()
)
"""Nouns of such senses, in the lexicon, that can be seen after all."""

NO_THINGS = frozenset(
    """color colour shade tone tint position location place motion presence posture view way expression pose shape
    design part lot size form pattern detail number style angle surroundings distance horizon element feature""".split()
)
"""What things have or where they are, which are none themselves."""

THINGLESS_SENSES = ABSTRACT_SENSES | {"act", "time", "quantity"}
"""Supersenses of nouns that are no things, in prose."""

ABSTRACT_SUBJECTS = frozenset(
    """ambiance ambience atmosphere aura mood vibe scene setting contrast combination composition design presence
    simplicity beauty overall arrangement interplay juxtaposition presentation interior lighting aesthetic palette
    sight sightline experience moment effect elegance impression tone style feeling sense touch charm view
    attention perspective emphasis detail""".split()
)
"""Subjects of judgements."""

BEINGS = frozenset({"person", "animal", "group", "pronoun"})
"""Supersenses of who can act."""

ARGUMENT_RELATIONS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "root", "conj", "parataxis"})
"""Relations in which a number or an adjective stands for a thing: ``one of them``, ``the other``."""

NEEDED = (
    HEDGES
    | MODALS
    | RAISING
    | PICTURES
    | {"if", "though", "whether", "viewer", "viewers", "viewer's", "one", "you", "us"}
)
"""Words, as written, of which a caption has one where it may speak of what is not depicted."""

NEEDED_VERBS = JUDGING | GUESSING | FANCY | SEEMING
"""Lemmas of verbs of the same kind."""
