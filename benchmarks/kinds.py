"""Templates for kinds of phrases that captions are misread at, with tuples known by construction: right / all by kind.

    python -m benchmarks.kinds --model en-captions [--wrong] [--kind negation] [--list]

A caption is right when its tuples are the expected ones, whole, and there are no others. The templates have our own
words and follow ``docs/annotation-guide.md``; nothing is learned from them.

A template is a caption and the tuples it has, ``predicate | agents | patients | locatives``. ``{person}`` is a word of
a list, ``{person:s}`` its plural, ``{person2}`` another word of the list; ``{act:3}`` is a verb with -s, ``{act:g}``
with -ing. A tuple has the form as it stands in the caption and, where it differs, the base form: ``wearing=wear``.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from extractor import Extractor
from extractor.types import Argument, Caption, Predicate, SemanticTuple
from training.links.evaluate import count_exact

CASES_PER_KIND = 48
SEED = 13

WORDS: Mapping[str, Sequence[str]] = {
    name: words.split()
    for name, words in {
        "person": "man woman boy girl nurse farmer dancer waiter",
        "animal": "dog cat horse goat duck cow donkey",
        "bird": "duck pigeon gull swan hawk",
        "wild": "elephant zebra giraffe deer",
        "thing": "cup rope flag basket phone camera lamp kettle",
        "clothes": "hat scarf coat jacket cap vest",
        "worn": "boot glove sandal mitten sock",
        "seat": "bench couch chair rug stool",
        "furniture": "table desk shelf counter",
        "fixture": "sink stove mirror window lamp toilet",
        "room": "kitchen bathroom bedroom hallway",
        "scene": "park garden field yard meadow",
        "road": "road street path highway",
        "water": "lake river pond canal",
        "building": "house barn church hut cabin",
        "vehicle": "bus truck van car tractor",
        "fruit": "apple pear lemon orange melon",
        "flower": "rose tulip daisy lily",
        "food": "pie cake pizza sandwich",
        "material": "wood glass metal paper",
        "container": "bowl cup plate bag bucket",
        "drink": "water milk juice tea",
    }.items()
}
# Base form, third person, participle.
VERBS: Mapping[str, Sequence[tuple[str, str, str]]] = {
    name: [(a, b, c) for a, b, c in (verb.split("/") for verb in verbs.split())]
    for name, verbs in {
        "act": "sing/sings/singing dance/dances/dancing smile/smiles/smiling laugh/laughs/laughing",
        "rest": "sleep/sleeps/sleeping yawn/yawns/yawning sneeze/sneezes/sneezing",
        "move": "walk/walks/walking run/runs/running jog/jogs/jogging",
        "take": "hold/holds/holding carry/carries/carrying clean/cleans/cleaning paint/paints/painting",
        "steer": "drive/drives/driving wash/washes/washing repair/repairs/repairing",
        "eat": "eat/eats/eating slice/slices/slicing share/shares/sharing",
    }.items()
}
_PLURALS = {
    "man": "men",
    "woman": "women",
    "daisy": "daisies",
    "lily": "lilies",
    "bench": "benches",
    "couch": "couches",
    "sandwich": "sandwiches",
    "church": "churches",
    "bus": "buses",
    "deer": "deer",
    "pony": "ponies",
    "scarf": "scarves",
    "shelf": "shelves",
}

# Kind, then captions with their tuples; a caption without tuples says nothing of what is there.
TEMPLATES = r"""
@ lists
A {person} wearing a {clothes} and {worn:s}.
  wearing=wear | {person} | {clothes}, {worn:s} |
A {person} holds a {thing}, a {thing2}, and a {thing3}.
  holds=hold | {person} | {thing}, {thing2}, {thing3} |
A vase filled with {flower:s} and leaves.
  filled=fill | {flower:s}, leaves=leaf | vase |
A {person} sits between a {person2} and a {person3}.
  sits=sit | {person} | | between {person2}, between {person3}
A {bird} flies over a {water} and a {road}.
  flies=fly | {bird} | | over {water}, over {road}
A {person} throws a ball to a {person2} and a {person3}.
  throws=throw | {person} | ball, {person2}, {person3} |
A {person} and a {person2} carry a {thing}.
  carry | {person}, {person2} | {thing} |
A {person}, a {person2} and a {person3} sit on a {seat}.
  sit | {person}, {person2}, {person3} | | on {seat}
A {person} bakes and eats a {food}.
  bakes=bake | {person} | {food} |
  eats=eat | {person} | {food} |
The {room} has a {fixture}, {fixture2} and {fixture3}.
  has=have | {room} | {fixture}, {fixture2}, {fixture3} |
A street lined with shops and {flower:s}.
  lined=line | shops=shop, {flower:s} | street |
The {building} is near a {water} and is surrounded by trees and bushes.
  is=be | {building} | | near {water}
  surrounded=surround | trees=tree, bushes=bush | {building} |
A clock hangs above a {furniture} and a {seat}.
  hangs=hang | clock | | above {furniture}, above {seat}
The {room} has no {fixture}, no {fixture2} and a {furniture}.
  has=have | {room} | !{fixture}, !{fixture2}, {furniture} |
{fruit:s}, {fruit2:s} and {fruit3:s} on a {furniture}.
  ~ | {fruit:s}, {fruit2:s}, {fruit3:s} | | on {furniture}
A {person} gives a {person2} a {thing} and a {thing2}.
  gives=give | {person} | {person2}, {thing}, {thing2} |
@ lists of acts and actors
A {person} peels, washes and slices {fruit:s}.
  peels=peel | {person} | {fruit:s} |
  washes=wash | {person} | {fruit:s} |
  slices=slice | {person} | {fruit:s} |
Two {person:s} load, weigh and seal crates.
  load | {person:s} | crates=crate |
  weigh | {person:s} | crates=crate |
  seal | {person:s} | crates=crate |
A {person} wears a {clothes} with brass buttons and a pair of {worn:s}.
  wears=wear | {person} | {clothes}, {worn:s} |
A {person}, a {person2} carrying a {thing} and a {person3} pushing a cart walk along a {road}.
  carrying=carry | {person2} | {thing} | along {road}
  pushing=push | {person3} | cart | along {road}
  walk | {person}, {person2}, {person3} | | along {road}
A counter holds {fruit:s}, {fruit2:s} and a few silver brooches.
  holds=hold | counter | {fruit:s}, {fruit2:s}, brooches=brooch |
Boxes, rolled up rugs and a {thing} lie on a {furniture}.
  lie | boxes=box, rugs=rug, {thing} | | on {furniture}
A {person} gives a {thing} wrapped in paper to a {person2}.
  gives=give | {person} | {thing}, {person2} |
  wrapped=wrap | | {thing} | in paper
{person:s} talk in a {room}, with pans rattling and a bottle being opened.
  talk | {person:s} | | in {room}
  rattling=rattle | pans=pan | |
  opened=open | | bottle |
A {person} holds a {thing}, with a {fruit} and a {fruit2} lying next to it.
  holds=hold | {person} | {thing} |
  lying=lie | {fruit}, {fruit2} | | next-to {thing}
A {building} whose windows face a {road}.
  face | windows=window | {road} |
A {person} buys {fruit:s}, puts them in a {container} and pays a {person2}.
  buys=buy | {person} | {fruit:s} |
  puts=put | {person} | {fruit:s} | in {container}
  pays=pay | {person} | {person2} |
A {vehicle} that holds up to nine {person:s}.
  holds=hold | {vehicle} | {person:s} |
@ sounds and manner
A {thing} lands with a thud.
  lands=land | {thing} | |
Hammering echoes through a {building}.
  echoes=echo | Hammering=hammering | | through {building}
A {person} leaves after practice.
  leaves=leave | {person} | | after practice
Two {person:s} backstage.
  ~ | {person:s} | | backstage
A {person} shakes hands with a {person2}.
  shakes=shake | {person} | hands=hand, {person2} |
A {clothes} worn with {worn:s}.
  worn=wear | | {clothes} | with {worn:s}
A {person} in earrings and a necklace {act:3}.
  {act:3} | {person} | |
On the left we can see a {person} {take:g} a {thing}.
  {take:g} | {person} | {thing} | on left
A {furniture} set for six.
  set | {furniture} | |
@ negation
A {scene} without a single {animal} in sight.
  ~ | !{animal} | | in sight
There are no {person:s} around.
  are=be | !{person:s} | | around
{person:s} see nothing except a {animal} that {rest:3}.
  see | {person:s} | !nothing |
  {rest:3} | {animal} | |
The {person} is not wearing a {clothes}.
There are not any {person:s} in the {scene}.
  are=be | !{person:s} | | in {scene}
The {animal} never touches the {thing}.
There is no {thing} on the {furniture}.
  is=be | !{thing} | | on {furniture}
There aren't any {animal:s} near the {building}.
  are=be | !{animal:s} | | near {building}
The {person} does not have a {thing}.
A {person} cannot reach the {thing}.
A {animal} lies on a {seat} and isn't moving.
  lies=lie | {animal} | | on {seat}
Nobody is sitting on the {seat}.
  sitting=sit | !nobody | | on {seat}
A {person} walks past a {building} without looking at it.
  walks=walk | {person} | | past {building}
No {person:s} are in the {scene}.
  are=be | !{person:s} | | in {scene}
A {person} wears no {clothes}.
  wears=wear | {person} | !{clothes} |
A {person} holds a {thing} but no {thing2}.
  holds=hold | {person} | {thing}, !{thing2} |
There isn't a {vehicle} in the {scene}.
  is=be | !{vehicle} | | in {scene}
The {room} has no {fixture:s}.
  has=have | {room} | !{fixture:s} |
A {person} stands in a {scene}. There are no {animal:s}.
  stands=stand | {person} | | in {scene}
  are=be | !{animal:s} | |
The {animal} doesn't {rest}.
The {animal} is not on the {seat}.
The {animal} is not on the {seat} but under it.
  is=be | {animal} | | under {seat}
A {person} holds a {thing}, not a {thing2}.
  holds=hold | {person} | {thing}, !{thing2} |
There are no {person:s} in the {scene}, only {animal:s} and {bird:s}.
  are=be | !{person:s}, {animal:s}, {bird:s} | | in {scene}
@ names
A {animal} called Tom sits on a {seat}.
  sits=sit | {animal} | | on {seat}
A {vehicle} named Sally is parked in a {scene}.
  parked=park | {vehicle} | | in {scene}
A {person} named Joy {act:3} in a {room}.
  {act:3} | {person} | | in {room}
A {building} known as the Mill stands beside a {water}.
  stands=stand | {building} | | beside {water}
A {person} dressed as a {person2} {act:3} in a {scene}.
  dressed=dress | {person} | | in {scene}
  {act:3} | {person} | | in {scene}
The {bird}, named Kit, is eating a {fruit}.
  eating=eat | {bird} | {fruit} |
A {thing} labelled {food} stands on a {furniture}.
  stands=stand | {thing} | | on {furniture}
A {person} holds a {animal} called Max.
  holds=hold | {person} | {animal} |
A {building} called Blue on a {road}.
  ~ | {building} | | on {road}
A {person} calls a {animal}.
  calls=call | {person} | {animal} |
A {animal} called by a {person} {rest:3}.
  called=call | {person} | {animal} |
  {rest:3} | {animal} | |
@ with-phrases
A {clothes} with two pockets and a zipper.
  ~have | {clothes} | pockets=pocket, zipper |
A {seat} with a {clothes} on it.
  ~ | {clothes} | | on {seat}
A {building} with a painting of a {animal} on it.
  ~ | painting | | on {building}
A {person} holds a {container} with a {fruit} in it.
  holds=hold | {person} | {container} |
  ~ | {fruit} | | in {container}
A {person} holds a board with writing on it.
  holds=hold | {person} | board |
  ~ | writing | | on board
A {container} with a handle and a lid.
  ~have | {container} | handle, lid |
A {vehicle} with a {animal} in the trunk.
  ~ | {animal} | | in trunk
A {person} on a {seat} with a {animal} in the {scene}.
  ~ | {person} | | on {seat}
  ~ | {animal} | | in {scene}
There is a {seat} with a {clothes} on it.
  is=be | {seat} | |
  ~ | {clothes} | | on {seat}
A {person} cuts a {food} with a knife.
  cuts=cut | {person} | {food} | with knife
A shirt with a button-down collar and a chest pocket.
  ~have | shirt | collar, pocket |
A bird made of paper sits on a {furniture}.
  sits=sit | bird | | on {furniture}
A leather bag with a pocket on the front.
  ~ | pocket | | on front
