"""The names of the 80 COCO classes and of the 601 boxable Open Images classes, and words that mean them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.replace("\n", " ").split(","))


COCO_CLASSES = _names(
    """
person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant, stop sign,
parking meter, bench, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe, backpack, umbrella,
handbag, tie, suitcase, frisbee, skis, snowboard, sports ball, kite, baseball bat, baseball glove, skateboard,
surfboard, tennis racket, bottle, wine glass, cup, fork, knife, spoon, bowl, banana, apple, sandwich, orange,
broccoli, carrot, hot dog, pizza, donut, cake, chair, couch, potted plant, bed, dining table, toilet, tv,
laptop, mouse, remote, keyboard, cell phone, microwave, oven, toaster, sink, refrigerator, book, clock, vase,
scissors, teddy bear, hair drier, toothbrush
"""
)
"""The object classes of COCO 2017, with their names."""

OPEN_IMAGES_CLASSES = _names(
    """
accordion, adhesive tape, aircraft, airplane, alarm clock, alpaca, ambulance, animal, ant, antelope, apple,
armadillo, artichoke, asparagus, auto part, axe, backpack, bagel, baked goods, balance beam, ball, balloon,
banana, band-aid, banjo, barge, barrel, baseball bat, baseball glove, bat, bathroom accessory, bathroom cabinet,
bathtub, beaker, bear, bed, bee, beehive, beer, beetle, bell pepper, belt, bench, bicycle, bicycle helmet,
bicycle wheel, bidet, billboard, billiard table, binoculars, bird, blender, blue jay, boat, bomb, book,
bookcase, boot, bottle, bottle opener, bow and arrow, bowl, bowling equipment, box, boy, brassiere, bread,
briefcase, broccoli, bronze sculpture, brown bear, building, bull, burrito, bus, bust, butterfly, cabbage,
cabinetry, cake, cake stand, calculator, camel, camera, can opener, canary, candle, candy, cannon, canoe,
cantaloupe, car, carnivore, carrot, cart, cassette deck, castle, cat, cat furniture, caterpillar, cattle,
ceiling fan, cello, centipede, chainsaw, chair, cheese, cheetah, chest of drawers, chicken, chime, chisel,
chopsticks, christmas tree, clock, closet, clothing, coat, cocktail, cocktail shaker, coconut, coffee, coffee
cup, coffee table, coffeemaker, coin, common fig, computer keyboard, computer monitor, computer mouse,
container, convenience store, cookie, cooking spray, corded phone, cosmetics, couch, countertop, cowboy hat,
crab, cream, cricket ball, crocodile, croissant, crown, crutch, cucumber, cupboard, curtain, cutting board,
dagger, dairy, deer, desk, dessert, diaper, dice, digital clock, dinosaur, dishwasher, dog, dog bed, doll,
dolphin, door, door handle, doughnut, dragonfly, drawer, dress, drill, drink, drinking straw, drum, duck,
dumbbell, eagle, earrings, egg, elephant, envelope, eraser, face powder, facial tissue holder, falcon, fashion
accessory, fast food, fax, fedora, filing cabinet, fire hydrant, fireplace, fish, flag, flashlight, flower,
flowerpot, flute, flying disc, food, food processor, football, football helmet, footwear, fork, fountain, fox,
french fries, frog, fruit, frying pan, furniture, gas stove, giraffe, girl, glasses, glove, goat, goggles,
goldfish, golf ball, golf cart, gondola, goose, grape, grapefruit, grinder, guacamole, guitar, hair dryer, hair
spray, hamburger, hammer, hamster, hand dryer, handbag, handgun, harbor seal, harmonica, harp, harpsichord, hat,
headphones, heater, hedgehog, helicopter, helmet, high heels, hiking equipment, hippopotamus, home appliance,
honeycomb, horizontal bar, horn, horse, hot dog, house, houseplant, human arm, human beard, human body, human
ear, human eye, human face, human foot, human hair, human hand, human head, human leg, human mouth, human nose,
humidifier, ice cream, indoor rower, infant bed, insect, invertebrate, ipod, isopod, jacket, jacuzzi, jaguar,
jeans, jellyfish, jet ski, jug, juice, kangaroo, kettle, kitchen & dining room table, kitchen appliance, kitchen
knife, kitchen utensil, kitchenware, kite, knife, koala, ladder, ladle, ladybug, lamp, land vehicle, lantern,
laptop, lavender, lemon, leopard, lifejacket, light bulb, light switch, lighthouse, lily, limousine, lion,
lipstick, lizard, lobster, loveseat, luggage and bags, lynx, magpie, mammal, man, mango, maple, maracas, marine
invertebrates, marine mammal, measuring cup, mechanical fan, medical equipment, microphone, microwave oven,
milk, miniskirt, mirror, missile, mixer, mixing bowl, mobile phone, monkey, moths and butterflies, motorcycle,
mouse (animal), muffin, mug, mule, mushroom, musical instrument, musical keyboard, nail, necklace, nightstand, oboe,
office building, office supplies, orange, organ, ostrich, otter, oven, owl, oyster, paddle, palm tree, pancake,
panda, paper cutter, paper towel, parachute, parking meter, parrot, pasta, pastry, peach, pear, pen, pencil
case, pencil sharpener, penguin, perfume, person, personal care, piano, picnic basket, picture frame, pig,
pillow, pineapple, pitcher, pizza, pizza cutter, plant, plastic bag, plate, platter, plumbing fixture, polar
bear, pomegranate, popcorn, porch, porcupine, poster, potato, power plugs and sockets, pressure cooker, pretzel,
printer, pumpkin, punching bag, rabbit, raccoon, racket, radish, ratchet, raven, rays and skates, red panda,
refrigerator, remote control, reptile, rhinoceros, rifle, ring binder, rocket, roller skates, rose, rugby ball,
ruler, salad, salt and pepper shakers, sandal, sandwich, saucer, saxophone, scale, scarf, scissors, scoreboard,
scorpion, screwdriver, sculpture, sea lion, sea turtle, seafood, seahorse, seat belt, segway, serving tray,
sewing machine, shark, sheep, shelf, shellfish, shirt, shorts, shotgun, shower, shrimp, sink, skateboard, ski,
skirt, skull, skunk, skyscraper, slow cooker, snack, snail, snake, snowboard, snowman, snowmobile, snowplow,
soap dispenser, sock, sofa bed, sombrero, sparrow, spatula, spice rack, spider, spoon, sports equipment, sports
uniform, squash, squid, squirrel, stairs, stapler, starfish, stationary bicycle, stethoscope, stool, stop sign,
strawberry, street light, stretcher, studio couch, submarine, submarine sandwich, suit, suitcase, sun hat,
sunflower, sunglasses, surfboard, sushi, swan, swim cap, swimming pool, swimwear, sword, syringe, table, table
tennis racket, tablet computer, tableware, taco, tank, tap, tart, taxi, tea, teapot, teddy bear, telephone,
television, tennis ball, tennis racket, tent, tiara, tick, tie, tiger, tin can, tire, toaster, toilet, toilet
paper, tomato, tool, toothbrush, torch, tortoise, towel, tower, toy, traffic light, traffic sign, train,
training bench, treadmill, tree, tree house, tripod, trombone, trousers, truck, trumpet, turkey, turtle,
umbrella, unicycle, van, vase, vegetable, vehicle, vehicle registration plate, violin, volleyball, waffle,
waffle iron, wall clock, wardrobe, washing machine, waste container, watch, watercraft, watermelon, weapon,
whale, wheel, wheelchair, whisk, whiteboard, willow, window, window blind, wine, wine glass, wine rack, winter
melon, wok, woman, wood-burning stove, woodpecker, worm, wrench, zebra, zucchini
"""
)
"""The boxable classes of Open Images V4, in lower case: 600 of things, and one of groups of such."""

COCO_CLASS_BY_OPEN_IMAGES: Mapping[str, str] = MappingProxyType(
    {
        "aircraft": "airplane",
        "ambulance": "truck",
        "barge": "boat",
        "blue jay": "bird",
        "boy": "person",
        "brown bear": "bear",
        "bull": "cow",
        "canary": "bird",
        "canoe": "boat",
        "cattle": "cow",
        "coffee cup": "cup",
        "computer keyboard": "keyboard",
        "computer mouse": "mouse",
        "cricket ball": "sports ball",
        "digital clock": "clock",
        "doughnut": "donut",
        "eagle": "bird",
        "falcon": "bird",
        "flowerpot": "potted plant",
        "flying disc": "frisbee",
        "football": "sports ball",
        "girl": "person",
        "golf ball": "sports ball",
        "gondola": "boat",
        "hair dryer": "hair drier",
        "houseplant": "potted plant",
        "kitchen & dining room table": "dining table",
        "kitchen knife": "knife",
        "limousine": "car",
        "loveseat": "couch",
        "lynx": "cat",
        "magpie": "bird",
        "man": "person",
        "microwave oven": "microwave",
        "mixing bowl": "bowl",
        "mobile phone": "cell phone",
        "mug": "cup",
        "owl": "bird",
        "parrot": "bird",
        "raven": "bird",
        "remote control": "remote",
        "rugby ball": "sports ball",
        "ski": "skis",
        "sofa bed": "couch",
        "sparrow": "bird",
        "studio couch": "couch",
        "submarine": "boat",
        "submarine sandwich": "sandwich",
        "table": "dining table",
        "taxi": "car",
        "television": "tv",
        "tennis ball": "sports ball",
        "van": "truck",
        "volleyball": "sports ball",
        "wall clock": "clock",
        "watch": "clock",
        "woman": "person",
        "woodpecker": "bird",
    }
)
"""Open Images classes that are kinds of a COCO class, or other names of it."""
