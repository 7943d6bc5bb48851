"""Devices of kitchens and rooms, tools, toys and what sport is done with."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import ball, band, bezier, box, rod, thing, turn_all, turned
from .carried import shoe
from .household import LACQUERS, PLASTICS, WOODS, loose_cable
from .shoes import lift_all


def shell(t, share=0.8, *names):
    t.made_of('plastic')
    return surfaces.solid('shell', t.color('shell', share, *(names or PLASTICS)), t.between(0.15, 0.45), 0.2)


STEEL = '#c6c8ca'


@thing('kettle')
def kettle(t):
    skin = surfaces.metal('body', STEEL, 0.25) if t.tone == 'normal' and t.chance(0.4) else shell(t)
    dark = surfaces.solid('grip', t.pick('#1c1d20', '#b98a5c', '#efeeea'), 0.45)
    r, h = t.between(0.7, 0.9), t.between(1.6, 2.1)
    turned([(0, 0), (r * 1.02, 0), (r * 1.02, 0.16), (0, 0.18)], dark, 0.04)
    turned([(0, 0.18), (r, 0.2), (r * 0.92, h * 0.6), (r * 0.7, h), (0, h + 0.08)], skin, [0.06, 0.3, 0.12])
    ball(0.09, dark, (0, 0, h + 0.12))
    rod([(r * 0.6, 0, h * 0.98), (r * 1.25, 0, h), (r * 1.55, 0, h * 0.75), (r * 1.45, 0, h * 0.35), (r * 0.92, 0, h * 0.25)], 0.11, dark)
    spout = turned([(0.3, 0), (0.12, 0.4), (0.09, 0.4), (0.2, 0)], skin, 0.02, 48)
    shapes.place(spout, (-r * 0.62, 0, h * 0.72), (0, -52, 0))


@thing('toaster')
def toaster(t):
    skin = surfaces.metal('body', STEEL, 0.25) if t.tone == 'normal' and t.chance(0.4) else shell(t)
    dark = surfaces.solid('slot', '#18181a', 0.6)
    w, d, h = t.between(2.4, 3.0), t.between(1.3, 1.8), t.between(1.6, 2.0)
    box((w, d, h), skin, (0, 0, 0.08), bevel=t.between(0.15, 0.45))
    box((w * 0.92, d * 0.9, 0.1), dark, bevel=0.03)
    for y in (-d * 0.17, d * 0.17):
        box((w * 0.7, 0.22, 0.02), dark, (0, y, h + 0.075), bevel=0.008)
    box((0.16, 0.36, 0.14), dark, (w / 2 + 0.06, 0, h * 0.6), bevel=0.04)
    knob = turned([(0, 0), (0.16, 0), (0.14, 0.1), (0, 0.1)], dark, 0.03, 48)
    shapes.place(knob, (w / 2 - 0.02, 0, h * 0.3), (0, 90, 0))
    if t.chance(0.4):
        bread = surfaces.solid('toast', '#b98a4c', 0.8, relief=0.4)
        box((w * 0.5, 0.16, 0.5), bread, (0, -d * 0.17, h - 0.1), bevel=0.06)


@thing('coffee-maker')
def coffee_maker(t):
    skin = shell(t)
    steel = surfaces.metal('steel', STEEL, 0.25)
    dark = surfaces.solid('dark', '#17181a', 0.25, 0.3)
    w, d, h = t.between(1.6, 2.4), t.between(2.0, 2.6), t.between(2.8, 3.5)
    box((w, d, 0.35), skin, bevel=0.08)
    box((w, d * 0.42, h), skin, (0, d * 0.29, 0), bevel=0.12)
    box((w, d * 0.92, h * 0.28), skin, (0, d * 0.04, h * 0.72), bevel=0.12)
    if t.chance(0.6):
        r = min(w * 0.36, 0.72)
        shapes.place(turned([(0, 0), (r * 0.9, 0), (r, h * 0.16), (r * 0.75, h * 0.32), (0, h * 0.33)], dark, 0.08), (0, -d * 0.18, 0.35))
        rod([(0, -d * 0.18 - r * 0.7, h * 0.38), (0, -d * 0.18 - r - 0.4, h * 0.38), (0, -d * 0.18 - r - 0.35, h * 0.2), (0, -d * 0.18 - r * 0.9, h * 0.17)], 0.08, skin)
    else:
        shapes.place(turned([(0, 0), (0.28, 0), (0.28, 0.3), (0, 0.3)], steel, 0.03), (0, -d * 0.2, h * 0.52))
        rod([(0, -d * 0.25, h * 0.58), (0, -d * 0.5, h * 0.57), (0, -d * 0.68, h * 0.55)], 0.1, dark, 6)
        box((w * 0.7, d * 0.4, 0.05), steel, (0, -d * 0.22, 0.33), bevel=0.02)
    for x in (-0.3, 0, 0.3):
        shapes.place(turned([(0, 0), (0.09, 0), (0.08, 0.05), (0, 0.05)], steel, 0.01, 32), (x, -d * 0.42, h * 0.86), (90, 0, 0))


@thing('kitchen-scale')
def kitchen_scale(t):
    skin = shell(t)
    w, d = t.between(1.5, 2.0), t.between(1.8, 2.2)
    box((w, d, 0.2), skin, bevel=t.between(0.05, 0.095))
    top = surfaces.metal('plate', STEEL, 0.3) if t.chance(0.5) else skin
    shapes.place(turned([(0, 0), (w * 0.42, 0), (w * 0.44, 0.06), (0, 0.07)], top, 0.02), (0, d * 0.1, 0.2))
    box((w * 0.4, 0.3, 0.02), surfaces.solid('display', '#1b2127', 0.1, 0.5), (0, -d * 0.38, 0.195), bevel=0.006)
    if t.chance(0.4):
        r = w * 0.55
        shapes.place(turned([(0, 0), (r * 0.5, 0), (r * 0.95, 0.55), (r * 0.92, 0.55), (r * 0.48, 0.05), (0, 0.05)], skin, 0.04), (0, d * 0.1, 0.27))


@thing('table-lamp')
def table_lamp(t):
    """A foot with a shade of cloth."""
    t.made_of('ceramic', 'fabric')
    foot = surfaces.solid('foot', t.color('foot', 0.4, *LACQUERS), 0.2, 0.4) if t.chance(0.6) else surfaces.metal('foot', surfaces.PALETTE[t.pick('brass', 'copper', 'silver')], 0.25)
    cloth = surfaces.fabric('shade', t.color('shade', 0.6, 'white', 'cream', 'beige', 'gray', 'navy', 'mustard', 'terracotta'), 24, 0.3)
    h, r = t.between(1.6, 2.6), t.between(0.5, 0.9)
    form = t.pick(0, 1, 2)
    if form == 0:
        turned([(0, 0), (r * 0.6, 0), (r, h * 0.35), (0.15, h * 0.85), (0.1, h), (0, h)], foot, [0.04, 0.35, 0.2, 0.02])
    elif form == 1:
        turned([(0, 0), (r, 0), (r, 0.12), (0.09, 0.16), (0.08, h), (0, h)], foot, 0.03)
    else:
        for z in (0.5, 1.3):
            ball(h * 0.26, foot, (0, 0, h * 0.26 * z * 1.35 - 0.05 * h))
        turned([(0, h * 0.4), (0.1, h * 0.4), (0.1, h), (0, h)], foot, 0.02)
    wide, tall = r * t.between(1.4, 1.8), t.between(1.1, 1.6)
    narrow = wide * t.pick(0.6, 0.8, 1.0)
    turned([(wide, h), (narrow, h + tall), (narrow - 0.03, h + tall), (wide - 0.03, h)], cloth, 0.01)
    ball(0.25, surfaces.solid('bulb', '#f7f4ea', 0.2), (0, 0, h + 0.3))
    if t.chance(0.5):
        loose_cable(t, (0, r * 0.5, 0.04), t.between(0, 3), t.between(2.5, 4), 0.025, surfaces.solid('cable', '#f0efec', 0.5))


@thing('drill')
def drill(t):
    """A cordless drill: on its battery, or on its side."""
    t.lying = (90, 0, t.between(-40, 40))
    skin = shell(t, 0.6, 'teal', 'red', 'mustard', 'orange', 'green', 'blue', 'black')
    dark = surfaces.solid('rubber', '#1b1c1e', 0.7)
    steel = surfaces.metal('chuck', '#8b8c8e', 0.3)
    z = t.between(1.75, 2.0)
    barrel = [turned([(0, 0), (0.34, 0.02), (0.36, 0.3), (0.36, 1.0), (0.28, 1.15), (0, 1.15)], skin, 0.05), turned([(0, 1.12), (0.24, 1.12), (0.22, 1.5), (0.12, 1.6), (0, 1.6)], dark, 0.03), turned([(0, 1.55), (0.035, 1.55), (0.035, 2.1), (0, 2.15)], steel, 0.005, 24)]
    turn_all(barrel, (0, -90, 0), (0.6, 0, z))
    way = bezier([(0.28, 0, z - 0.15), (0.36, 0, z - 0.7), (0.45, 0, 0.5)], 14)
    shapes.tube('grip', way, [*np.linspace(0.27, 0.23, len(way))], skin, 16)
    shapes.tube('pad', way[6:-4] + np.array([0.05, 0, 0]), 0.235, dark, 16)
    box((0.12, 0.16, 0.3), dark, (0.05, 0, z - 0.6), bevel=0.04)
    box((1.25, 0.75, 0.16), dark, (0.36, 0, 0.38), bevel=0.05)
    box((1.2, 0.72, 0.4), skin, (0.36, 0, 0), bevel=0.1)


@thing('hammer')
def hammer(t):
    t.made_of('metal', 'wood')
    t.lying = None
    steel = surfaces.metal('head', t.pick('#8b8c8e', '#c6c8ca', '#3a3b3d'), 0.3)
    grip = surfaces.wood('grip', *t.pick(*WOODS)) if t.chance(0.6) else surfaces.solid('grip', t.color('grip', 0.5, 'red', 'mustard', 'black', 'blue'), 0.6)
    long = t.between(2.4, 3.2)
    rod([(0, 0, 0.18), (long * 0.5, 0, 0.15), (long, 0, 0.16)], [*np.linspace(0.11, 0.15, 49)], grip)
    face = [turned([(0, 0), (0.18, 0), (0.18, 0.25), (0.12, 0.35), (0.12, 0.5), (0, 0.5)], steel, 0.02, 48)]
    turn_all(face, (90, 0, 0), (0, 0.05, 0.19))
    box((0.3, 0.42, 0.32), steel, (0, 0.1, 0.03), bevel=0.05)
    if t.chance(0.5):
        for x in (-0.08, 0.08):
            rod([(x, 0.25, 0.2), (x * 1.4, 0.6, 0.22), (x * 1.9, 0.95, 0.1)], [*np.linspace(0.09, 0.035, 49)], steel)
    else:
        wedge = shapes.extruded('wedge', [[(0.2, 0.05), (0.2, 0.33), (0.85, 0.24), (0.85, 0.14)]], 0.3, steel, 0.02)
        shapes.place(wedge, (0, 0, 0), (90, 0, 90))


@thing('pliers')
def pliers(t):
    t.made_of('metal')
    t.lying = None
    steel = surfaces.metal('steel', t.pick('#8b8c8e', '#c6c8ca', '#3a3b3d'), 0.25)
    grip = surfaces.solid('grip', t.color('grip', 0.6, 'red', 'blue', 'mustard', 'black', 'orange'), 0.5)
    spread, nose = t.between(0.12, 0.5), t.between(0.5, 1.0)
    shapes.place(turned([(0, 0), (0.22, 0), (0.22, 0.2), (0, 0.2)], steel, 0.02, 48), (0, 0, 0.04))
    for side in (-1, 1):
        jaw = [(0, 0.01 * side), (0.05, 0.22 * side), (0.3, 0.2 * side), (nose, 0.07 * side), (nose, 0.01 * side)]
        shapes.place(shapes.extruded('jaw', [jaw], 0.16, steel, 0.02), (0, 0, 0.14), (0, 0, 0))
        way = bezier([(0, -0.1 * side, 0.14), (-0.4, 0.2 * side, 0.13), (-1.0, (0.3 + spread * 0.6) * side, 0.12), (-1.6, (0.26 + spread) * side, 0.12)], 12)
        shapes.tube('handle', way, 0.075, steel, 10)
        shapes.tube('grip', way[12:], 0.115, grip, 12)


@thing('tape-measure')
def tape_measure(t):
    skin = shell(t, 0.8, 'mustard', 'red', 'black', 'orange', 'white', 'teal')
    box((0.75, 0.38, 0.7), skin, bevel=0.12)
    disc = turned([(0, 0), (0.24, 0), (0.24, 0.02), (0, 0.02)], surfaces.solid('disc', '#1c1d20', 0.5), 0.005, 48)
    shapes.place(disc, (0.02, -0.19, 0.36), (90, 0, 0))
    tape = surfaces.solid('tape', '#ecc62a', 0.4)
    long = t.between(0.1, 1.6)
    band([(-0.36, 0, 0.06), (-0.4 - long * 0.5, 0, 0.05), (-0.4 - long, 0, 0.04)], 0.22, tape, (0, 1, 0), 0.01)
    box((0.02, 0.2, 0.12), surfaces.metal('hook', STEEL, 0.3), (-0.41 - long, 0, 0.0), bevel=0.004)
    t.letters_flat(t.words[0], 0.08, surfaces.printed('ink', '#f2efe8'), (0.02, -0.212, 0.33), 0.4)


@thing('kettlebell')
def kettlebell(t):
    t.made_of('metal')
    skin = surfaces.solid('iron', t.color('iron', 0.95, 'black', 'charcoal', 'red', 'navy', 'sage', 'pink', 'gray'), t.between(0.3, 0.7), relief=0.2)
    r = t.between(0.75, 1.1)
    turned([(0, 0), (r * 0.6, 0), (r * 0.95, r * 0.45), (r * 0.98, r * 1.05), (r * 0.55, r * 1.75), (0, r * 1.85)], skin, [0.05, 0.35, 0.4, 0.3])
    high = r * 2.75
    rod([(-r * 0.5, 0, r * 1.6), (-r * 0.62, 0, r * 2.2), (-r * 0.45, 0, high * 0.97), (0, 0, high), (r * 0.45, 0, high * 0.97), (r * 0.62, 0, r * 2.2), (r * 0.5, 0, r * 1.6)], r * 0.16, skin)
    t.letters_flat(t.pick('8 kg', '12 kg', '16 kg', '24 kg'), r * 0.3, surfaces.printed('ink', '#f2efe8' if t.tone != 'white-on-white' else '#303030'), (0, -r * 0.96, r * 0.6), r)


@thing('skateboard')
def skateboard(t):
    t.made_of('wood', 'plastic')
    t.lying = None
    deck = surfaces.solid('grip', t.color('deck', 0.7, 'black', 'black', *LACQUERS), 0.9, relief=0.3)
    edge = surfaces.wood('edge', *WOODS[0])
    wheel = surfaces.solid('wheel', t.color('wheels', 0.15, 'white', 'red', 'teal', 'mustard', 'black'), 0.4)
    steel = surfaces.metal('truck', STEEL, 0.3)
    long, w, z = t.between(7.2, 8.2), t.between(1.9, 2.2), 0.95
    u, v = np.linspace(-1, 1, 70), np.linspace(-1, 1, 24)
    for lift, skin in ((0.0, edge), (0.1, deck)):
        rows = [[(x * long / 2, y * w / 2 * max(0.04, 1 - max(0.0, (abs(x) - 0.78) / 0.22) ** 2.4) ** 0.5, z + lift + 0.75 * max(0.0, (abs(x) - 0.66) / 0.34) ** 1.4 + 0.06 * y * y) for y in v] for x in u]
        shapes.sheet('deck', np.array(rows), skin, 0.08)
    for x in (-long * 0.27, long * 0.27):
        box((0.5, 0.5, 0.4), steel, (x, 0, 0.52), bevel=0.08)
        rod([(x, -0.8, 0.28), (x, 0, 0.36), (x, 0.8, 0.28)], 0.09, steel)
        for y in (-0.78, 0.78):
            shapes.place(turned([(0, -0.17), (0.27, -0.17), (0.27, 0.17), (0, 0.17)], wheel, 0.05, 48), (x, y, 0.27), (90, 0, 0))


@thing('racket')
def racket(t):
    """For tennis or badminton, flat on the ground."""
    t.made_of('metal')
    t.lying = None
    frame = surfaces.solid('frame', t.color('frame', 0.7, *LACQUERS, 'orange'), 0.25, 0.4)
    string = surfaces.solid('string', t.pick('#f0efe8', '#1d1d20', '#ecc62a'), 0.5)
    grip = surfaces.fabric('grip', t.color('grip', 0.2, 'black', 'white', 'red', 'navy'), 30)
    rx, ry, z = t.between(1.1, 1.3), t.between(1.4, 1.7), 0.12
    a = np.linspace(0, 2 * np.pi, 97)
    shapes.tube('hoop', [(rx * math.cos(b), ry * math.sin(b), z) for b in a], 0.11, frame, 10)
    for k in np.linspace(-0.9, 0.9, 16):
        q = math.sqrt(1 - k * k)
        shapes.tube('string', [(rx * k, -ry * q, z), (rx * k, ry * q, z)], 0.012, string, 4)
        shapes.tube('string', [(-rx * q, ry * k, z + 0.01), (rx * q, ry * k, z + 0.01)], 0.012, string, 4)
    for side in (-1, 1):
        rod([(side * rx * 0.55, -ry * 0.84, z), (side * 0.3, -ry - 0.4, z), (side * 0.08, -ry - 1.1, z)], 0.1, frame)
    rod([(0, -ry - 0.95, z), (0, -ry - 1.8, z), (0, -ry - 2.9, z)], 0.14, grip)


@thing('drinking-bottle')
def drinking_bottle(t):
    """Of steel or plastic, with a cap and a loop."""
    t.made_of('metal')
    t.lying = (-90, 0, t.between(-60, 60))
    main = t.color('bottle', 0.85, *LACQUERS, 'pink', 'orange', 'mint')
    skin = surfaces.metal('bottle', main, 0.35) if t.chance(0.3) else surfaces.solid('bottle', main, t.between(0.25, 0.6))
    cap = surfaces.solid('cap', t.color('cap', 0.15, 'black', 'white', 'silver', 'tan', fixed=True), 0.4)
    r, h = t.between(0.32, 0.42), t.between(1.7, 2.3)
    turned([(0, 0), (r, 0), (r, h * 0.78), (r * 0.6, h * 0.9), (r * 0.58, h), (0, h)], skin, [0.04, 0.15, 0.12, 0.02])
    turned([(0, h - 0.02), (r * 0.68, h - 0.02), (r * 0.68, h + 0.3), (0, h + 0.32)], cap, 0.04)
    if t.chance(0.5):
        shapes.place(shapes.ring('loop', 0.17, 0.04, cap), (0, 0, h + 0.42))
    t.letters_round(t.words[0], 0.16, t.ink_on(main), r, h * 0.45, r * 1.5)


@thing('roller-skate')
def roller_skate(t):
    t.made_of('leather', 'plastic')
    t.lying = (92, 0, t.between(-40, 40))
    skin = surfaces.leather('upper', t.color('upper', 0.6, *LACQUERS, 'pink'), 0.4, 12)
    sole = surfaces.solid('sole', t.color('sole', 0.15, 'black', 'brown', 'white'), 0.5)
    wheel = surfaces.solid('wheel', t.color('wheels', 0.2, 'red', 'pink', 'mint', 'white', 'orange', 'black'), 0.35)
    shoe(t, skin, sole, skin, 1.7, 0.3, 0.5, 0.44, 0.16, surfaces.fabric('laces', '#f0efe8', 60), 2.7)
    lift_all(0.85)
    box((2.0, 0.5, 0.3), surfaces.metal('frame', STEEL, 0.3), (0, 0, 0.55), bevel=0.08)
    for x in (-0.75, 0.75):
        rod([(x, -0.5, 0.33), (x, 0, 0.45), (x, 0.5, 0.33)], 0.08, sole)
        for y in (-0.48, 0.48):
            shapes.place(turned([(0, -0.17), (0.32, -0.17), (0.32, 0.17), (0, 0.17)], wheel, 0.05, 48), (x, y, 0.32), (90, 0, 0))