A {vehicle} passes a wall that has a clock on it.
  passes=pass | {vehicle} | wall |
  has=have | wall | clock |
A red crane with its hook lowered over a {vehicle}.
  lowered=lower | | hook | over {vehicle}
A {person} stands beside a {furniture} covered with {flower:s}.
  stands=stand | {person} | | beside {furniture}
  covered=cover | {flower:s} | {furniture} |
A {person} in a red {clothes}.
  ~wear | {person} | {clothes} |
A {person} in a {clothes} and {worn:s}.
  ~wear | {person} | {clothes}, {worn:s} |
A {room} with a {fixture} and a {furniture} with glass doors.
  ~have | {room} | {fixture}, {furniture} |
A {room} with a {seat} and a {furniture} with {flower:s} on it.
  ~have | {room} | {seat}, {furniture} |
  ~ | {flower:s} | | on {furniture}
A dress in white with a collar.
  ~have | dress | collar |
A {room} with {seat:s}, {fixture:s} and {person:s} {act:g}.
  ~have | {room} | {seat:s}, {fixture:s} |
  {act:g} | {person:s} | |
A square with a fountain and {vehicle:s} circling it.
  ~have | square | fountain |
  circling=circle | {vehicle:s} | square |
The ticket of a {person} with a suitcase.
  ~have | {person} | suitcase |
A {animal} on a {seat} and a {bird} under a {furniture}.
  ~ | {animal} | | on {seat}
  ~ | {bird} | | under {furniture}
@ clauses side by side
A {animal} fishes and a {bird} swims.
  fishes=fish | {animal} | |
  swims=swim | {bird} | |
Water splashes and {person:s} {act}.
  splashes=splash | water | |
  {act} | {person:s} | |
Food sizzles in a {container}.
  sizzles=sizzle | food | | in {container}
Branches sway in a {scene}.
  sway | branches=branch | | in {scene}
In front of the {furniture} there is a {seat} and on the {seat} there is a {thing}.
  is=be | {seat} | | in-front-of {furniture}
  is=be | {thing} | | on {seat}
At the left there is a {vehicle} and at the right there is a {building}.
  is=be | {vehicle} | | at left
  is=be | {building} | | at right
Here we can see two {person:s} sitting on {seat:s} and there is a {thing} on the {furniture}.
  sitting=sit | {person:s} | | on {seat:s}
  is=be | {thing} | | on {furniture}
A crowd is gathered around a {person} juggling {fruit:s}.
  gathered=gather | crowd | | around {person}
  juggling=juggle | {person} | {fruit:s} |
A {person} holding a {thing} and a {person2} {act:g}.
  holding=hold | {person} | {thing} |
  {act:g} | {person2} | |
A tray holding two cups and a {fruit} stands on the {furniture}.
  holding=hold | tray | cups=cup, {fruit} | on {furniture}
  stands=stand | tray | | on {furniture}
Wind blows and leaves rustle.
  blows=blow | wind | |
  rustle | leaves=leaf | |
A {person} chases a {animal} carrying a {thing}.
  chases=chase | {person} | {animal} |
  carrying=carry | {animal} | {thing} |
Three {thing:s} are lined up on a {furniture}.
  lined up=line-up | {thing:s} | | on {furniture}
A {person} and a {person2} walk hand in hand through a {scene}.
  walk | {person}, {person2} | | through {scene}
A {person} {act:3} while a {person2} {rest:3}.
  {act:3} | {person} | |
  {rest:3} | {person2} | |
@ clauses without their verb
A {person} holds a {thing} and a {person2} a {container}.
  holds=hold | {person} | {thing} |
  ~hold | {person2} | {container} |
One {person} wears a {clothes}, the other a {clothes2}.
  wears=wear | {person} | {clothes} |
  ~wear | other | {clothes2} |
One {person} plays the flute, another the drums.
  plays=play | {person} | flute |
  ~ | another | drums=drum |
The {room} has a {seat} and the {room2} no {furniture}.
  has=have | {room} | {seat} |
  ~have | {room2} | !{furniture} |
One {vehicle} is parked on the grass and the other in the {road}.
  parked=park | {vehicle} | | on grass
  ~ | other | | in {road}
Two {container:s}, one filled with {drink}, the other with {fruit:s}.
  filled=fill | {drink} | one |
  ~have | other | {fruit:s} |
One {furniture} is covered by a sheet and another by blankets.
  covered=cover | sheet | {furniture} |
  ~ | blankets=blanket | another |
Some {thing:s} are in the {container}, some on the {furniture}.
  are=be | {thing:s} | | in {container}
  ~ | some | | on {furniture}
There is a {thing} on the {furniture}, a {container} on the {seat} and a {clothes} on the floor.
  is=be | {thing}, {container}, {clothes} | | on {furniture}, on {seat}, on floor
A {person} has a {flower} in her hair and a {thing} on her lap.
  has=have | {person} | {flower}, {thing} | in hair, on lap
A {person} helps a {person2} asleep on a {seat}.
  helps=help | {person} | {person2} |
  ~ | {person2} | | on {seat}
Two {bird:s} sit on a {seat} and one is up on the {building}.
  sit | {bird:s} | | on {seat}
  is=be | one | | on {building}
On the left is a {building} and on the right a {vehicle}.
  is=be | {building} | | on left
  ~ | {vehicle} | | on right
In the {scene} stands a {building}, and beside it a {vehicle}.
  stands=stand | {building} | | in {scene}
  ~ | {vehicle} | | beside {building}
Two {person:s}, one in a skirt and one in jeans, wave.
  ~wear | one | skirt |
  ~wear | one | jeans=jean |
  wave | {person:s} | |
Pilot Ann Lowe and trainer Tom Reed {act} in a {scene}.
  {act} | Lowe=lowe, Reed=reed | | in {scene}
Singer Eva Brand {act:3} as she walks through a {scene}.
  {act:3} | Brand=brand | |
  walks=walk | Brand=brand | | through {scene}
@ quantities
A {person} is wearing a pair of {worn:s}.
  wearing=wear | {person} | {worn:s} |
A row of {building:s} is beside a {water}.
  is=be | {building:s} | | beside {water}
A {person} looks at a herd of {wild:s}.
  looks=look | {person} | {wild:s} |
A couple of {animal:s} are on a {seat}.
  are=be | {animal:s} | | on {seat}
There is a flock of {bird:s} on a hill.
  is=be | {bird:s} | | on hill
A packet of gum on a {furniture}.
  ~ | packet | | on {furniture}
A {container} of {fruit:s} is on the {furniture}.
  is=be | {container} | | on {furniture}
A {person} drinks a glass of {drink}.
  drinks=drink | {person} | glass |
A group of {person:s} {move} in a {scene}.
  {move} | {person:s} | | in {scene}
A {person} {eat:3} a slice of {food}.
  {eat:3} | {person} | {food} |
Two {person:s} sit next to a pile of leaves.
  sit | {person:s} | | next-to leaves=leaf
A bunch of {flower:s} hangs from a hook.
  hangs=hang | {flower:s} | | from hook
A {vehicle} passes a crowd of {person:s}.
  passes=pass | {vehicle} | {person:s} |
A number of boats float on a {water}.
  float | boats=boat | | on {water}
A lot of {person:s} stand in a {scene}.
  stand | {person:s} | | in {scene}
A {person} carries a piece of {material}.
  carries=carry | {person} | {material} |
@ parts of places
There is a {scene} with a {building} at the end of it.
  is=be | {scene} | |
  ~ | {building} | | at-the-end-of {scene}
A {person} sits on the back of a {vehicle}.
  sits=sit | {person} | | on-the-back-of {vehicle}
A hydrant on the side of a {road}.
  ~ | hydrant | | on-the-side-of {road}
A {person} fishes at the end of a pier.
  fishes=fish | {person} | | at-the-end-of pier
A {animal} stands in the middle of a {road}.
  stands=stand | {animal} | | in-the-middle-of {road}
A {person} stands at the left side of a {vehicle}.
  stands=stand | {person} | | at-the-left-side-of {vehicle}
A {person} waits on the corner of a {road}.
  waits=wait | {person} | | on-the-corner-of {road}
A {animal} lies at the edge of a {water}.
  lies=lie | {animal} | | at-the-edge-of {water}
A {building} at the bottom of a hill.
  ~ | {building} | | at-the-bottom-of hill
The {thing} is in the center of the {furniture}.
  is=be | {thing} | | in-the-center-of {furniture}
A {person} sits at the top of a slope.
  sits=sit | {person} | | at-the-top-of slope
A {vehicle} is parked on the edge of a {scene}.
  parked=park | {vehicle} | | on-the-edge-of {scene}
A {seat} in the corner of a {room}.
  ~ | {seat} | | in-the-corner-of {room}
A {bird} is perched on top of a {building}.
  perched=perch | {bird} | | on-top-of {building}
Trees on both sides of a {road}.
  ~ | trees=tree | | on-both-sides-of {road}
A {building} stands on one side of the {road} and a {building2} on the other.
  stands=stand | {building} | | on-one-side-of {road}
  ~ | {building2} | | on other
A {person} climbs onto the back of a {vehicle}.
  climbs=climb | {person} | | onto-the-back-of {vehicle}
A {thing} hangs on the left side of a {fixture}.
  hangs=hang | {thing} | | on-the-left-side-of {fixture}
A {person} stands to the right of a {vehicle}.
  stands=stand | {person} | | to-the-right-of {vehicle}
@ placing adjectives
A {person} on the left {rest:3} while the one on the right mends a {clothes}.
  {rest:3} | {person} | | on left
  mends=mend | one | {clothes} | on right
The {vehicle} is close to the {building}.
  is=be | {vehicle} | | close-to {building}
The {thing} is adjacent to the {container}.
  is=be | {thing} | | adjacent-to {container}
The {animal} is left of the {vehicle}.
  is=be | {animal} | | left-of {vehicle}
The {vehicle} is parallel to the {vehicle2}.
  is=be | {vehicle} | | parallel-to {vehicle2}
The {seat} is opposite to the {furniture}.
  is=be | {seat} | | opposite-to {furniture}
The {animal} is far from the {person}.
  is=be | {animal} | | far-from {person}
The {animal} is far away from the {building}.
  is=be | {animal} | | far-away-from {building}
The {thing} is at the right side of the {container}.
  is=be | {thing} | | at-the-right-side-of {container}
The {person} is across from the {person2}.
  is=be | {person} | | across-from {person2}
The {seat} is right of the {fixture}.
  is=be | {seat} | | right-of {fixture}
The {road} is perpendicular to the {water}.
  is=be | {road} | | perpendicular-to {water}
Two {wild:s} standing next to each other in a {scene}.
  standing=stand | {wild:s} | | next-to other, in {scene}
In addition to the {container:s}, there are two forks on the {furniture}.
  are=be | forks=fork | | on {furniture}
There are fruits such as {fruit:s} on a {furniture}.
  are=be | fruits=fruit | | on {furniture}
Beside the {furniture} stands a {container}.
  stands=stand | {container} | | beside {furniture}
A {person} points at a {vehicle}.
  points=point | {person} | {vehicle} |
A {animal} {rest:3} outside.
  {rest:3} | {animal} | | outside
The {animal} is ahead of the {vehicle}.
  is=be | {animal} | | ahead-of {vehicle}
The {thing} is in front of the {container}.
  is=be | {thing} | | in-front-of {container}
@ relative clauses
A {person} feeding a {animal} that {rest:3} in a {scene}.
  feeding=feed | {person} | {animal} |
  {rest:3} | {animal} | | in {scene}
A {vehicle} stands behind a truck, whose wheels are on a carpet next to a {fixture}.
  stands=stand | {vehicle} | | behind truck
  are=be | wheels=wheel | | on carpet, next-to {fixture}
A {person} sits on a {animal} that is drinking.
  sits=sit | {person} | | on {animal}
  drinking=drink | {animal} | |
The cart that the {person} pushes is red.
  pushes=push | {person} | cart |
A {person} stands by a {person2} who reads a book.
  stands=stand | {person} | | by {person2}
  reads=read | {person2} | book |
A {animal} sits on a {vehicle} that is parked in a {scene}.
  sits=sit | {animal} | | on {vehicle}
  parked=park | {vehicle} | | in {scene}
A {person} holds a {thing} which a {person2} is painting.
  holds=hold | {person} | {thing} |
  painting=paint | {person2} | {thing} |
The {thing} a {person} carries is heavy.
  carries=carry | {person} | {thing} |
A {person} who wears a {clothes} {act:3}.
  wears=wear | {person} | {clothes} |
  {act:3} | {person} | |
