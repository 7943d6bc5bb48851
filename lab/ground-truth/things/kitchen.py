"""Round and flat things of kitchens and bathrooms."""

import numpy as np

import surfaces
from kit import shapes

from . import ball, rod, thing, turn_all, turned
from .household import LACQUERS, WOODS


def glaze(t, share=0.9):
    t.made_of('ceramic')
    name = t.color('glaze', share, *LACQUERS, 'cream', 'forest green')
    return surfaces.speckled('glaze', name) if t.tone == 'normal' and t.chance(0.3) else surfaces.solid('glaze', name, t.between(0.12, 0.5), 0.3)


@thing('bowl')
def bowl(t):
    skin = glaze(t)
    r, h = t.between(0.7, 1.5), t.between(0.4, 1.0)
    foot = r * t.between(0.35, 0.55)
    turned([(0, 0.06), (foot, 0.0), (foot, 0.1), (r * 0.82, h * 0.5), (r, h), (r - 0.06, h), (r * 0.76, h * 0.52), (foot * 0.9, 0.16), (0, 0.14)], skin, 0.05)


@thing('plate')
def plate(t):
    skin = glaze(t)
    r = t.between(0.9, 1.6)
    turned([(0, 0.0), (r * 0.6, 0.0), (r * 0.64, 0.06), (r, 0.2), (r, 0.25), (r * 0.66, 0.12), (0, 0.08)], skin, 0.02)
    if t.chance(0.3):
        turned([(0, 0.12), (r * 0.5, 0.12), (r * 0.54, 0.18), (r * 0.7, 0.3), (r * 0.7, 0.34), (r * 0.5, 0.2), (0, 0.18)], skin, 0.02)


@thing('pan')
def pan(t):
    t.made_of('metal')
    body = surfaces.metal('body', t.pick('#2a2b2e', '#c9cacc', '#b9724a'), 0.3) if t.chance(0.6) else surfaces.solid('enamel', t.color('enamel', 0.7, *LACQUERS), 0.2, 0.4)
    grip = surfaces.wood('grip', *t.pick(*WOODS)) if t.chance(0.5) else surfaces.solid('grip', '#1c1d20', 0.5)
    r, h = t.between(0.9, 1.4), t.pick(0.4, 0.5, 1.1)
    turned([(0, 0), (r * 0.86, 0), (r, h), (r - 0.05, h), (r * 0.82, 0.06), (0, 0.06)], body, 0.05)
    rod([(r - 0.05, 0, h * 0.75), (r + 0.7, 0, h * 0.95 + 0.1), (r + 1.6, 0, h + 0.2)], 0.11, grip, 6)
    if h > 1 and t.chance(0.6):
        turned([(0, h + 0.2), (r * 0.6, h + 0.14), (r, h + 0.02), (r, h), (0, h + 0.12)], body, 0.02)
        ball(0.13, grip, (0, 0, h + 0.3))


@thing('cream-jar')
def cream_jar(t):
    """A low jar of cosmetics with a lid."""
    t.made_of('plastic')
    body = surfaces.solid('jar', t.color('jar', 0.6, *LACQUERS, 'cream', 'rose'), 0.2, 0.4)
    lid = surfaces.metal('lid', surfaces.PALETTE[t.pick('gold', 'silver', 'rose gold')], 0.2) if t.chance(0.5) else surfaces.solid('lid', t.color('lid', 0.4, 'white', 'black', 'cream'), 0.3)
    r, h = t.between(0.28, 0.42), t.between(0.25, 0.6)
    turned([(0, 0), (r, 0), (r, h), (0, h)], body, 0.04)
    turned([(0, h), (r * 1.02, h), (r * 1.02, h + t.between(0.15, 0.3)), (0, h + 0.28)], lid, 0.03)
    t.letters_round(t.words[0], 0.1, t.ink_on(surfaces.PALETTE['white']), r, h * 0.4, r * 1.3)


@thing('lipstick')
def lipstick(t):
    t.made_of('metal')
    case = surfaces.metal('case', surfaces.PALETTE[t.pick('gold', 'silver', 'rose gold')], 0.15) if t.chance(0.5) else surfaces.solid('case', t.color('case', 0.7, 'black', 'white', 'navy'), 0.2, 0.4)
    turned([(0, 0), (0.1, 0), (0.1, 0.42), (0, 0.42)], case, 0.01)
    turned([(0, 0.42), (0.085, 0.42), (0.085, 0.62), (0, 0.62)], surfaces.metal('sleeve', surfaces.PALETTE['gold'], 0.2), 0.005)
    ball(0.07, surfaces.solid('stick', surfaces.PALETTE[t.pick('red', 'rose', 'pink', 'burgundy')], 0.3), (0, 0, 0.72), (1, 1, 2.2))


@thing('candle')
def candle(t):
    t.made_of('wax')
    wax = surfaces.solid('wax', t.color('wax', 0.9, 'cream', 'white', 'sage', 'terracotta', 'burgundy'), 0.5)
    r, h = t.between(0.25, 0.5), t.between(0.5, 2.0)
    turned([(0, 0), (r, 0), (r, h), (r * 0.8, h - 0.03), (0, h - 0.06)], wax, 0.03)
    rod([(0, 0, h - 0.08), (0.01, 0, h + 0.05), (0.03, 0, h + 0.15)], 0.015, surfaces.solid('wick', '#2a2622', 0.9), 4)


@thing('cushion')
def cushion(t):
    """A cushion with a thick middle and pointed corners."""
    t.made_of('fabric')
    t.lying = None
    skin = surfaces.fabric('cover', t.color('cover', 1, 'cream', 'mustard', 'teal', 'gray', 'rose', 'navy', 'terracotta', 'white'), 26, 0.35)
    half, thick = t.between(2.0, 2.6), t.between(0.55, 0.9)
    n = 49
    u = np.linspace(-1, 1, n)
    parts = []
    for side in (1, -1):
        rows = []
        for y in u:
            pinch = 0.1 * (1 - abs(y) ** 2)
            rows.append([(x * half * (1 - pinch * abs(x) ** 3), y * half * (1 - 0.1 * (1 - x * x) * abs(y) ** 3), thick + side * thick * (max(0.0, (1 - x**2) * (1 - y**2)) ** 0.45)) for x in u])
        parts.append(shapes.sheet('side', np.array(rows), skin))
    if t.pose == 'stands':
        turn_all(parts, (t.between(78, 86), 0, 0), (0, 0, half))
