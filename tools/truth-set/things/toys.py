"""Toys, and small plants."""

import math

import surfaces
from kit import shapes

from . import ball, box, rod, thing, turn_all, turned

BRIGHT = ('red', 'blue', 'yellow', 'green', 'orange', 'mint', 'pink', 'sky blue', 'white', 'purple')


@thing('building-blocks')
def building_blocks(t):
    """A little tower of blocks of wood, or bricks with knobs."""
    t.made_of('wood')
    knobs = t.chance(0.5)
    z = 0.0
    for level in range(t.pick(2, 3)):
        high = 0.35 if knobs else t.between(0.4, 0.6)
        count = max(1, t.pick(2, 3) - level)
        for k in range(count):
            skin = surfaces.solid('block', t.color('block', 0.15, *BRIGHT), 0.2 if knobs else 0.5, 0.2 if knobs else 0.0)
            w, x = t.between(0.5, 0.75), (k - (count - 1) / 2) * 0.78
            parts = [box((w, 0.5, high), skin, (0, 0, z), bevel=0.03)]
            if knobs:
                parts += [shapes.place(turned([(0, 0), (0.09, 0), (0.09, 0.07), (0, 0.07)], skin, 0.01, 32), (dx, dy, z + high)) for dx in (-w / 4, w / 4) for dy in (-0.12, 0.12)]
            turn_all(parts, (0, 0, t.between(-12, 12)), (x, 0, 0))
        z += high
    if not knobs and t.chance(0.5):
        roof = shapes.extruded('roof', [[(-0.4, 0), (0.4, 0), (0, 0.4)]], 0.5, surfaces.solid('roof', t.color('roof', 0.2, *BRIGHT), 0.5), 0.02)
        roof.location = (0, -0.0, z + 0.02)


@thing('toy-train')
def toy_train(t):
    t.made_of('wood')
    main = surfaces.solid('body', t.color('body', 0.6, *BRIGHT), 0.35, 0.2)
    second = surfaces.solid('trim', t.color('trim', 0.3, *BRIGHT), 0.35, 0.2)
    dark = surfaces.solid('wheels', t.pick('#1c1d20', '#b98a5c', '#b81d28'), 0.5)
    boiler = [turned([(0, 0), (0.32, 0), (0.32, 1.0), (0.28, 1.05), (0, 1.05)], main, 0.03, 64)]
    turn_all(boiler, (0, -90, 0), (0.2, 0, 0.72))
    box((1.9, 0.62, 0.2), second, (0, 0, 0.28), bevel=0.04)
    box((0.66, 0.66, 0.9), main, (0.55, 0, 0.42), bevel=0.05)
    box((0.84, 0.8, 0.1), second, (0.55, 0, 1.3), bevel=0.04)
    shapes.place(turned([(0, 0), (0.1, 0), (0.15, 0.32), (0, 0.33)], second, 0.02, 48), (-0.55, 0, 1.0))
    wagons = t.pick(0, 1, 2)
    for k in range(wagons):
        x = 2.0 + 1.7 * k
        skin = surfaces.solid('wagon', t.color('wagon', 0.2, *BRIGHT), 0.35, 0.2)
        box((1.4, 0.66, t.pick(0.2, 0.7)), skin, (x, 0, 0.28), bevel=0.05)
        rod([(x - 1.05, 0, 0.36), (x - 0.85, 0, 0.36), (x - 0.6, 0, 0.36)], 0.04, dark, 4)
    for x in [-0.6, 0.55, *(1.6 + 1.7 * k + dx for k in range(wagons) for dx in (0, 0.8))]:
        for y in (-0.34, 0.34):
            shapes.place(turned([(0, -0.06), (0.26, -0.06), (0.26, 0.06), (0, 0.06)], dark, 0.02, 48), (x, y, 0.26), (90, 0, 0))


@thing('rubber-duck')
def rubber_duck(t):
    t.made_of('rubber')
    skin = surfaces.solid('skin', t.color('skin', 0.85, 'yellow', 'yellow', 'pink', 'white', 'sky blue'), 0.25, 0.3)
    beak = surfaces.solid('beak', '#e8741c', 0.3)
    r = t.between(0.4, 0.55)
    ball(r, skin, (0, 0, r * 0.72), (1.3, 1, 0.75))
    ball(r * 0.62, skin, (-r * 0.65, 0, r * 1.75))
    ball(r * 0.35, skin, (r * 1.15, 0, r * 1.1), (1.3, 0.8, 0.8))
    ball(r * 0.26, beak, (-r * 1.3, 0, r * 1.65), (1.1, 1, 0.4))
    for side in (-1, 1):
        ball(r * 0.09, surfaces.solid('eye', '#141416', 0.1, 0.8), (-r * 1.12, side * r * 0.32, r * 1.95))
        ball(r * 0.5, skin, (r * 0.2, side * r * 0.85, r * 0.9), (1.2, 0.35, 0.6))


@thing('wooden-figure')
def wooden_figure(t):
    """A doll of turned wood, painted."""
    t.made_of('wood')
    t.lying = (-90, 0, t.between(-50, 50))
    body = surfaces.solid('dress', t.color('dress', 0.7, *BRIGHT), 0.3, 0.3)
    face = surfaces.solid('face', '#e7c39c', 0.4, 0.2)
    h = t.between(0.9, 1.6)
    turned([(0, 0), (h * 0.27, 0), (h * 0.3, h * 0.2), (h * 0.16, h * 0.62), (0, h * 0.66)], body, [0.04, 0.15, 0.08])
    ball(h * 0.2, face, (0, 0, h * 0.8))
    turned([(h * 0.205, h * 0.82), (h * 0.16, h * 0.96), (0, h * 1.02)], surfaces.solid('hair', t.color('hair', 0.15, 'brown', 'black', 'mustard', 'red'), 0.5), 0.04)
    for side in (-1, 1):
        ball(h * 0.02, surfaces.solid('eye', '#141416', 0.2), (side * h * 0.07, -h * 0.19, h * 0.8))
        ball(h * 0.045, surfaces.solid('button', t.pick('#f0efe8', '#1c1d20'), 0.3), (0, -h * 0.25, h * (0.3 + 0.08 * side)))


@thing('succulent')
def succulent(t):
    """Thick leaves in a rosette, in a small pot."""
    t.made_of('plant', 'ceramic')
    pot = surfaces.solid('pot', t.color('pot', 0.4, 'white', 'terracotta', 'gray', 'black', 'pink', 'sage', 'sky blue'), t.between(0.15, 0.7))
    t.colors.append({'area': 'leaves', 'name': 'green', 'hex': '#6f9a72', 'share': 0.5})
    leaf = surfaces.solid('leaf', t.pick('#6f9a72', '#8fb08a', '#5a8a5c', '#9a8fa0'), 0.5)
    r, h = t.between(0.4, 0.6), t.between(0.5, 0.9)
    turned([(0, 0), (r * 0.8, 0), (r, h), (r - 0.06, h), (r - 0.1, h - 0.1), (0, h - 0.1)], pot, 0.03)
    reach = r * t.between(0.9, 1.5)
    for ring in range(4):
        count = 9 - 2 * ring
        for k in range(count):
            a, tilt = 2 * math.pi * (k + 0.5 * (ring % 2)) / count, 20 + 20 * ring
            q = reach * (1 - 0.2 * ring)
            blade = ball(q * 0.5, leaf, (0, 0, 0), (1, 0.42, 0.22), 3)
            turn_all([blade], (0, 0, 0), (q * 0.5, 0, 0))
            turn_all([blade], (0, -tilt, math.degrees(a)), (0, 0, h + 0.02 * ring))