A {person} looks at a {animal} which is chased by a {bird}.
  looks=look | {person} | {animal} |
  chased=chase | {bird} | {animal} |
The {person} whom a {person2} hugs is {act:g}.
  hugs=hug | {person2} | {person} |
  {act:g} | {person} | |
A {person} eats a {food} that was baked by a {person2}.
  eats=eat | {person} | {food} |
  baked=bake | {person2} | {food} |
A {scene} with a ball rolling on the grass.
  rolling=roll | ball | | on grass
A {road} is beside a {building} with {drink} dripping from it.
  is=be | {road} | | beside {building}
  dripping=drip | {drink} | | from {building}
A {person} that is {act:g} holds a {thing}.
  {act:g} | {person} | |
  holds=hold | {person} | {thing} |
A {person} pets a {animal} wearing a {clothes}.
  pets=pet | {person} | {animal} |
  wearing=wear | {animal} | {clothes} |
The {fruit} that a {person} is {eat:g} is ripe.
  {eat:g} | {person} | {fruit} |
The {building} behind which {animal:s} graze is old.
  graze | {animal:s} | | behind {building}
A {person} waits in a {room} where a {animal} {rest:3}.
  waits=wait | {person} | | in {room}
  {rest:3} | {animal} | | {room}
A {person} {steer:3} a {vehicle} that a {person2} painted.
  {steer:3} | {person} | {vehicle} |
  painted=paint | {person2} | {vehicle} |
A {container} with a label that says Cabernet.
  says=say | label | cabernet |
The {person} whose {thing} is on a {seat} {take:3} a {fruit}.
  is=be | {thing} | | on {seat}
  {take:3} | {person} | {fruit} |
@ sentences
A {person} sits. There is a {thing} by a wall. A {animal} {rest:3}.
  sits=sit | {person} | |
  is=be | {thing} | | by wall
  {rest:3} | {animal} | |
A {person} {act:3}.\nA {animal} {rest:3}.
  {act:3} | {person} | |
  {rest:3} | {animal} | |
A {person} {act:3}.\\nA {animal} {rest:3}.
  {act:3} | {person} | |
  {rest:3} | {animal} | |
A {person} sits\non a {seat}.
  sits=sit | {person} | | on {seat}
A {person} is\nholding a {thing}.
  holding=hold | {person} | {thing} |
A {person} in a {scene} wears a\n{clothes}.
  wears=wear | {person} | {clothes} | in {scene}
The sky is grey. A {animal} {rest:3}. The grass is tall.
  {rest:3} | {animal} | |
A {person} {act:3}. A {thing} is on the {furniture}. A {person2} waits.
  {act:3} | {person} | |
  is=be | {thing} | | on {furniture}
  waits=wait | {person2} | |
A {person} {act:3}; a {animal} {rest:3}.
  {act:3} | {person} | |
  {rest:3} | {animal} | |
A {vehicle} is parked near a {building}.\n\nThere are {animal:s} in the {scene}.
  parked=park | {vehicle} | | near {building}
  are=be | {animal:s} | | in {scene}
a {person} {act:3}. there is a {vehicle} on the {road}. a {animal} {rest:3}.
  {act:3} | {person} | |
  is=be | {vehicle} | | on {road}
  {rest:3} | {animal} | |
A {animal} {rest:3}.\\n\\nA {person} holds a {thing}.
  {rest:3} | {animal} | |
  holds=hold | {person} | {thing} |
A {person} and a {person2}\nsit on a {seat}.
  sit | {person}, {person2} | | on {seat}
A {animal} is lying on a {seat}. Behind it is a {furniture}.
  lying=lie | {animal} | | on {seat}
  is=be | {furniture} | | behind {seat}
@ aspect verbs
A {person} starts {move:g} in a {scene}.
  {move:g} | {person} | | in {scene}
A {person} seems to be {steer:g} a {vehicle}.
  {steer:g} | {person} | {vehicle} |
A {person} lets a {person2} ride a {animal}.
  ride | {person2} | {animal} |
A {person} tries to climb a wall.
  climb | {person} | wall |
A {animal} begins to run.
  run | {animal} | |
A {animal} is about to jump off a wall.
  jump | {animal} | | off wall
A {person} appears to be {act:g}.
  {act:g} | {person} | |
A {person} is getting ready to {steer} a {vehicle}.
  {steer} | {person} | {vehicle} |
A {person} prepares to cut a {food}.
  cut | {person} | {food} |
A {person} attempts to {steer} a {vehicle}.
  {steer} | {person} | {vehicle} |
A {person} manages to open a {container}.
  open | {person} | {container} |
A {person} starts to {take} a {thing}.
  {take} | {person} | {thing} |
Two {person:s} begin {act:g}.
  {act:g} | {person:s} | |
A {person} is trying to {take} a {thing}.
  {take} | {person} | {thing} |
A {animal} has climbed onto a {vehicle}.
  climbed=climb | {animal} | | onto {vehicle}
The {animal:s} seem to {rest}.
  {rest} | {animal:s} | |
A {person} {act:3} and starts to {eat} a {food}.
  {act:3} | {person} | |
  {eat} | {person} | {food} |
@ particles
A {vehicle} rattles past as a {person} waves.
  rattles past=rattle-past | {vehicle} | |
  waves=wave | {person} | |
A balcony juts out above a {building}.
  juts out=jut-out | balcony | | above {building}
A {person} looks for a {thing} in a {room}.
  looks for=look-for | {person} | {thing} | in {room}
A {person} pushes open a heavy door.
  pushes=push | {person} | door |
The {person} has on a blue {clothes} and dark {worn:s}.
  has on=have-on | {person} | {clothes}, {worn:s} |
A {person} picks up a {thing}.
  picks up=pick-up | {person} | {thing} |
A {person} picks a {thing} up.
  picks up=pick-up | {person} | {thing} |
A {person} puts a {clothes} on.
  puts on=put-on | {person} | {clothes} |
A {person} takes off a {clothes}.
  takes off=take-off | {person} | {clothes} |
A {person} takes a {clothes} off.
  takes off=take-off | {person} | {clothes} |
A {person} has a {clothes} on.
  has on=have-on | {person} | {clothes} |
A {person} rolls up a {clothes}.
  rolls up=roll-up | {person} | {clothes} |
A {container} was knocked over by a {animal}.
  knocked over=knock-over | {animal} | {container} |
A {person} hangs a {clothes} up.
  hangs up=hang-up | {person} | {clothes} |
A {person} turns the lamp on.
  turns on=turn-on | {person} | lamp |
A {person} throws the {fruit} away.
  throws away=throw-away | {person} | {fruit} |
Two {person:s} look on.
  look on=look-on | {person:s} | |
A {person} cuts out a star.
  cuts out=cut-out | {person} | star |
A {person} is putting on {worn:s}.
  putting on=put-on | {person} | {worn:s} |
A {person} sets the {thing} down.
  sets down=set-down | {person} | {thing} |
A {person} puts the {container} on a {furniture}.
  puts=put | {person} | {container} | on {furniture}
A {person} {move:3} on a {road}.
  {move:3} | {person} | | on {road}
A {person} lets go of a {thing}.
  lets go=let-go | {person} | {thing} |
@ lemmas
Two cows in a {scene}.
  ~ | cows=cow | | in {scene}
Three bowls on a {furniture}.
  ~ | bowls=bowl | | on {furniture}
A {person} {eat:3} chips.
  {eat:3} | {person} | chips=chip |
A {person} throws darts.
  throws=throw | {person} | darts=dart |
A {person} in a {scene} is wearing jeans.
  wearing=wear | {person} | jeans=jean | in {scene}
A {person} is kitesurfing on a lake.
  kitesurfing=kitesurf | {person} | | on lake
A {person} is paddleboarding on a {water}.
  paddleboarding=paddleboard | {person} | | on {water}
Two {person:s} are wakeboarding.
  wakeboarding=wakeboard | {person:s} | |
A {person} is texting.
  texting=text | {person} | |
Geese near a {water}.
  ~ | geese=goose | | near {water}
A {person} sharpens knives.
  sharpens=sharpen | {person} | knives=knife |
A {person} is lying on a {seat}.
  lying=lie | {person} | | on {seat}
A {person} is tying a rope.
  tying=tie | {person} | rope |
A {person} rode a {animal}.
  rode=ride | {person} | {animal} |
Three {container:s} on a {furniture}.
  ~ | {container:s} | | on {furniture}
A {person} dries dishes and boxes.
  dries=dry | {person} | dishes=dish, boxes=box |
@ pronouns
A person is standing by a {seat}. He is holding a {thing}.
  standing=stand | person | | by {seat}
  holding=hold | person | {thing} |
A man and a woman are at a {furniture}. She is eating while he {act:3}.
  are=be | man, woman | | at {furniture}
  eating=eat | woman | |
  {act:3} | man | |
Two {person:s} {act}. They carry a {thing}.
  {act} | {person:s} | |
  carry | {person:s} | {thing} |
A {animal} sits on a {seat}. It is {rest:g}.
  sits=sit | {animal} | | on {seat}
  {rest:g} | {animal} | |
A man stops and a {animal} follows him.
  stops=stop | man | |
  follows=follow | {animal} | man |
A {person} picks up a {fruit} and throws it.
  picks up=pick-up | {person} | {fruit} |
  throws=throw | {person} | {fruit} |
A woman brushes a {animal} while it looks at her.
  brushes=brush | woman | {animal} |
  looks=look | {animal} | woman |
A cyclist in a {scene} rests. She is {act:g}.
  rests=rest | cyclist | | in {scene}
  {act:g} | cyclist | |
A {person} and a {person2} dance. They {act}.
  dance | {person}, {person2} | |
  {act} | {person}, {person2} | |
A {person} hugs a {person2} while they {act}.
  hugs=hug | {person} | {person2} |
  {act} | {person}, {person2} | |
A {person} whose boots are dirty slices {food:s} and fries them.
  slices=slice | {person} | {food:s} |
  fries=fry | {person} | {food:s} |
A boy holds a {thing} and a girl points at it.
  holds=hold | boy | {thing} |
  points=point | girl | {thing} |
A {person} washes a {vehicle} and parks it in a {scene}.
  washes=wash | {person} | {vehicle} |
  parks=park | {person} | {vehicle} | in {scene}
A girl waves. A man {take:3} a {thing} for her.
  waves=wave | girl | |
  {take:3} | man | {thing}, girl |
A woman sits on a {seat} while she {act:3}.
  sits=sit | woman | | on {seat}
  {act:3} | woman | |
{animal:s} stand in a {scene}. They are eating grass.
  stand | {animal:s} | | in {scene}
  eating=eat | {animal:s} | grass |
There is a {furniture} with a {thing}, a {container} and a {fruit} on it.
  is=be | {furniture} | |
  ~ | {thing}, {container}, {fruit} | | on {furniture}
Two {person:s} dig a hole in the {scene} and plant a tree in it.
  dig | {person:s} | hole | in {scene}
  plant | {person:s} | tree | in hole
A {person} opens a box, puts a {thing} in it and gives it to a {person2}.
  opens=open | {person} | box |
  puts=put | {person} | {thing} | in box
  gives=give | {person} | box, {person2} |
A girl asks a {person} to fetch a {thing} for her.
  asks=ask | girl | {person} |
  fetch | {person} | {thing}, girl |
A {scene} is bordered by a hedge with {bird:s} nesting in it.
  bordered=border | hedge | {scene} |
  nesting=nest | {bird:s} | | in hedge
A {vehicle} is parked near a {building}. Behind it is a {seat}.
  parked=park | {vehicle} | | near {building}
  is=be | {seat} | | behind {vehicle}
@ word class
A {vehicle} waits at a railway crossing while a {person} {rest:3}.
  waits=wait | {vehicle} | | at crossing
  {rest:3} | {person} | |
A dog barks.
  barks=bark | dog | |
A {animal} yawns on a {seat}.
  yawns=yawn | {animal} | | on {seat}
Mice nibble {food:s}.
  nibble | mice=mouse | {food:s} |
Laundry flaps on a line.
  flaps=flap | laundry | | on line
Red and white flag on a {building}.
  ~ | flag | | on {building}
A wrist watch placed on a {furniture}.
  placed=place | watch | | on {furniture}
A street sign on a pole with a sky background.
  ~ | sign | | on pole
A bell rings in a {building}.
  rings=ring | bell | | in {building}
Water drips from a {container}.
  drips=drip | water | | from {container}
Waves crash on rocks near a {building}.
  crash | waves=wave | | on rocks=rock, near {building}
