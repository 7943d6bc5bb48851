"""Things that are worn or carried outdoors."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import band, bezier, box, rod, thing, turn_all, turned
from .carried import soft_bag
from .household import LACQUERS


@thing('helmet')
def helmet(t):
    """A shell with long vents, resting on its rim, with straps inside."""
    t.made_of('plastic')
    skin = surfaces.solid('shell', t.color('shell', 0.7, *LACQUERS), t.between(0.12, 0.4), 0.4)
    dark = surfaces.solid('vent', '#15161a', 0.7)
    length, width, height = t.between(1.35, 1.5), t.between(1.0, 1.1), t.between(1.25, 1.5)
    a = np.linspace(0, 2 * np.pi, 121)
    rows = []
    for k in np.linspace(0, 1, 50):
        up = math.sin(k * math.pi / 2)
        reach = math.cos(k * math.pi / 2) ** 0.62
        rim = 0.16 * (1 - k) * np.cos(2 * a)
        rows.append(np.stack([width * reach * np.cos(a), length * reach * np.sin(a), 0.12 + rim * 0.6 + height * up + 0 * a], -1))
    shapes.sheet('shell', np.array(rows), skin, 0.12)
    for side in np.linspace(-0.7, 0.7, t.pick(3, 5)):
        for y in (-0.7, 0.15, 0.9):
            lean = math.acos(min(1.0, abs(side))) if side else math.pi / 2
            z = 0.12 + height * math.sqrt(max(0.03, 1 - (side * 0.9) ** 2 - (y / length * 0.86) ** 2)) * 1.02
            box((0.12, 0.55, 0.1), dark, (side * width * 0.93, y, z - 0.03), (-35 * y, -math.degrees(math.pi / 2 - lean) * np.sign(side), 0), 0.05)
    if t.chance(0.6):
        strap = surfaces.fabric('strap', '#202226', 60, 0.2)
        for side in (-1, 1):
            band(bezier([(side * 0.8, -0.4, 0.35), (side * 0.85, -0.5, 0.02), (side * 0.3, -0.9, 0.03)], 12), 0.18, strap, (0, 1, 0.2), 0.03)


@thing('sport-watch')
def sport_watch(t):
    """A closed watch, standing on its strap or laid on its side."""
    t.made_of('metal', 'rubber')
    t.lying = (0, 90, t.between(-40, 40))
    case = surfaces.metal('case', surfaces.PALETTE[t.pick('silver', 'black', 'rose gold', 'gold')], 0.25)
    strap = surfaces.solid('strap', t.color('strap', 0.6, *LACQUERS), 0.55)
    glass = surfaces.solid('glass', '#0b0c0f', 0.08, 0.5)
    size, reach = t.between(0.2, 0.26), t.between(0.3, 0.36)
    loop = [(0, reach * 0.86 * math.sin(b), reach - reach * math.cos(b)) for b in np.linspace(-0.68 * math.pi, 1.2 * math.pi, 80)]
    band(loop, 0.2, strap, (1, 0, 0), 0.035)
    head = [
        turned([(0, 0), (size, 0), (size * 1.06, 0.05), (size, 0.12), (0, 0.12)], case, 0.012),
        turned([(0, 0.12), (size * 0.84, 0.121), (size * 0.82, 0.124), (0, 0.125)], glass, 0.002),
        box((0.05, 0.07, 0.05), case, (size * 1.05, 0, 0.04), bevel=0.01),
    ]
    if t.chance(0.5):
        head.append(box((0.015, size * 1.1, 0.004), surfaces.solid('hand', '#e8e8e2', 0.4), (0, size * 0.2, 0.127), (0, 0, t.between(0, 360)), 0.001))
    lean = t.between(52, 68)
    turn_all(head, (lean, 0, 0), (0, -reach * 0.72, reach * 1.38))


@thing('duffel')
def duffel(t):
    t.made_of('fabric')
    t.lying = None
    main = t.color('body', 0.85, 'navy', 'gray', 'olive', 'black', 'mustard', 'burgundy', 'brown', 'teal')
    cloth = surfaces.fabric('canvas', main, 40, 0.3)
    trim = surfaces.leather('trim', t.color('trim', 0.15, 'brown', 'black', 'tan'), 0.5)
    width, depth, height = t.between(2.4, 3.2), t.between(1.1, 1.5), t.between(2.2, 2.9)
    soft_bag(t, cloth, width, depth, height * 0.8, 0.55, int(t.between(1, 90)))
    box((2 * width * 0.9, depth * 1.15, 0.3), cloth, (0, 0, height * 0.72), bevel=0.14)
    band([(x, 0, height * 0.72 + 0.31) for x in np.linspace(-width * 0.85, width * 0.85, 12)], 0.1, trim, (0, 1, 0), 0.03)
    for side in (-1, 1):
        y = side * depth * 0.62
        peak = height + t.between(0.3, 1.0)
        rod([(-width * 0.4, y * 1.3, 0.5), (-width * 0.38, y, height * 0.75), (-width * 0.25, y * 0.6, peak - 0.1), (0, y * 0.5, peak), (width * 0.25, y * 0.6, peak - 0.1), (width * 0.38, y, height * 0.75), (width * 0.4, y * 1.3, 0.5)], 0.08, trim)
