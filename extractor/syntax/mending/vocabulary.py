"""Words by which trees are mended: what is done to things, what things do, what stands apart from its verb."""

from __future__ import annotations

THIRD_PERSON = "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"
PLURAL_PRESENT = "Mood=Ind|Tense=Pres|VerbForm=Fin"
SINGULAR = frozenset({"a", "an", "one", "another", "each", "every"})
# Of one form for one and many as subjects: `a couple sit on a bench`.
COLLECTIVE = frozenset(
    """audience band cast class committee couple crew crowd family group herd pack pair panel party people police squad
    staff team trio""".split()
)
BE = frozenset({"is", "are", "was", "were", "'s", "be", "being", "been"})
DEGREES = frozenset({"very", "so", "too", "quite", "more", "most", "rather", "really"})
THINGS = frozenset({"NOUN", "PROPN"})
FINITE = frozenset({"VBZ", "VBP", "VBD"})
LIVING = frozenset({"person", "animal"})
# Participles that say how the thing right before them is, never how somebody does something.
STATES = frozenset(
    """close coat cover decorate embroider fill fold knot line load lower open paint pile print raise shut spread stack
    switch top tuck turn wrap""".split()
)
# Verbs whose object may stand before their particle, and behind it: `throws the lemon away`, `rolls up a carpet`.
SEPARABLE = {
    "away": "blow bring carry clear fold give hide kick lock pack punch push put send take throw tuck wash".split(),
    "back": "give hand hold pay pull push put send take throw".split(),
    "down": "break chop cut hose knock lay let pull put set take tear tie turn wipe write".split(),
    "in": "bring haul let pull reel tuck".split(),
    "off": (
        "brush cut dry dust fend fight hand kick peel pull put rinse rip shake show switch take tear turn ward wash "
        "wipe"
    ).split(),
    "on": "pull put slip switch try turn".split(),
    "out": "blow bring cut give hand hang hold lay point pour pull put reach rinse spread stretch take throw".split(),
    "over": "flip hand knock tip turn".split(),
    "together": "join press put sew stick tie".split(),
    "up": (
        "blow break build bundle button chop churn clean cover cut dig dress fold fill hang heat hold hook jack lift "
        "light "
        "line load mix mop open pack pick pile pin prop pull pump push put raise roll round scoop set split stack "
        "tear tie "
        "throw wake warm wipe wrap zip"
    ).split(),
}
# What things do, and hardly anybody else: `cross a bridge hanging above a gorge`.
ACTS_OF_THINGS = frozenset(
    """bear billow blink burn buzz chirp clang clank clatter clink contain crackle creak dangle depict display drip
    feature flap flash flow flutter glow grow hang jingle lead leak melt patter overflow overlook portray pour
    protrude rattle rise rumble rustle sizzle span spill squeak tick whir""".split()
)
# Ways that only what moves goes, and how things are that something else moves.
ALONG = frozenset("across along down past through toward towards up".split())
HELD = frozenset("cover cram crowd fill heap load pack pile stack stuff wrap".split())
# What lies on things does, and who is near them hardly ever.
SPREADING = frozenset("border cover fill line litter surround".split())
# What is moved to or past may lie there, and who moves does not: `swims toward a wreck lying on the sand`.
RESTING = frozenset("hang lean lie rest sit stand".split())
MOVING = frozenset("approach climb cross pass".split())
WAYS = frozenset("across into onto over past through toward towards".split())
# And such as say how somebody stands or is dressed: `a man with a beard seated on a bench`.
STANDING = frozenset(
    """accompany assist cross-leg crouch dress escort follow gather lean line lose pair park perch photograph
    picture pose prepare pursue seat show sit squat stand style surround trail wear""".split()
)
# What somebody does to things: of a thing without an object behind it they say how it is.
DONE_TO_THINGS = STATES | frozenset(
    """arrange attach clutter crown display dress drizzle equip garnish mount park pitch place seat set stuff surround
    tie trim""".split()
)
# Verbs that have an object, wherever it stands.
WITH_OBJECTS = frozenset("carry chase hold make prepare pull push ride touch use wear".split())
# `covered with snow`: what surrounds is the agent.
SURROUNDING = frozenset(
    """accent adorn bead bedeck bejewel blanket border bury cake cap carpet clog clutter coat cover cram
    crisscross crowd crown crust dapple deck decorate dot drench drizzle dust edge embellish emblazon embroider
    encircle encrust engrave equip etch festoon fill fit flank fringe frost furnish garnish glaze hem ice inlay
    lace lade layer light line litter load overgrow pack paint panel pattern pave pepper plaster print rim roof
    slather smear soak spatter speckle splatter spread sprinkle stain stock streak strew stud stuff surround
    swarm swathe thatch tile top trim upholster wreathe""".split()
)
# Classes of what somebody or something goes off: `kicks off a wall`.
LEFT = frozenset("building furniture room seat structure surface vehicle way".split())
COLORS_OF_THINGS = frozenset(
    "black blue brown gold gray green grey orange pink purple red silver tan white yellow".split()
)
COLORS = frozenset({"color", "colors", "colour", "colours"})
# What makes something have a colour.
PAINTING = frozenset("color colour dye paint spray stain tint".split())
# Before the name of an animal that is a thing: `a teddy bear`.
TOYS = frozenset("ceramic clay plastic plush porcelain rubber stuffed teddy toy wooden".split())
# Pictures that are made where they are: `a mural of a cat painted on a wall`.
DRAWN = frozenset("drawing image logo mural painting photo photograph picture portrait print sketch".split())
WORN = frozenset({"clothing", "footwear", "headdress", "jewelry", "uniform"})
# And clothes that the lexicon knows as something else first: a loafer is a person.
GARMENTS = frozenset(
    """bikini gear glasses glove goggles headband heel helmet hoodie jersey loafer mitten onesie romper scarf skirt
    sunglasses tee tunic tutu veil visor""".split()
)
# Frames of what is shown, in which nothing acts and nothing is.
FRAMES = frozenset(
    """footage image mammogram mri photo photograph picture radiograph scan screenshot shot slice snapshot sonogram
    ultrasound view""".split()
)
# What one does with nothing in hand: what stands behind the object with `with` is the object's.
WITHOUT_TOOLS = frozenset(
    "approach carry contain enter face feature hold overlook own pass surround wear".split()
)
VEHICLES = frozenset(
    """bicycle bike boat bus car cart helicopter motorbike motorboat motorcycle plane scooter ship taxi tractor train
    tram truck tugboat van vehicle""".split()
)
# Before clauses, and before nothing else.
MARKS = frozenset({"as", "because", "when", "while"})
# Classes of things whose names are those of acts, too.
SOLID = frozenset(
    "clothing container device furniture hair musical_instrument plant seat shape substance toy".split()
)
# Works in which there is more than one thing, and a scene around it.
DEPICTIONS = frozenset(
    """drawing engraving etching fresco illustration lithograph painting print sketch watercolor watercolour
    woodcut""".split()
)
# And such as are for what they show.
ADVERTISEMENTS = frozenset("ad advert advertisement commercial poster trailer".split())
# What a picture does with what is in it.
SHOWING = frozenset("demonstrate depict display feature picture portray reveal show".split())
# Who looks at a picture, and does so: `we can see`.
READERS = frozenset({"i", "one", "we", "you"})
SEEING = frozenset({"find", "notice", "observe", "see"})
SAYING = frozenset({"read", "reads", "reading", "say", "says", "saying", "spell", "spells", "spelling"})
HEARD = frozenset("machinery music traffic wind".split())
SIDES = frozenset("back bottom center centre front left middle right top".split())
SOUNDS = frozenset("footage noise noises sound sounds video".split())
LIVING_CLASSES = frozenset({"person", "animal"})
# Said of what stands before, in a list that is none: `a fork, not a knife`.
CONTRASTS = frozenset({"not", "only", "just"})
# Prepositions of places that may stand before the verb of their clause.
PLACING = frozenset(
    """above across along at behind below beneath beside between by down from in inside near on over through to under
    up""".split()
)
PARTICLES = frozenset("back down in off on out over through up".split())
# Verbs whose `up` stands before a preposition: `lined up on a shelf`.
UP = frozenset("curl fold gather hang hook line lock pile prop roll set stack stand tie wrap".split())
PARTS_OF_CLOTHES = frozenset(
    """bow button collar cuff detail drawstring embroidery fringe hem hood lace lapel logo neckline pattern pocket print
    ruffle sequin sleeve slit stitching strap stripe trim zip zipper""".split()
)
PARTS_OF_THINGS = frozenset(
    """back base bottom bumper cover dashboard door edge front handle hood label lid lip mast neck roof rim side sides
    spout stern tail top wheel windshield wing""".split()
)
# Of those that were named: `three gulls, one on a pole`.
PARTS = frozenset("another both each many most one other others some two three four five six".split())
# Prepositions of places before the verb of their clause, of whatever is around, too.
FRONTED = PLACING | frozenset(
    "against amid among around atop behind beyond opposite outside underneath".split()
)
# Participles that only name: `a cat called Tom`.
NAMING = frozenset({"call", "christen", "dub", "entitle", "label", "name", "nickname", "title"})
# Prepositions that a clause may end in, because the noun that they govern stands before it.
LEFT_OPEN = frozenset(
    """across against along around at behind beside by down from in inside into near on onto over past through to under
    with""".split()
)
# What stands before a noun and is its own.
BEFORE_NOUN = frozenset({"amod", "compound", "det", "nmod:poss", "nummod"})
RELATIVES = frozenset({"that", "which", "who"})
# What makes a sound, or noise, by itself, and does it to nothing.
SOUNDING = frozenset(
    """bark beep bleat buzz caw chatter cheep chirp cluck coo creak croak crow echo growl hoot howl hum laugh meow moan
    moo murmur neigh purr quack resonate rumble screech snore speak squawk squeak squeal talk tick tweet twitter vibrate
    whimper whine whir whirr""".split()
)