Leaves rustle in a {scene}.
  rustle | leaves=leaf | | in {scene}
A clock ticks.
  ticks=tick | clock | |
A crowd cheers and claps in a {scene}.
  cheers=cheer | crowd | | in {scene}
  claps=clap | crowd | | in {scene}
A dog race in a {scene}.
  ~ | race | | in {scene}
A baseball bat on a {seat}.
  ~ | bat | | on {seat}
A rocking chair beside a {furniture}.
  ~ | chair | | beside {furniture}
{animal:s} graze near a {building}.
  graze | {animal:s} | | near {building}
A {person} fishes and a {bird} swims.
  fishes=fish | {person} | |
  swims=swim | {bird} | |
A bell rings while leaves rustle in a {scene}.
  rings=ring | bell | |
  rustle | leaves=leaf | | in {scene}
@ directions
Two men drag a boat down to the {water}.
  drag | men=man | boat | to {water}
A {person} adds salt to a {container}.
  adds=add | {person} | salt | to {container}
Someone ties a rope to a {vehicle}.
  ties=tie | someone | rope | to {vehicle}
A {person} is pushed up a ramp.
  pushed=push | | {person} | up ramp
A {person} is pulled across a {water} by a boat.
  pulled=pull | boat | {person} | across {water}
A train passes through a {scene}.
  passes=pass | train | | through {scene}
Two men carry a {furniture} to a {vehicle}.
  carry | men=man | {furniture} | to {vehicle}
A gardener digs, waters and weeds the beds.
  digs=dig | gardener | beds=bed |
  waters=water | gardener | beds=bed |
  weeds=weed | gardener | beds=bed |
@ whole lists
A {fruit}, a {fruit2} and a {container} of {drink} on a {furniture}.
  ~ | {fruit}, {fruit2}, {container} | | on {furniture}
A {fixture}, a {fixture2} and some cabinets in a {room}.
  ~ | {fixture}, {fixture2}, cabinets=cabinet | | in {room}
Ropes and a {thing} are seen on a {furniture}.
  seen=see | | ropes=rope, {thing} | on {furniture}
No {thing} or {fruit} is seen.
  seen=see | | !{thing}, !{fruit} |
A {person} wearing a {clothes} and {worn:s} standing on tiles.
  wearing=wear | {person} | {clothes}, {worn:s} | on tiles=tile
  standing=stand | {person} | | on tiles=tile
A {person} {rest:3}, {act:3} and coughs.
  {rest:3} | {person} | |
  {act:3} | {person} | |
  coughs=cough | {person} | |
A {person} washes up, peels {fruit:s} and {rest:3}.
  washes up=wash-up | {person} | |
  peels=peel | {person} | {fruit:s} |
  {rest:3} | {person} | |
I can see a {thing} and a few {fruit:s} on the {furniture}.
  ~ | {thing}, {fruit:s} | | on {furniture}
A {person} shuffles cards, and coins fall from the {furniture}.
  shuffles=shuffle | {person} | cards=card |
  fall | coins=coin | | from {furniture}
A machine spits out pages and beeps.
  spits out=spit-out | machine | pages=page |
  beeps=beep | machine | |
Everybody except a {person} wears {worn:s}.
  wears=wear | everybody | {worn:s} |
A {person} holds a {thing}. Two {animal:s} and a {bird} are in the {scene}.
  holds=hold | {person} | {thing} |
  are=be | {animal:s}, {bird} | | in {scene}
A {person} puts a {thing} on a {furniture} and a {container} on a {seat}.
  puts=put | {person} | {thing}, {container} | on {furniture}, on {seat}
A {person} carries a {thing} under his arm and a {container} in his hand.
  carries=carry | {person} | {thing}, {container} | under arm, in hand
@ sounds
Rain patters against a {building}.
  patters=patter | rain | | against {building}
Rain patters against a window and distant thunder rolls.
  patters=patter | rain | | against window
  rolls=roll | thunder | |
Glass clinks and liquid is poured into a {container}.
  clinks=clink | glass | |
  poured=pour | | liquid | into {container}
Metal scrapes against stone and a {person} {act:3}.
  scrapes=scrape | metal | | against stone
  {act:3} | {person} | |
A cash register rings, coins jingle and a {person} {act:3}.
  rings=ring | register | |
  jingle | coins=coin | |
  {act:3} | {person} | |
A motorboat speeds by and waves slap against a {vehicle}.
  speeds by=speed-by | motorboat | |
  slap | waves=wave | | against {vehicle}
A {person} knocks several times.
  knocks=knock | {person} | |
A crowd claps after a {person} {act:3}.
  claps=clap | crowd | |
  {act:3} | {person} | |
A siren wails, followed by a bang.
  wails=wail | siren | |
  followed=follow | bang | siren |
A bell rings with traffic passing in the distance.
  rings=ring | bell | |
  passing=pass | traffic | | in distance
Gunshots ring out and {person:s} scream.
  ring out=ring-out | gunshots=gunshot | |
  scream | {person:s} | |
A {person} {act:3} while a {animal} pants.
  {act:3} | {person} | |
  pants=pant | {animal} | |
@ products
A {clothes} in floral print with long sleeves and a pocket.
  ~have | {clothes} | sleeves=sleeve, pocket |
Boots in brown leather with low heels.
  ~have | boots=boot | heels=heel |
A belt made of leather with an engraved buckle.
  ~have | belt | buckle |
A {clothes} made from linen with two pockets.
  ~have | {clothes} | pockets=pocket |
Cushion cover with tassels and a zipper.
  ~have | cover | tassels=tassel, zipper |
A {clothes} for toddlers with a hood.
  ~have | {clothes} | hood |
A polo shirt with contrast piping and two buttons.
  ~have | shirt | piping, buttons=button |
Kids' raincoat with a {animal} face on the hood.
  ~ | face | | on hood
Boys' swim trunks with a drawstring waist and mesh lining.
  ~have | trunks=trunk | waist, lining |
A {person} in a skirt, a {clothes} and loafers {act:3}.
  {act:3} | {person} | |
A {person} holds a phone with a cracked screen.
  holds=hold | {person} | phone |
Rain boots with a {animal} print and pull handles.
  ~have | boots=boot | print, handles=handle |
Jeans with a button fly and rips.
  ~have | jeans=jean | fly, rips=rip |
A {seat} with a cup holder and carrying case.
  ~have | {seat} | holder, case |
A {container} of {drink}, a {fruit} and a {thing} beside a {furniture}.
  ~ | {container}, {fruit}, {thing} | | beside {furniture}
A plate topped with {fruit:s}, nuts and a sprig of parsley.
  topped=top | {fruit:s}, nuts=nut, sprig | plate |
A desk cluttered with papers and {container:s}.
  cluttered=clutter | papers=paper, {container:s} | desk |
A woman wears a {clothes} over a blouse and carries a {thing}.
  wears=wear | woman | {clothes} | over blouse
  carries=carry | woman | {thing} |
A screenshot of a {thing} showing a message.
  showing=show | {thing} | message |
A tray filled with what looks like {food}.
  filled=fill | {food} | tray |
@ who acts
A {person} waits for a {vehicle} that has just pulled up.
  waits=wait | {person} | {vehicle} |
  pulled up=pull-up | {vehicle} | |
{person:s} march down a street lined with trees.
  march | {person:s} | | down street
  lined=line | trees=tree | street |
A {person} braids a girl's hair while sitting on a {seat}.
  braids=braid | {person} | hair | on {seat}
  sitting=sit | {person} | | on {seat}
A {bird} hovers near a feeder hung from a branch.
  hovers=hover | {bird} | | near feeder
  hung=hang | feeder | | from branch
A {person} climbs a ladder leaning against a {building}.
  climbs=climb | {person} | ladder |
  leaning=lean | ladder | | against {building}
A screen on which something is displayed.
  displayed=display | something | | on screen
A {animal} perches on the shoulder of a {person} holding a {thing}.
  perches=perch | {animal} | | on shoulder
  holding=hold | {person} | {thing} |
Two goats butt heads.
  butt | goats=goat | heads=head |
The {person}, a {clothes} tied around his waist, sweeps a {room}.
  tied=tie | {clothes} | | around waist
  sweeps=sweep | {person} | {room} |
Two {person:s} race while a {person2} watches.
  race | {person:s} | |
  watches=watch | {person2} | |
The {room} is being cleaned.
  cleaned=clean | | {room} |
A {thing} is noted on the {furniture}.
  noted=note | | {thing} | on {furniture}
The {building} is surrounded by roads with {vehicle:s} parked along them.
  surrounded=surround | roads=road | {building} |
  parked=park | {vehicle:s} | | along roads=road
A {building} decked with flags.
  decked=deck | flags=flag | {building} |
A {container} engraved with vines.
  engraved=engrave | vines=vine | {container} |
A {person} wearing nothing but {worn:s}.
  wearing=wear | {person} | {worn:s} |
A {person} pushes a {container} until it falls.
  pushes=push | {person} | {container} |
  falls=fall | {container} | |
The {fruit:s} are washed and peeled by a {person}.
  washed=wash | {person} | {fruit:s} |
  peeled=peel | {person} | {fruit:s} |
A scarf wrapped around a {container}.
  wrapped=wrap | scarf | | around {container}
@ own places
A {person} cooks in a {room} before eating in a {scene}.
  cooks=cook | {person} | | in {room}
  eating=eat | {person} | | in {scene}
A {person} feeds {bird:s} sitting on a {building}.
  feeds=feed | {person} | {bird:s} |
  sitting=sit | {bird:s} | | on {building}
We can see two {bird:s} on a {furniture} and behind them there is a {vehicle}.
  ~ | {bird:s} | | on {furniture}
  is=be | {vehicle} | | behind {bird:s}
A river with a bridge over it runs through a {scene}.
  ~ | bridge | | over river
  runs=run | river | | through {scene}
A road crosses a {water} with boats on it.
  crosses=cross | road | {water} |
  ~ | boats=boat | | on {water}
A path leads to a {building}.
  leads=lead | path | | to {building}
A {person} takes a {food} and carries it to the {furniture}.
  takes=take | {person} | {food} |
  carries=carry | {person} | {food} | to {furniture}
Ivy climbs up the walls of a {building}.
  climbs=climb | ivy | | up walls=wall
A {animal} tied to a {vehicle} {rest:3}.
  tied=tie | {animal} | | to {vehicle}
  {rest:3} | {animal} | |
The {animal} is inside a {vehicle} and the {animal2} is between a {seat} and a door.
  is=be | {animal} | | inside {vehicle}
  is=be | {animal2} | | between {seat}, between door
A dog sleeps on a {seat}. Its head rests on a {clothes}. Behind it is a {thing}.
  sleeps=sleep | dog | | on {seat}
  rests=rest | head | | on {clothes}
  is=be | {thing} | | behind dog
This picture is taken in a {room}. A {person} {act:3}.
  {act:3} | {person} | |
A {person} walks to her left.
  walks=walk | {person} | | to left
@ frames
In this quiet scene, a {animal} sleeps in a {scene}.
  sleeps=sleep | {animal} | | in {scene}
A photo of a {vehicle} on a {road}.
  ~ | {vehicle} | | on {road}
The image depicts a {person} jumping into a pool.
  jumping=jump | {person} | | into pool
This image is of a {building} on a hill.
  ~ | {building} | | on hill
I can see a boat in a harbor.
  ~ | boat | | in harbor
The picture shows a {person} {take:g} a {thing}.
  {take:g} | {person} | {thing} |
A close-up of a {animal} {rest:g} on a {seat}.
  {rest:g} | {animal} | | on {seat}
In this image there is a {vehicle} on a {road}.
  is=be | {vehicle} | | on {road}
An image of a {animal} in a {scene}.
  ~ | {animal} | | in {scene}
This is a photo of a {person} {act:g}.
  {act:g} | {person} | |
We can see {bird:s} on a {building}.
  ~ | {bird:s} | | on {building}
A black and white photo of a {vehicle} near a {building}.
  ~ | {vehicle} | | near {building}
The photo features a {animal} {rest:g} in a {scene}.
  {rest:g} | {animal} | | in {scene}
In the image, a {person} is {act:g}.
  {act:g} | {person} | |
The image captures a {person} sitting on a {seat}.
  sitting=sit | {person} | | on {seat}
A picture of two {person:s} on a {seat}.
  ~ | {person:s} | | on {seat}
A painting hangs above a {furniture}.
  hangs=hang | painting | | above {furniture}
In the front there is a {furniture} and on the {furniture2} we can see a {thing}.
  is=be | {furniture} | | in front
  ~ | {thing} | | on {furniture2}
There is a {thing} on the {furniture} and behind the {seat} I can see a {animal}.
  is=be | {thing} | | on {furniture}
  ~ | {animal} | | behind {seat}
Close-up of a {animal} {rest:g} on a {seat}.
  {rest:g} | {animal} | | on {seat}
Portrait of a {person} {take:g} a {thing}.
  {take:g} | {person} | {thing} |
A painting of a {person} with a {thing} standing on a hill.
  standing=stand | {person} | | on hill
A watercolor of two {bird:s} on a {water}.
  ~ | {bird:s} | | on {water}
A statue of a {person} holding a {thing}.
  holding=hold | {person} | {thing} |
A marble bust of a {person} on a {furniture}.
  ~ | bust | | on {furniture}
A photo of what looks like a {container} on a {furniture}.
  ~ | {container} | | on {furniture}
@ sounds and videos
The video starts with a {person} {steer:g} a {vehicle}.
  {steer:g} | {person} | {vehicle} |
Metal scrapes against stone and a {person} {act:3}.
  scrapes=scrape | metal | | against stone
  {act:3} | {person} | |
Crickets chirp and a {person} {act:3}.
  chirp | crickets=cricket | |
  {act:3} | {person} | |
Rain drums on a roof while a {animal} {rest:3}.
  drums=drum | rain | | on roof
  {rest:3} | {animal} | |
A {vehicle} idles, its wipers squeak, and {person:s} {act}.
  idles=idle | {vehicle} | |
  squeak | wipers=wiper | |
  {act} | {person:s} | |
Glass shatters, followed by footsteps and a slamming door.
  shatters=shatter | glass | |
  followed=follow | footsteps=footstep, door | glass |
A bag with two {fruit:s} falling out of it.
  falling=fall | {fruit:s} | | out-of bag
Three cans of {fruit:s} lined up on a {furniture}.
  lined up=line-up | cans=can | | on {furniture}
A {person} runs with a dog.
  runs=run | {person} | | with dog
A {person} walks in the rain with an umbrella.
  walks=walk | {person} | | in rain, with umbrella
A {person} slides a {container} across the counter to a {person2}.
  slides=slide | {person} | {container}, {person2} | across counter
There are two {animal:s} on a {seat}, and there are {person:s} standing behind them.
  are=be | {animal:s} | | on {seat}
  are=be | {person:s} | | behind {animal:s}
  standing=stand | {person:s} | | behind {animal:s}
A {person} {act:3}, a gavel bangs, and a {person2} {rest:3}.
  {act:3} | {person} | |
  bangs=bang | gavel | |
  {rest:3} | {person2} | |
A {animal} sneezes twice, sniffles, and {rest:3}.
  sneezes=sneeze | {animal} | |
  sniffles=sniffle | {animal} | |
  {rest:3} | {animal} | |
A toilet flushes and water gurgles down a drain.
  flushes=flush | toilet | |
  gurgles=gurgle | water | | down drain
A {person} speaks with thunder rolling in the background.
  speaks=speak | {person} | |
  rolling=roll | thunder | | in background
A sign with an arrow pointing to the left of a {building}.
  pointing=point | arrow | | to-the-left-of {building}
A mural of a {animal} painted on a {building}.
  painted=paint | | mural | on {building}
A zipper is opened and closed.
  opened=open | | zipper |
  closed=close | | zipper |
{person:s} wave flags and chant slogans.
  wave | {person:s} | flags=flag |
  chant | {person:s} | slogans=slogan |
{person:s} take turns hitting a ball with a stick.
  take | {person:s} | turns=turn |
  hitting=hit | {person:s} | ball | with stick
A {person} stumbles and spills a tray of {fruit:s}.
  stumbles=stumble | {person} | |
  spills=spill | {person} | tray |
A card is lying face down on a {furniture}.
  lying=lie | card | | on {furniture}
A {person} in a {room} {act:3}, washes a {thing} and drops it in a {container}.
  {act:3} | {person} | | in {room}
  washes=wash | {person} | {thing} | in {room}
  drops=drop | {person} | {thing} | in {room}, in {container}
At the back there are {animal:s} near a {vehicle}.
  are=be | {animal:s} | | at back, near {vehicle}
There is a {seat} with a {animal} sleeping on it.
  is=be | {seat} | |
  sleeping=sleep | {animal} | | on {seat}
A {person} wipes down a {furniture} with a sponge.
  wipes down=wipe-down | {person} | {furniture} | with sponge
A baby is crying while a {person} holds it.
  crying=cry | baby | |
  holds=hold | {person} | baby |
A {person} hits a ball out of a {container} and onto the grass.
  hits=hit | {person} | ball | out-of {container}, onto grass
A {person} decorates a {food} with shells.
  decorates=decorate | {person} | {food} | with shells=shell
A {person} flips eggs in a pan and puts them in a {container}.
  flips=flip | {person} | eggs=egg | in pan
  puts=put | {person} | eggs=egg | in {container}
We can see a {road}, on the {road} there are {vehicle:s} and on the side of the {road} there are trees.
  are=be | {vehicle:s} | | on {road}
  are=be | trees=tree | | on-the-side-of {road}
@ clauses without a pronoun
the {seat} the {animal} is sleeping on
  sleeping=sleep | {animal} | | on {seat}
The {seat} that the {person} is sitting on.
  sitting=sit | {person} | | on {seat}
the {clothes} the {person} is wearing
  wearing=wear | {person} | {clothes} |
a {thing} a {person} is holding
  holding=hold | {person} | {thing} |
the {furniture} the {thing:s} are on
  are=be | {thing:s} | | on {furniture}
A {room} that the {person:s} are in.
  are=be | {person:s} | | in {room}
The {road} the {vehicle} is driving down.
  driving=drive | {vehicle} | | down {road}
the wall a {thing} is attached to
  attached=attach | {thing} | | to wall
A man stands near a {animal} he is looking at.
  stands=stand | man | | near {animal}
  looking=look | man | {animal} |
A {person} looks at a {thing} a {person2} is holding.
  looks=look | {person} | {thing} |
  holding=hold | {person2} | {thing} |
The {furniture} in which {food:s} are stored.
  stored=store | | {food:s} | in {furniture}
The {bird} the {person} is looking at.
  looking=look | {person} | {bird} |
the {scene} where the {animal:s} are grazing
  grazing=graze | {animal:s} | | {scene}
A {person} sits on a {seat} a {animal} is lying under.
  sits=sit | {person} | | on {seat}
  lying=lie | {animal} | | under {seat}
The {seat} the {person2} is sitting on faces a {water}.
  sitting=sit | {person2} | | on {seat}
  faces=face | {seat} | {water} |
The {road} two {person:s} are walking along leads to a {building}.
  walking=walk | {person:s} | | along {road}
  leads=lead | {road} | | to {building}
@ fronted places
Somewhere in the distance a {animal} {rest:3}.
  {rest:3} | {animal} | | in distance
In the {room} stands a {furniture}, and on it lies a {thing}.
  stands=stand | {furniture} | | in {room}
  lies=lie | {thing} | | on {furniture}
A {person} walks through the {scene}, and near a {building} a {animal} sleeps.
  walks=walk | {person} | | through {scene}
  sleeps=sleep | {animal} | | near {building}
There is a {furniture} covered with {flower:s} and in the {scene} a {person} is reading.
  is=be | {furniture} | |
  covered=cover | {flower:s} | {furniture} |
  reading=read | {person} | | in {scene}
On the {furniture} stand two {thing:s}.
  stand | {thing:s} | | on {furniture}
There are two {container:s}, in one {container} there are {fruit:s} and in the other there are {fruit2:s}.
  are=be | {container:s} | |
  are=be | {fruit:s} | | in {container}
  are=be | {fruit2:s} | | in other
The {person} on the left is waving and the {person2} on the right is reading.
  waving=wave | {person} | | on left
  reading=read | {person2} | | on right
Around the {building} stand four {person:s}.
  stand | {person:s} | | around {building}
In the middle of the {scene} two {person:s} are dancing.
  dancing=dance | {person:s} | | in-the-middle-of {scene}
There is a {building}, in front of the {building} we can see two {animal:s}.
  is=be | {building} | |
  ~ | {animal:s} | | in-front-of {building}
A {building} in front of which a {vehicle} is parked.
  parked=park | {vehicle} | | in-front-of {building}
Near the {fixture} is a {seat} and behind it is a {thing}.
  is=be | {seat} | | near {fixture}
  is=be | {thing} | | behind {seat}
A {furniture} is in the {room} and on it are two {container:s}.
  is=be | {furniture} | | in {room}
  are=be | {container:s} | | on {furniture}
@ asides
A {person}, a scarf around her neck, is reading.
  ~ | scarf | | around neck
  reading=read | {person} | |
Three {bird:s}: two on a roof and one on a pole.
  ~ | two | | on roof
  ~ | one | | on pole
There are four {thing:s} on the {furniture}, two of them on a tray.
  are=be | {thing:s} | | on {furniture}
  ~ | two | | on tray
A {person} with one of his {worn:s} missing waits near a {building}.
  missing=miss | one | | near {building}
  waits=wait | {person} | | near {building}
Having washed the {thing}, a {person} sleeps on a {seat}.
  washed=wash | {person} | {thing} |
  sleeps=sleep | {person} | | on {seat}
A {person} is working, assisted by two {person2:s}.
  working=work | {person} | |
  assisted=assist | {person2:s} | {person} |
A {person} stands with his back to the {furniture}.
  stands=stand | {person} | |
  ~ | back | | to {furniture}
A {person} lets her {animal} drink from a {water}.
  drink | {animal} | | from {water}
It is a {animal} on a {seat}.
  ~ | {animal} | | on {seat}
The {thing} is on the {furniture}, at the right of a {container}.
  is=be | {thing} | | on {furniture}, at-the-right-of {container}
@ fragments
wicker basket behind the {thing}
  ~ | basket | | behind {thing}
handle on the {container}
  ~ | handle | | on {container}
roll of tape near the {thing}
  ~ | roll | | near {thing}
mud puddles near the {animal}
  ~ | puddles=puddle | | near {animal}
a toilet paper roll beside a {thing}
  ~ | roll | | beside {thing}
a {building} visible in the background
  ~ | {building} | | in background
a {animal} alone on a {seat}
  ~ | {animal} | | on {seat}
a kite high above a {building}
  ~ | kite | | above {building}
black {vehicle} close to a {building}
  ~ | {vehicle} | | close-to {building}
a {person} with a {clothes} on
  ~wear | {person} | {clothes} |
a {building} covered in leaves
  covered=cover | leaves=leaf | {building} |
{animal} in a {building} made of brick
  ~ | {animal} | | in {building}
building on the other side of the {road}
  ~ | building | | on-the-other-side-of {road}
a brick building behind the {vehicle}
  ~ | building | | behind {vehicle}
a hand reaching for a slice of {food}
  reaching=reach | hand | {food} |
fire extinguisher hanging on the wall
  hanging=hang | extinguisher | | on wall
a {person} dressed in a {clothes} and {worn:s}
  dressed=dress | {person} | {clothes}, {worn:s} |
@ places in common
A {person} is standing at a podium giving a speech.
  standing=stand | {person} | | at podium
  giving=give | {person} | speech | at podium
The {person} holds a {thing} while standing next to a {vehicle}.
  holds=hold | {person} | {thing} | next-to {vehicle}
  standing=stand | {person} | | next-to {vehicle}
A {person} sitting on a {seat} eats a {food}.
  sitting=sit | {person} | | on {seat}
  eats=eat | {person} | {food} | on {seat}
{person:s} wearing {clothes:s} and waiting near a fountain
  wearing=wear | {person:s} | {clothes:s} | near fountain
  waiting=wait | {person:s} | | near fountain
A {person} kneels beside a {water} and drinks water.
  kneels=kneel | {person} | | beside {water}
  drinks=drink | {person} | water | beside {water}
A {person} walks along a {road} carrying a {thing}.
  walks=walk | {person} | | along {road}
  carrying=carry | {person} | {thing} | along {road}
A {animal} lies on a {seat} while watching the birds.
  lies=lie | {animal} | | on {seat}
  watching=watch | {animal} | birds=bird | on {seat}
On the left there is a {person} holding a {thing}.
  is=be | {person} | | on left
  holding=hold | {person} | {thing} | on left
A {person} with a {animal} on his lap sits in a {seat}.
  ~ | {animal} | | on lap
  sits=sit | {person} | | in {seat}
A {person} sits in a {scene} with a {animal} on her lap.
  sits=sit | {person} | | in {scene}
  ~ | {animal} | | on lap
{person:s} sitting in {seat:s} in a {room}
  sitting=sit | {person:s} | | in {seat:s}, in {room}
@ made, watched and shown
A {person} rides a bike with {material} wheels.
  rides=ride | {person} | bike |
Bikes line a {road} during the day in a city.
  line | bikes=bike | {road} | during day, in city
A {person} is seated by a {animal}.
  seated=seat | {person} | | by {animal}
Two {person:s} pose for a photo holding {thing:s}.
  pose | {person:s} | | for photo
  holding=hold | {person:s} | {thing:s} |
A {person} and a {person2} in suits.
  ~wear | {person}, {person2} | suits=suit |
A {person} in a suit and a {person2} in a dress.
  ~wear | {person} | suit |
  ~wear | {person2} | dress |
A {vehicle} parked by a {building}.
  parked=park | {vehicle} | | by {building}
A {thing} placed by a {fixture}.
  placed=place | {thing} | | by {fixture}
The {thing} on the {furniture} looks like a {thing2}.
  ~ | {thing} | | on {furniture}
A {person} rides a {vehicle} that looks like a shoe.
  rides=ride | {person} | {vehicle} |
A {person} looking like a clown on a {seat}.
  ~ | {person} | | on {seat}
The drawing shows a {animal} on a {seat}.
  ~ | {animal} | | on {seat}
The {building} is painted white.
  painted=paint | | {building} |
A {vehicle} painted light blue.
  painted=paint | | {vehicle} |
A {seat} painted red and white.
  painted=paint | | {seat} |
A {seat} and {furniture} covered with snow.
  covered=cover | snow | {seat}, {furniture} |
A {person} taking a picture of a {animal}.
  taking=take | {person} | picture, {animal} |
A {person} watches a {animal} eat an apple.
  watches=watch | {person} | {animal} |
  eat | {animal} | apple |
In this image we can see a {thing} and a {thing2} on the {furniture}.
  ~ | {thing}, {thing2} | | on {furniture}
A {person} is neither holding a {thing} nor wearing a {clothes}.
A {person} holds a {thing} in one hand and a {thing2} in the other hand.
  holds=hold | {person} | {thing}, {thing2} | in hand, in hand
{person:s} playing chess with one another
  playing=play | {person:s} | chess | with another
{container:s} stacked on each other
  stacked=stack | {container:s} | | on other
A {person} in white hugging a {animal}.
  hugging=hug | {person} | {animal} |
A {thing} mounted to a wall.
  mounted=mount | {thing} | | to wall
A {person} waving at someone holding a {thing}.
  waving=wave | {person} | someone |
  holding=hold | someone | {thing} |
A {bird} perched high on a {building}.
  perched=perch | {bird} | | on {building}
@ beside and with
A {person} next to a {thing} and a {thing2}.
  ~ | {person} | | next-to {thing}, next-to {thing2}
A {building} beside a {water} and a tree.
  ~ | {building} | | beside {water}, beside tree
A {person} with two {animal:s}.
  ~ | {person} | | with {animal:s}
The {person} is in a {room} with a {animal}.
  is=be | {person} | | in {room}, with {animal}
A {furniture} with a {thing} on it and a {animal} under it.
  ~ | {thing} | | on {furniture}
  ~ | {animal} | | under {furniture}
A {furniture} with a {thing} and a map on it.
  ~ | {thing}, map | | on {furniture}
A {person} sitting next to a {person2} who is wearing a {clothes}.
  sitting=sit | {person} | | next-to {person2}
  wearing=wear | {person2} | {clothes} |
A {person} carrying a {thing} and a map past a {building}.
  carrying=carry | {person} | {thing}, map | past {building}
A {person} playing with a newspaper in a {scene}.
  playing=play | {person} | newspaper | in {scene}
A {animal} lying next to a goat on a {seat}.
  lying=lie | {animal} | | next-to goat, on {seat}
A {person} with a {worn} on is holding a {thing}.
  holding=hold | {person} | {thing} |
A bowl filled with {fruit:s} and a piece of bread.
  filled=fill | {fruit:s}, bread | bowl |
A statue of a {person} wearing a {clothes} and a belt.
  wearing=wear | {person} | {clothes}, belt |
A {person} holding a {thing} and a teddy bear.
  holding=hold | {person} | {thing}, bear |
A {vehicle} passes by a {building}.
  passes by=pass-by | {vehicle} | {building} |
A {person} wearing a {clothes} and holding a {thing} stands next to a {vehicle}.
  wearing=wear | {person} | {clothes} | next-to {vehicle}
  holding=hold | {person} | {thing} | next-to {vehicle}
  stands=stand | {person} | | next-to {vehicle}
@ asked, awaited and undone
A {person} waits for a {person2} to {act}.
  waits=wait | {person} | {person2} |
  {act} | {person2} | |
A {person} tells a {person2} to {rest}.
  tells=tell | {person} | {person2} |
  {rest} | {person2} | |
A {person} shows a {person2} how to {take} a {thing}.
  shows=show | {person} | {person2} |
  {take} | {person2} | {thing} |
A {animal} waits to be fed by a {person}.
  waits=wait | {animal} | |
  fed=feed | {person} | {animal} |
A {person} watches a {vehicle} being washed.
  watches=watch | {person} | {vehicle} |
  washed=wash | | {vehicle} |
A {person} fails to {take} a {thing}.
A {animal} refuses to {move}.
  refuses=refuse | {animal} | |
A {person} walks across a {scene} accompanied by a {person2}.
  walks=walk | {person} | | across {scene}
  accompanied=accompany | {person2} | {person} |
A {person} leaves a {thing} lying in a {scene}.
  leaves=leave | {person} | {thing} |
  lying=lie | {thing} | | in {scene}
A {person} puts a {thing} on a {furniture} and {act:3}.
  puts=put | {person} | {thing} | on {furniture}
  {act:3} | {person} | |
The {furniture} is cluttered with {thing:s}.
  cluttered=clutter | {thing:s} | {furniture} |
A {fruit} cut in half on a {furniture}.
  cut | | {fruit} | on {furniture}
A {clothes} with several buttons missing.
  missing=miss | buttons=button | |
A paint can rolls across a {road}.
  rolls=roll | can | | across {road}
A {bird} pecks at a {fruit}.
  pecks=peck | {bird} | {fruit} |
A {person} takes a step towards a {building}.
  takes=take | {person} | step | towards {building}
A {container} with its handle torn off.
  torn off=tear-off | | handle |
A {clothes} printed with {flower:s}.
  printed=print | {flower:s} | {clothes} |
@ parts and what they do
A {room} with a {thing} on the {furniture} and a {thing2} under the {seat}.
  ~ | {thing} | | on {furniture}
  ~ | {thing2} | | under {seat}
A {clothes} with its collar turned up.
  turned up=turn-up | | collar |
A {person} sits with her legs crossed.
  sits=sit | {person} | |
A {vehicle} stands covered in snow.
  stands=stand | {vehicle} | |
  covered=cover | snow | {vehicle} |
A {person} in a {clothes} twirls.
  twirls=twirl | {person} | |
A {vehicle} with its lights flashing blocks a {road}.
  flashing=flash | lights=light | |
  blocks=block | {vehicle} | {road} |
A {furniture} painted green stands in a {room}.
  painted=paint | | {furniture} | in {room}
  stands=stand | {furniture} | | in {room}
{person:s} pose for a picture in a {scene}.
  pose | {person:s} | | for picture, in {scene}
A {person} tells jokes to an audience.
  tells=tell | {person} | jokes=joke, audience |
A {person} drives a tractor pulling a plow.
  drives=drive | {person} | tractor |
  pulling=pull | tractor | plow |
A {person} spots a {thing} floating in a {water}.
  spots=spot | {person} | {thing} |
  floating=float | {thing} | | in {water}
A {vehicle} honks, followed by footsteps and a door closing.
  honks=honk | {vehicle} | |
  followed=follow | footsteps=footstep, door | {vehicle} |
  closing=close | door | |
A {person} talks about a {thing}.
  talks=talk | {person} | {thing} |
A {vehicle} blocks the parking lot of a {building}.
  blocks=block | {vehicle} | lot |
A {animal} looks sleepy.
A {animal} stands in a {scene}, its nose in a {container}.
  stands=stand | {animal} | | in {scene}
  ~ | nose | | in {container}
Sandwiched between two {vehicle:s} is a bicycle.
  sandwiched=sandwich | bicycle | | between {vehicle:s}
A {thing} lies on its side, half covered by leaves.
  lies=lie | {thing} | | on side
  covered=cover | leaves=leaf | {thing} |
A {furniture} in a {room}, above it a {thing}.
  ~ | {furniture} | | in {room}
  ~ | {thing} | | above {furniture}
A {person} pats the neck of a {animal} that stands in a {scene}.
  pats=pat | {person} | neck |
  stands=stand | {animal} | | in {scene}
Three {person:s} stand in a {room}, one holding a {thing} and the others eating {fruit:s}.
  stand | {person:s} | | in {room}
  holding=hold | one | {thing} | in {room}
  eating=eat | others=other | {fruit:s} | in {room}
A {person} sits while a {person2} is in the {room}.
  sits=sit | {person} | |
  is=be | {person2} | | in {room}
A {furniture}, a {thing} on a {seat}, and a {thing2} are in a {room}.
  ~ | {thing} | | on {seat}
  are=be | {furniture}, {thing}, {thing2} | | in {room}
A {person} with one hand on the {fixture} and the other holding a {thing}.
  ~ | hand | | on {fixture}
  holding=hold | other | {thing} |
@ watched, wanted and worked with
A {person} watches a {person2} {act}.
  watches=watch | {person} | {person2} |
  {act} | {person2} | |
A {person} makes a {animal} {move}.
  makes=make | {person} | {animal} |
  {move} | {animal} | |
A {animal} that likes to row sits on a {seat}.
  likes=like | {animal} | | on {seat}
  row | {animal} | | on {seat}
  sits=sit | {animal} | | on {seat}
A {person} stops to {act}.
  stops=stop | {person} | |
  {act} | {person} | |
The {thing} a {person} picks up is on a {furniture}.
  picks up=pick-up | {person} | {thing} |
  is=be | {thing} | | on {furniture}
A {person} leaning back in a chair.
  leaning back=lean-back | {person} | | in chair
The {thing} is cut with a knife.
  cut | | {thing} | with knife
A {container} piled high with {fruit:s}.
  piled=pile | {fruit:s} | {container} |
Two {animal:s}, one sleeping and the other sneezing.
  sleeping=sleep | one | |
  sneezing=sneeze | other | |
Six cups on a {furniture}, one of them broken.
  ~ | cups=cup | | on {furniture}
  broken=break | | one |
A {building} with a red roof is in the middle of a {scene}.
  is=be | {building} | | in-the-middle-of {scene}
A {vehicle} parked with chains around its wheels.
  parked=park | {vehicle} | |
  ~ | chains=chain | | around wheels=wheel
A {person} holds a {thing} near a horse drawn cart.
  holds=hold | {person} | {thing} | near cart
A {person} bending down with a {person2} and a {animal} behind him.
  bending down=bend-down | {person} | |
  ~ | {person2}, {animal} | | behind {person}
A rider on horse back in a {scene}.
  ~ | rider | | on horse, in {scene}
A {room} complete with a {fixture} and a {fixture2}.
  ~have | {room} | {fixture}, {fixture2} |
A {food} in the shape of a heart on a {furniture}.
  ~ | {food} | | on {furniture}
A scan showing a cyst compressing a nerve.
  compressing=compress | cyst | nerve |
@ places of several acts
Before the lesson, the {person} wipes the board, opens the windows and sharpens the pencils.
  wipes=wipe | {person} | board | before lesson
  opens=open | {person} | windows=window | before lesson
  sharpens=sharpen | {person} | pencils=pencil | before lesson
The {bird:s} in the {scene} wake and fly away.
  wake | {bird:s} | | in {scene}
  fly away=fly-away | {bird:s} | | in {scene}
{person:s} peel {fruit:s}, wash cups and pour juice behind a counter.
  peel | {person:s} | {fruit:s} | behind counter
  wash | {person:s} | cups=cup | behind counter
  pour | {person:s} | juice | behind counter
A siren wails as {bird:s} circle and shriek over the {building:s}.
  wails=wail | siren | |
  circle | {bird:s} | | over {building:s}
  shriek | {bird:s} | | over {building:s}
Two {animal:s} play in a {scene}, leaping and biting their tails.
  play | {animal:s} | | in {scene}
  leaping=leap | {animal:s} | | in {scene}
  biting=bite | {animal:s} | tails=tail | in {scene}
A {person} climbs down from a {vehicle}, opens a bag and puts it on a {seat}.
  climbs down=climb-down | {person} | | from {vehicle}
  opens=open | {person} | bag |
  puts=put | {person} | bag | on {seat}
The {person:s} wearing {clothes:s} sell {fruit:s} outside a {building}.
  wearing=wear | {person:s} | {clothes:s} | outside {building}
  sell | {person:s} | {fruit:s} | outside {building}
A stack of plates, half broken, stands next to a {fixture}.
  stands=stand | plates=plate | | next-to {fixture}
  broken=break | | plates=plate | next-to {fixture}
A stack of letters tied with ribbon lies on a {furniture}.
  tied=tie | letters=letter | | with ribbon, on {furniture}
  lies=lie | letters=letter | | on {furniture}
The carpets hang drying above a {water}.
  hang | carpets=carpet | | above {water}
  drying=dry | carpets=carpet | | above {water}
A sledge stands chained to a {building}.
  stands=stand | sledge | | to {building}
  chained=chain | sledge | | to {building}
Two {person:s} on a {seat}, one knitting, the other reading a letter.
  ~ | {person:s} | | on {seat}
  knitting=knit | one | | on {seat}
  reading=read | other | letter | on {seat}
A {animal} stands on the back of a {vehicle}, licking its paws.
  stands=stand | {animal} | | on-the-back-of {vehicle}
  licking=lick | {animal} | paws=paw | on-the-back-of {vehicle}
A {person} walks along a {road}, stops and kneels.
  walks=walk | {person} | | along {road}
  stops=stop | {person} | |
  kneels=kneel | {person} | |
A tower damaged in a storm leans against a {building}.
  damaged=damage | | tower | in storm
  leans=lean | tower | | against {building}
A {person} holds a ring for a {animal} to leap through.
  holds=hold | {person} | ring |
  leap | {animal} | | through ring
@ adverbs of place and manner
A {vehicle} rolls along the {road} while a {animal} runs alongside.
  rolls=roll | {vehicle} | | along {road}
  runs=run | {animal} | | alongside
A {person} leads a {animal}, a {person2} walking behind.
  leads=lead | {person} | {animal} |
  walking=walk | {person2} | | behind
The {person} throws the {fruit} overboard.
  throws=throw | {person} | {fruit} | overboard
A {person} pushes the {seat} aside.
  pushes=push | {person} | {seat} | aside
There are {flower:s} everywhere.
  are=be | {flower:s} | | everywhere
A {person} boils eggs, and outside a {animal} howls.
  boils=boil | {person} | eggs=egg |
  howls=howl | {animal} | | outside
A {person} soaks the beans overnight.
  soaks=soak | {person} | beans=bean | overnight
Two {thing:s}, one up and one down
  ~ | one | | up
  ~ | one | | down
A {person} calls to a {animal} in vain.
  calls=call | {person} | {animal} |
The {person} speaks in a low voice.
  speaks=speak | {person} | |
A {person} sells {fruit:s} by the dozen from a {vehicle}.
  sells=sell | {person} | {fruit:s} | from {vehicle}
A {bird} drops like a stone.
  drops=drop | {bird} | |
A {person} thinks for a moment and nods.
  thinks=think | {person} | | for moment
  nods=nod | {person} | |
A {person} eats a {food} with mittens on.
  eats=eat | {person} | {food} |
A {bird} flies off with a {fruit}.
  flies off=fly-off | {bird} | | with {fruit}
The {animal} in the cartoon wears a {clothes}.
  wears=wear | {animal} | {clothes} |
A stage decked with {flower:s}.
  decked=deck | {flower:s} | stage |
A mountain capped with snow rises beyond a {water}.
  capped=cap | snow | mountain |
  rises=rise | mountain | | beyond {water}
Sheds stand to the north of a {road}.
  stand | sheds=shed | | to-the-north-of {road}
A {vehicle} stops just short of a {building}.
  stops=stop | {vehicle} | | short-of {building}
The {person} stands apart from the crowd.
  stands=stand | {person} | | apart-from crowd
There is a {person} up on a {furniture}.
  is=be | {person} | | on {furniture}
@ what is heard, told and done
A {animal} neighs, followed by a toilet flushing.
  neighs=neigh | {animal} | |
  followed=follow | toilet | {animal} |
  flushing=flush | toilet | |
The sound of a {vehicle} braking.
  braking=brake | {vehicle} | |
Sounds of a {person} laughing and a {animal} sneezing.
  laughing=laugh | {person} | |
  sneezing=sneeze | {animal} | |
The sounds of {animal:s} sneezing and a {vehicle} braking can be heard.
  sneezing=sneeze | {animal:s} | |
  braking=brake | {vehicle} | |
  heard=hear | | sounds=sound |
A {person} signals the {vehicle} to stop.
  signals=signal | {person} | {vehicle} |
  stop | {vehicle} | |
A {person} motions to a {person2} to sit.
  motions=motion | {person} | {person2} |
  sit | {person2} | |
A {person} throws a stick for a {animal} to fetch.
  throws=throw | {person} | stick |
  fetch | {animal} | stick |
A {person} is fly fishing in a {water}.
  fishing=fish | {person} | | in {water}
Two {person:s} are line dancing in a {scene}.
  dancing=dance | {person:s} | | in {scene}
Three {animal:s}, one with a rider on its back, cross a {water}.
  ~ | rider | | on back
  cross | {animal:s} | {water} |
A {animal} growls over and over.
  growls=growl | {animal} | |
A {person} starts a fire to cook a meal.
  starts=start | {person} | fire |
  cook | {person} | meal |
There is a {thing} on a tray which is on a {furniture}.
  is=be | {thing} | | on tray
  is=be | tray | | on {furniture}
{animal:s} that growl and {person:s} that sing.
  growl | {animal:s} | |
  sing | {person:s} | |
A {room} with a fan on the ceiling and a {seat} against the wall.
  ~ | fan | | on ceiling
  ~ | {seat} | | against wall
A {person} smiles to the camera.
  smiles=smile | {person} | camera |
A {clothes} with contrast piping and two buttons.
  ~have | {clothes} | piping, buttons=button |
@ a thing and what is with it
A {container} with {fruit:s} on a {furniture}.
  ~ | {container} | | on {furniture}
A {food} with {fruit:s} on a plate.
  ~ | {food} | | on plate
A mug with {drink} next to a {container}.
  ~ | mug | | next-to {container}
Two bowls with {drink} on top of a {furniture}.
  ~ | bowls=bowl | | on-top-of {furniture}
A photo of a vase with {flower:s} on a {furniture}.
  ~ | vase | | on {furniture}
A {person} with a {thing} in a {scene}.
  ~ | {person} | | in {scene}
A {person} with a beard in a {room}.
  ~ | {person} | | in {room}
A {person} with a {clothes} on a {seat}.
  ~ | {person} | | on {seat}
A {animal} with a ball on a {road}.
  ~ | {animal} | | on {road}
A {vehicle} with a flat tire on a {road}.
  ~ | {vehicle} | | on {road}
A lamp with a red shade on a {furniture}.
  ~ | lamp | | on {furniture}
A {seat} with a cushion on a porch.
  ~ | {seat} | | on porch
A {furniture} with a cup on a saucer.
  ~ | cup | | on saucer
A {room} with a {thing} on a {furniture}.
  ~ | {thing} | | on {furniture}
A {person} with a {bird} on his shoulder.
  ~ | {bird} | | on shoulder
A {container} with a spoon on the side.
  ~ | spoon | | on side
A {person} with a {thing} in a box.
  ~ | {thing} | | in box
@ told in the past
A {animal} sat in front of a {building}.
  sat=sit | {animal} | | in-front-of {building}
Two {person:s} stood next to a {vehicle}.
  stood=stand | {person:s} | | next-to {vehicle}
A {person} in a {clothes} waited on a {seat}.
  waited=wait | {person} | | on {seat}
The {person} carrying a {thing} danced in the {scene}.
  carrying=carry | {person} | {thing} | in {scene}
  danced=dance | {person} | | in {scene}
A {container} held three {fruit:s}.
  held=hold | {container} | {fruit:s} |
A {person} sliced a {food} and smiled.
  sliced=slice | {person} | {food} |
  smiled=smile | {person} | |
The {thing} was behind the {furniture} in the {room}.
  was=be | {thing} | | behind {furniture}, in {room}
There were two {animal:s} in the {scene}.
  were=be | {animal:s} | | in {scene}
A {person} who rode a {animal} waved.
  rode=ride | {person} | {animal} |
  waved=wave | {person} | |
A {person} was painting a {seat} while a {animal} slept.
  painting=paint | {person} | {seat} |
  slept=sleep | {animal} | |
The {vehicle} was parked by a {building}.
  parked=park | {vehicle} | | by {building}
A {person} with a {clothes} fed a {animal}.
  fed=feed | {person} | {animal} |
A {person} seated on a {seat} peeled an orange.
  seated=seat | {person} | | on {seat}
  peeled=peel | {person} | orange | on {seat}
Two {animal:s} chased each other in the {scene}.
  chased=chase | {animal:s} | other | in {scene}
A {food} topped with {fruit:s}.
  topped=top | {fruit:s} | {food} |
A {vehicle} parked in a {scene}.
  parked=park | {vehicle} | | in {scene}
@ who is followed, and what was once so
A {person} walks along a {road} followed by a {animal}.
  walks=walk | {person} | | along {road}
  followed=follow | {animal} | {person} |
A {vehicle} moves down a {road} followed by two {person:s}.
  moves=move | {vehicle} | | down {road}
  followed=follow | {person:s} | {vehicle} |
A {animal} runs across a {scene} chased by three {person:s}.
  runs=run | {animal} | | across {scene}
  chased=chase | {person:s} | {animal} |
A {person} crosses a {road} followed by a herd of {animal:s}.
  crosses=cross | {person} | {road} |
  followed=follow | {animal:s} | {person} |
A {person} walks past a cart pulled by a {animal}.
  walks=walk | {person} | | past cart
  pulled=pull | {animal} | cart |
A {person} used to sit on this {seat}.
  sit | {person} | | on {seat}
The {person:s} are used to working in the {scene}.
  working=work | {person:s} | | in {scene}
The {building} used to have a chimney.
  have | {building} | chimney |
There is a {container} with {fruit:s} on the {furniture}.
  is=be | {container} | | on {furniture}
There is a vase with {flower:s} next to a {seat}.
  is=be | vase | | next-to {seat}
There are two bowls with {drink} on a {furniture}.
  are=be | bowls=bowl | | on {furniture}
A troop of {animal:s} sleeps under a {furniture}.
  sleeps=sleep | {animal:s} | | under {furniture}
@ one beside the other, and what shows something
There is a {container} on the {furniture} and a {thing} next to it.
  is=be | {container} | | on {furniture}
  ~ | {thing} | | next-to {container}
There is a {vehicle} by the {building} and a {animal} behind it.
  is=be | {vehicle} | | by {building}
  ~ | {animal} | | behind {vehicle}
There are two {container:s} on a {furniture} and a {fruit} between them.
  are=be | {container:s} | | on {furniture}
  ~ | {fruit} | | between {container:s}
There are trees behind the {building} and a {vehicle} in front of it.
  are=be | trees=tree | | behind {building}
  ~ | {vehicle} | | in-front-of {building}
A {vehicle} near a {building} and a {animal} in front of it.
  ~ | {vehicle} | | near {building}
  ~ | {animal} | | in-front-of {vehicle}
A {person} pushes a cart with a {animal} in it down a {road}.
  pushes=push | {person} | cart | down {road}
  ~ | {animal} | | in cart
Two {person:s} sit in front of a screen showing a map.
  sit | {person:s} | | in-front-of screen
  showing=show | screen | map |
A {person} stands next to a sign displaying prices.
  stands=stand | {person} | | next-to sign
  displaying=display | sign | prices=price |
The {person} is not holding a {thing} but a {thing2}.
  holding=hold | {person} | !{thing}, {thing2} |
The {container} does not contain {fruit:s}, only {flower:s}.
  contain | {container} | !{fruit:s}, {flower:s} |
A ring with a ruby set between two pearls.
  set | ruby | | between pearls=pearl
A {person} sings to the delight of the {person2:s}.
  sings=sing | {person} | |
@ who is there and does it, and around whom others are
A {person} is on the floor tying a rope.
  is=be | {person} | | on floor
  tying=tie | {person} | rope |
A {animal} is on the {furniture} licking its paw.
  is=be | {animal} | | on {furniture}
  licking=lick | {animal} | paw |
A {person} stands by a {vehicle} parked in a {scene}.
  stands=stand | {person} | | by {vehicle}
  parked=park | {vehicle} | | in {scene}
A {vehicle} is on the {road} with a {animal} behind it.
  is=be | {vehicle} | | on {road}
  ~ | {animal} | | behind {vehicle}
A {vehicle} is parked on a {road} with two {person:s} standing next to it.
  parked=park | {vehicle} | | on {road}
  standing=stand | {person:s} | | next-to {vehicle}
A {animal} with its mouth open and sitting on a {seat}.
  sitting=sit | {animal} | | on {seat}
A {person} swings a racket at a ball and hits it.
  swings=swing | {person} | racket | at ball
  hits=hit | {person} | ball |
A {person} is horseback riding in a {scene}.
  riding=ride | {person} | | in {scene}
Two {person:s} are ice skating on a {water}.
  skating=skate | {person:s} | | on {water}
A {person} dusts a {food} with sugar.
  dusts=dust | {person} | {food} | with sugar
A {vehicle} with a {person} and a {animal} standing on it.
  standing=stand | {person}, {animal} | | on {vehicle}
A {thing} next to a photo of a {person} and a {animal}.
  ~ | {thing} | | next-to photo
@ sounds in a row, and what is in hand
{animal:s} growling {person:s} talking a {vehicle} braking
  growling=growl | {animal:s} | |
  talking=talk | {person:s} | |
  braking=brake | {vehicle} | |
Crickets chirping {bird:s} calling in the distance
  chirping=chirp | crickets=cricket | |
  calling=call | {bird:s} | | in distance
{person:s} talking loudly {thing:s} rattling in a {room}
  talking=talk | {person:s} | |
  rattling=rattle | {thing:s} | | in {room}
Birds are chirping {vehicle:s} roar in the distance
  chirping=chirp | birds=bird | |
  roar | {vehicle:s} | | in distance
Some {animal:s} growling {person:s} are talking
  growling=growl | {animal:s} | |
  talking=talk | {person:s} | |
A {thing} is buzzing and then waking a {person}.
  buzzing=buzz | {thing} | |
  waking=wake | {thing} | {person} |
A {vehicle} is blowing smoke and making noise.
  blowing=blow | {vehicle} | smoke |
  making=make | {vehicle} | noise |
The voices of {person:s} arguing in a {room}.
  arguing=argue | {person:s} | | in {room}
{animal:s} growling loudly followed by a {vehicle} braking
  growling=growl | {animal:s} | |
  followed=follow | {vehicle} | {animal:s} |
  braking=brake | {vehicle} | |
Using a hammer a {person} cracks nuts.
  using=use | {person} | hammer |
  cracks=crack | {person} | nuts=nut |
A {person} pours {drink} into {container:s} filling them up.
  pours=pour | {person} | {drink} | into {container:s}
  filling up=fill-up | {person} | {container:s} |
A {person} has trouble opening a {container}.
  has=have | {person} | trouble |
  opening=open | {person} | {container} |
A {person} walks up and down the stairs.
  walks=walk | {person} | | up stairs=stair
A {person} walks on a creaky and wet floor.
  walks=walk | {person} | | on floor
A {animal} growls for the whole clip.
  growls=growl | {animal} | | for clip
Rain drops fall on a {vehicle}.
  fall | drops=drop | | on {vehicle}
A farmer with a {animal} on his lap and a {thing} in his hand.
  ~ | {animal} | | on lap
  ~hold | farmer | {thing} | in hand
A dog with a bone in its mouth and mud on its paws sleeps on a {seat}.
  ~hold | dog | bone | in mouth
  ~ | mud | | on paws=paw
  sleeps=sleep | dog | | on {seat}
A {person} picked up a {thing} and ran away
  picked up=pick-up | {person} | {thing} |
  ran away=run-away | {person} | |
A {vehicle} drove by
  drove by=drive-by | {vehicle} | |
A {person} says something to a crowd.
  says=say | {person} | something, crowd |
A tailor with pins between his lips sews a {clothes}.
  ~hold | tailor | pins=pin | between lips=lip
  sews=sew | tailor | {clothes} |
@ what is said of where something is, and where it goes
A {seat} is near a {building} partly covered with ivy.
  is=be | {seat} | | near {building}
  covered=cover | ivy | {building} |
A {animal} is behind a {furniture} covered with {thing:s}.
  is=be | {animal} | | behind {furniture}
  covered=cover | {thing:s} | {furniture} |
Two {person:s} are in a {room} decorated with {flower:s}.
  are=be | {person:s} | | in {room}
  decorated=decorate | {flower:s} | {room} |
A {person} is at an altar saying a prayer.
  is=be | {person} | | at altar
  saying=say | {person} | prayer |
The {person:s} shout in excitement.
  shout | {person:s} | |
A {person} in second place jumps over a {furniture}.
  jumps=jump | {person} | | over {furniture}
A {animal} hops on to a {furniture}.
  hops=hop | {animal} | | onto {furniture}
There is a {furniture} with {thing:s} on it, and above it a {bird}.
  is=be | {furniture} | |
  ~ | {thing:s} | | on {furniture}
  ~ | {bird} | | above {furniture}
I can see a {seat}, and behind it two {animal:s}.
  ~ | {animal:s} | | behind {seat}
On the left we can see a {vehicle} with a {person} in it, and on the right a {building}.
  ~ | {vehicle} | | on left
  ~ | {person} | | in {vehicle}
  ~ | {building} | | on right
A crane is seen with its hook over a {vehicle}.
  seen=see | | crane |
  ~ | hook | | over {vehicle}
A table set for two stands in a {scene}.
  set | table | | in {scene}
  stands=stand | table | | in {scene}
{drink} is poured in to a {container}.
  poured=pour | | {drink} | into {container}
"""

_FIELD = re.compile(r"\{(?P<list>[a-z]+)(?P<nth>\d?)(?::(?P<form>[s3g]))?\}")


@dataclass(frozen=True, kw_only=True)
class Case:
    """A caption with the tuples that it has.

    Attributes:
        kind: Its kind.
        template: What it was made of.
        caption: The text.
        tuples: As in the templates, with the words filled in.
    """

    kind: str
    template: str
    caption: str
    tuples: tuple[str, ...]


def cases(n_per_kind: int = CASES_PER_KIND, *, seed: int = SEED) -> list[Case]:
    """The captions of all kinds, the same for the same seed; every template has its turn, no caption stands twice."""
    result: list[Case] = []
    for kind, templates in read_templates().items():
        found: dict[str, Case] = {}
        # A template's words do not hang on which others there are.
        sources = [random.Random(f"{seed} {kind} {caption}") for caption, _ in templates]
        for turn in range(20 * n_per_kind):
            caption, tuples = templates[turn % len(templates)]
            case = _filled(kind, caption, tuples, sources[turn % len(templates)])
            if len(found) < n_per_kind:
                found.setdefault(case.caption, case)
        result += found.values()
    return result


def read_templates() -> dict[str, list[tuple[str, list[str]]]]:
    """The templates by kind: captions with their tuples."""
    kinds: dict[str, list[tuple[str, list[str]]]] = {}
    for line in TEMPLATES.strip().splitlines():
        if line.startswith("@ "):
            templates = kinds[line[2:]] = []
        elif line.startswith("  "):
            templates[-1][1].append(line.strip())
        else:
            templates.append((line, []))
    return kinds


def expected_words(case: Case) -> Iterator[tuple[str, str]]:
    """The words of the expected tuples: each as it stands in the caption, and its base form."""
    for item in case.tuples:
        predicate, *slots = item.split("|")
        if not predicate.startswith("~"):
            yield _form_and_lemma(predicate.strip())
        for slot in slots:
            for word in slot.split(","):
                if word.strip():
                    yield _form_and_lemma(word.split()[-1].lstrip("!"))


def expected_tuples(case: Case) -> list[SemanticTuple]:
    """The expected tuples as values."""
    return [_tuple(item) for item in case.tuples]


def _filled(kind: str, caption: str, tuples: Sequence[str], source: random.Random) -> Case:
    chosen: dict[str, str | tuple[str, str, str]] = {}
    for match in _FIELD.finditer(caption):
        key = match["list"] + match["nth"]
        if key not in chosen:
            words: Sequence[str | tuple[str, str, str]] = WORDS.get(match["list"]) or VERBS[match["list"]]
            taken = {chosen.get(match["list"] + nth) for nth in ("", "2", "3")}
            # No word stands twice in a caption: which of the two is meant would not be known.
            taken |= {word for word in chosen.values() if isinstance(word, str)}
            chosen[key] = source.choice([word for word in words if word not in taken])

    def form(match: re.Match[str]) -> str:
        return _form(chosen[match["list"] + match["nth"]], match["form"])

    def form_and_lemma(match: re.Match[str]) -> str:
        word = chosen[match["list"] + match["nth"]]
        written, lemma = _form(word, match["form"]), word if isinstance(word, str) else word[0]
        return written if written == lemma else f"{written}={lemma}"

    text = _FIELD.sub(form, caption).replace("\\\\n", "\0").replace("\\n", "\n").replace("\0", "\\n")
    text = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", text)
    return Case(
        kind=kind,
        template=caption,
        caption=text if caption[0] == "a" else text[0].upper() + text[1:],
        tuples=tuple(_FIELD.sub(form_and_lemma, item) for item in tuples),
    )


def _form(word: str | tuple[str, str, str], form: str | None) -> str:
    if isinstance(word, tuple):
        return word[{None: 0, "3": 1, "g": 2}[form]]
    return word if form is None else _PLURALS.get(word, f"{word}s")


def _form_and_lemma(text: str) -> tuple[str, str]:
    form, _, lemma = text.partition("=")
    return form, lemma or form


def _tuple(text: str) -> SemanticTuple:
    predicate, *slots = (part.strip() for part in text.split("|"))
    agents, patients, locatives = (
        tuple(_argument(word) for word in slot.split(",") if word.strip()) for slot in slots
    )
    if predicate.startswith("~"):
        head = Predicate(text="", lemma=predicate[1:] or None, tacit=True)
    else:
        head = Predicate(text=predicate, lemma=_form_and_lemma(predicate)[1])
    return SemanticTuple(predicate=head, agents=agents, patients=patients, locatives=locatives)


def _argument(text: str) -> Argument:
    *preposition, word = text.split()
    lemma = _form_and_lemma(word.lstrip("!"))[1]
    return Argument(
        text=lemma, lemma=lemma, preposition=" ".join(preposition) or None, negated=word.startswith("!")
    )


def main() -> None:
    """Extract from the captions and print right / all by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="en-captions", help="NAME, NAME@VERSION or a folder")
    parser.add_argument("--kind", help="of one kind only")
    parser.add_argument("--wrong", action="store_true", help="print the captions that are read wrongly")
    parser.add_argument(
        "--list", action="store_true", help="print captions and expected tuples, extract nothing"
    )
    options = parser.parse_args()
    chosen = [case for case in cases() if options.kind in (None, case.kind)]
    if options.list:
        for case in chosen:
            print(f"{case.kind}: {case.caption!r}\n   {' '.join(f'<{item}>' for item in case.tuples) or '-'}")
        return
    extractor = Extractor.load(options.model)
    right, every = Counter[str](), Counter[str]()
    extractions = extractor.extract([Caption(text=case.caption) for case in chosen])
    for case, extraction in zip(chosen, extractions, strict=True):
        counts = count_exact(extraction.tuples, expected_tuples(case))
        is_right = counts.matched == counts.n_candidate == counts.n_reference
        every[case.kind] += 1
        right[case.kind] += is_right
        if options.wrong and not is_right:
            print(f"{case.kind}: {case.caption!r}")
            print(f"   want {' '.join(map(_shown, expected_tuples(case))) or '-'}")
            print(f"   got  {' '.join(map(_shown, extraction.tuples)) or '-'}")
    print(extractor.model)
    for kind, n_cases in every.items():
        print(f"{kind:<20} {right[kind]:4} / {n_cases}")
    print(f"{'all':<20} {right.total():4} / {every.total()}")


def _shown(item: SemanticTuple) -> str:
    slots = [
        ", ".join(f"{f'{a.preposition} ' if a.preposition else ''}{'!' * a.negated}{a.lemma}" for a in slot)
        for slot in (item.agents, item.patients, item.locatives)
    ]
    return f"<{'~' * item.predicate.tacit}{item.predicate.lemma or ''}; {'; '.join(slot or '-' for slot in slots)}>"


if __name__ == "__main__":
    main()
