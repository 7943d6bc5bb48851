"""What is round, flat or deep on tables, in kitchens, bathrooms and rooms."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import ball, box, rod, thing, turn_all, turned
from .household import LACQUERS, WOODS
from .kitchen import glaze


def wood_of(t, axis='X'):
    t.made_of('wood')
    light, dark = t.pick(*WOODS)
    t.colors.append({'area': 'wood', 'name': 'brown', 'hex': light, 'share': 0.7})
    return surfaces.wood('wood', light, dark, axis=axis)


def enamel(t, area, share, *names):
    return surfaces.solid(area, t.color(area, share, *(names or (*LACQUERS, 'cream'))), t.between(0.15, 0.45), 0.3)


@thing('tray')
def tray(t):
    """Round or oblong, with a rim and two grips."""
    t.lying = None
    skin = wood_of(t) if t.tone == 'normal' and t.chance(0.5) else enamel(t, 'tray', 0.95)
    h = t.between(0.2, 0.5)
    if t.chance(0.5):
        r = t.between(1.4, 2.1)
        turned([(0, 0), (r, 0), (r + 0.05, h), (r - 0.05, h), (r - 0.1, 0.08), (0, 0.08)], skin, 0.025)
        return
    w, d = t.between(3.2, 4.6), t.between(2.2, 3.0)
    box((w, d, 0.1), skin, bevel=0.03)
    for side in (-1, 1):
        box((w, 0.1, h), skin, (0, side * (d / 2 - 0.05), 0), bevel=0.03)
        box((0.1, d, h), skin, (side * (w / 2 - 0.05), 0, 0), bevel=0.03)
        rod([(side * (w / 2 - 0.05), -0.5, h - 0.03), (side * (w / 2 + 0.02), -0.3, h + 0.25), (side * (w / 2 + 0.02), 0.3, h + 0.25), (side * (w / 2 - 0.05), 0.5, h - 0.03)], 0.06, skin)


@thing('bread-basket')
def bread_basket(t):
    """Coiled, low, oval or round."""
    t.made_of('straw')
    skin = surfaces.fabric('coil', t.color('basket', 0.95, 'tan', 'beige', 'brown', 'white', 'black', 'gray'), t.pick(8, 14), 1.0)
    r, long, h = t.between(1.0, 1.5), t.pick(1.0, 1.0, 1.35), t.between(0.45, 1.1)
    a = np.linspace(0, 2 * np.pi, 73)
    flare = t.between(0.7, 1.0)
    for k in range(6):
        shapes.tube('coil', [(r * long * flare * k / 6 * math.cos(b), r * flare * k / 6 * math.sin(b), 0.07) for b in a], 0.1, skin, 8)
    count = int(h / 0.13)
    for k in range(count + 1):
        q = r * (flare + (1 - flare) * k / count)
        shapes.tube('coil', [(q * long * math.cos(b), q * math.sin(b), 0.075 + 0.13 * k) for b in a], 0.08, skin, 8)
    if t.chance(0.4):
        for side in (-1, 1):
            z = 0.075 + 0.13 * count
            rod([(side * r * long * 0.97, -0.3, z), (side * (r * long + 0.12), -0.15, z + 0.25), (side * (r * long + 0.12), 0.15, z + 0.25), (side * r * long * 0.97, 0.3, z)], 0.06, skin)


@thing('cup-and-saucer')
def cup_and_saucer(t):
    skin = glaze(t)
    r, h, s = t.between(0.36, 0.5), t.between(0.45, 0.65), t.between(0.7, 0.85)
    turned([(0, 0.02), (s * 0.5, 0), (s * 0.55, 0.05), (s, 0.16), (s, 0.19), (s * 0.5, 0.08), (0, 0.08)], skin, 0.02)
    turned([(0, 0.09), (r * 0.5, 0.08), (r * 0.8, 0.08 + h * 0.35), (r, 0.08 + h), (r - 0.03, 0.08 + h), (r * 0.74, 0.1 + h * 0.35), (0, 0.16)], skin, [0.03, 0.12, 0.012, 0.012, 0.1])
    rod([(r * 0.9, 0, h * 0.85), (r + 0.25, 0, h * 0.9), (r + 0.22, 0, h * 0.45), (r * 0.72, 0, h * 0.4)], 0.04, skin)
    if t.chance(0.6):
        turned([(0, h * 0.8), (r * 0.9, h * 0.8), (0, h * 0.805)], surfaces.solid('coffee', t.pick('#3f291a', '#8a6a4a', '#b98a3c'), 0.1, 0.5), 0.002)


@thing('cooking-pot')
def cooking_pot(t):
    """With two handles, and a lid or none."""
    t.made_of('metal')
    body = surfaces.metal('body', t.pick('#c9cacc', '#b9724a', '#3a3b3d'), 0.25) if t.chance(0.5) else enamel(t, 'pot', 0.85)
    r, h = t.between(0.9, 1.4), t.between(0.8, 1.7)
    turned([(0, 0), (r - 0.05, 0), (r, 0.1), (r, h), (r - 0.05, h), (r - 0.05, 0.1), (0, 0.06)], body, 0.04)
    for side in (-1, 1):
        rod([(side * r * 0.96, -0.28, h * 0.78), (side * (r + 0.25), -0.22, h * 0.8), (side * (r + 0.25), 0.22, h * 0.8), (side * r * 0.96, 0.28, h * 0.78)], 0.07, body)
    if t.chance(0.6):
        turned([(r + 0.03, h), (r + 0.03, h + 0.05), (r * 0.5, h + 0.2), (0, h + 0.24)], body, 0.04)
        turned([(0, h + 0.2), (0.08, h + 0.22), (0.18, h + 0.42), (0, h + 0.45)], surfaces.solid('knob', t.pick('#1c1d20', '#b98a5c', '#c9cacc'), 0.3), 0.04)


@thing('vase')
def vase(t):
    """Of ceramic, in many forms."""
    skin = glaze(t)
    h, r = t.between(1.4, 3.0), t.between(0.45, 0.85)
    neck = r * t.between(0.25, 0.7)
    forms = (
        [(r * 0.6, 0), (r, h * 0.35), (neck, h * 0.78), (neck * 1.3, h)],
        [(r * 0.7, 0), (r, h * 0.72), (neck, h * 0.92), (neck, h)],
        [(r * 0.8, 0), (r * 0.9, h * 0.5), (r, h)],
        [(r * 0.5, 0), (r, h * 0.2), (r * 0.8, h * 0.45), (neck, h * 0.6), (neck * 1.1, h)],
    )
    outer = t.pick(*range(4))
    line = forms[outer]
    inside = [(max(0.04, q - 0.05), max(z, 0.1)) for q, z in reversed(line)]
    turned([(0, 0), *line, *inside, (0, 0.1)], skin, [0.04, *[0.3] * (len(line) - 2), 0.02, 0.02, *[0.3] * (len(line) - 2), 0.05])


@thing('drink-can')
def drink_can(t):
    t.made_of('metal')
    t.lying = (-90, 0, t.between(-60, 60))
    steel = surfaces.metal('steel', '#cfd0d2', 0.2)
    main = t.color('can', 0.85, *LACQUERS, 'orange', 'green')
    r, h = t.pick(0.265, 0.33), t.between(1.15, 1.65)
    turned([(0, 0.05), (r * 0.8, 0.05), (r * 0.84, 0), (r, 0.1), (r, h - 0.12), (r * 0.82, h), (r * 0.78, h), (r * 0.76, h - 0.04), (0, h - 0.04)], steel, [0.02, 0.01, 0.05, 0.05, 0.01, 0.01, 0.01])
    turned([(r + 0.001, 0.1), (r + 0.003, 0.11), (r + 0.003, h - 0.13), (r + 0.001, h - 0.12)], surfaces.metal('print', main, 0.35) if t.chance(0.5) else surfaces.solid('print', main, 0.3, 0.2), 0.004)
    shapes.place(shapes.ring('ring', 0.08, 0.014, steel), (0, 0.06, h - 0.02), (90, 0, 0), (1, 1, 1.4))
    for text, z, size in zip(t.words, (0.62, 0.42, 0.16), (0.12, 0.08, 0.05)):
        t.letters_round(text, size * h * 0.7, t.ink_on(main), r + 0.003, h * z, r * 1.5)


@thing('bucket')
def bucket(t):
    t.made_of('metal')
    skin = surfaces.metal('zinc', '#b5b8ba', 0.35) if t.tone == 'normal' and t.chance(0.4) else enamel(t, 'bucket', 0.9)
    r, h = t.between(1.0, 1.4), t.between(1.6, 2.5)
    turned([(0, 0.05), (r * 0.72, 0), (r, h), (r - 0.03, h), (r * 0.69, 0.12), (0, 0.12)], skin, 0.03)
    shapes.place(shapes.ring('rim', r, 0.045, skin), (0, 0, h), (90, 0, 0))
    grip = surfaces.wood('grip', *t.pick(*WOODS))
    up = t.chance(0.5)
    bow = [(r * math.cos(a), -(0 if up else 0.96) * r * math.sin(a), h - 0.12 + (r * 0.95 * math.sin(a) if up else 0.16 * math.sin(a))) for a in np.linspace(0, math.pi, 30)]
    shapes.tube('bow', bow, 0.03, surfaces.metal('wire', '#8b8c8e', 0.3), 8)
    middle = bow[15]
    rod([(-0.35, middle[1], middle[2]), (0, middle[1], middle[2]), (0.35, middle[1], middle[2])], 0.08, grip, 4)


@thing('plant-pot')
def plant_pot(t):
    """Empty, with its saucer or on a foot."""
    body = t.color('pot', 0.95, 'terracotta', 'terracotta', 'white', 'gray', 'charcoal', 'sage', 'sky blue')
    t.made_of('ceramic')
    skin = surfaces.solid('clay', body, t.between(0.3, 0.9), relief=t.between(0, 0.3))
    r, h = t.between(0.6, 1.5), t.between(0.8, 2.2)
    rim = t.between(0.0, 0.12)
    turned([(0, 0.06), (r * 0.68, 0.06), (r * 0.94, h * 0.8), (r * 0.94 + rim, h * 0.8), (r + rim, h), (r - 0.06, h), (r * 0.62, 0.2), (0, 0.2)], skin, 0.03)
    if t.chance(0.6):
        turned([(0, 0), (r * 0.9, 0), (r * 1.05, 0.2), (r, 0.2), (r * 0.86, 0.06), (0, 0.055)], skin, 0.02)


@thing('soap-dish')
def soap_dish(t):
    """A dish with a bar of soap."""
    skin = wood_of(t) if t.tone == 'normal' and t.chance(0.4) else glaze(t, 0.6)
    w, d = t.between(1.0, 1.3), t.between(0.7, 0.9)
    base = turned([(0, 0), (0.4, 0), (0.5, 0.14), (0.46, 0.14), (0.36, 0.06), (0, 0.06)], skin, 0.02)
    base.scale = (w, d * 1.15, 1)
    soap = surfaces.solid('soap', t.color('soap', 0.4, 'cream', 'white', 'pink', 'sage', 'lavender', 'mustard', 'brown'), 0.45, 0.1)
    box((w * 0.72, d * 0.66, t.between(0.2, 0.32)), soap, (0, 0, 0.06), (0, 0, t.between(-14, 14)), t.between(0.05, 0.095))


@thing('dog-bed')
def dog_bed(t):
    """A round or oblong bed: a thick rim around a cushion."""
    t.made_of('fabric')
    rim = surfaces.fabric('rim', t.color('rim', 0.6, *LACQUERS, 'beige', 'brown'), t.pick(8, 20), 0.8)
    soft = surfaces.fabric('cushion', t.color('cushion', 0.4, 'cream', 'gray', 'beige', 'white', 'sky blue'), t.pick(6, 16), 0.9)
    r, thick, long, square = t.between(2.2, 3.6), t.between(0.6, 0.9), t.pick(1.0, 1.3), t.pick(1.0, 0.6)
    opened = t.pick(0.0, 0.55)
    shape = lambda v: np.sign(v) * abs(v) ** square  # noqa: E731
    way = [(r * long * shape(math.cos(b)), r * shape(math.sin(b)), thick) for b in np.linspace(-math.pi / 2 + opened, 1.5 * math.pi - opened, 110)]
    shapes.tube('rim', way, thick, rim, 20)
    body = ball(1, soft, (0, 0, thick * 0.55), (r * long * 1.02, r * 1.02, thick * 0.55), 5)
    body.name = 'cushion'


@thing('floor-cushion')
def floor_cushion(t):
    """A round thick cushion to sit on, with a button or a seam."""
    t.made_of('fabric')
    skin = surfaces.fabric('cover', t.color('cover', 0.95, *LACQUERS, 'beige', 'burgundy'), t.pick(10, 22), 0.6) if t.chance(0.7) else surfaces.leather('cover', t.color('cover', 0.95, 'brown', 'tan', 'white', 'black'), 0.5, 5)
    r, h = t.between(2.0, 2.8), t.between(1.0, 2.8)
    a = np.linspace(0, 2 * np.pi, 121)
    rows, puckers = [], t.pick(0, 8, 12)
    for k in np.linspace(0, 1, 40):
        z = -math.cos(k * math.pi)
        reach = max(0.004, 1 - abs(z) ** 4) ** 0.4
        dip = 0.12 * math.exp(-((reach / 0.25) ** 2)) * np.sign(z)
        rows.append(np.stack([r * reach * (1 - 0.03 * np.cos(a * puckers)) * np.cos(a), r * reach * (1 - 0.03 * np.cos(a * puckers)) * np.sin(a), h / 2 + h / 2 * (z - dip) + 0 * a], -1))
    shapes.sheet('cover', np.array(rows), skin)
    shapes.place(turned([(0, 0), (0.22, 0.02), (0, 0.1)], skin, 0.03), (0, 0, h * 0.93))
    for z in (0.28, 0.72):
        q = r * (1 - abs(-math.cos(math.acos(1 - 2 * z))) ** 4) ** 0.4
        shapes.tube('seam', [(q * 1.005 * math.cos(b), q * 1.005 * math.sin(b), h * z) for b in a], 0.04, skin, 6)


@thing('cutlery')
def cutlery(t):
    """Knife, fork and spoon side by side."""
    t.made_of('metal')
    t.lying = None
    steel = surfaces.metal('steel', t.pick('#c9cacc', '#c9cacc', '#d6a85c', '#2a2b2e', '#d3a08c'), t.between(0.12, 0.3))
    grip = surfaces.wood('grip', *t.pick(*WOODS), axis='Y') if t.chance(0.25) else steel
    slim = [(-0.05, 0.05), (-0.09, -0.9), (0.09, -0.9), (0.05, 0.05)]
    shapes_of = {
        'fork': [[(-0.06, 0), (-0.14, 0.4), (-0.14, 0.95), (-0.1, 0.95), (-0.09, 0.5), (-0.03, 0.48), (-0.025, 0.95), (0.025, 0.95), (0.03, 0.48), (0.09, 0.5), (0.1, 0.95), (0.14, 0.95), (0.14, 0.4), (0.06, 0)]],
        'knife': [[(-0.07, 0), (-0.12, 0.3), (-0.12, 0.9), (-0.02, 1.15), (0.06, 1.1), (0.07, 0)]],
    }
    names = ['fork', 'knife', 'spoon'][: t.pick(2, 3, 3)]
    for k, name in enumerate(names):
        parts = [shapes.place(shapes.extruded('handle', [slim], 0.05, grip, 0.02), (0, 0, 0.035), (0, 0, 0))]
        if name == 'spoon':
            parts.append(ball(0.19, steel, (0, 0.35, 0.06), (1, 1.5, 0.25), 4))
        else:
            parts.append(shapes.place(shapes.extruded(name, shapes_of[name], 0.035, steel, 0.012), (0, 0, 0.03), (0, 0, 0)))
        turn_all(parts, (0, 0, t.between(-3, 3)), (0.42 * (k - (len(names) - 1) / 2), t.between(-0.05, 0.05), 0))


@thing('kitchen-knife')
def kitchen_knife(t):
    t.made_of('metal')
    t.lying = None
    steel = surfaces.metal('blade', '#c9cacc', t.between(0.12, 0.3))
    grip = wood_of(t) if t.chance(0.5) else surfaces.solid('grip', t.color('grip', 0.4, 'black', 'red', 'white', 'teal'), 0.45)
    long, high = t.between(1.2, 2.2), t.between(0.25, 0.5)
    blade = [(0, 0.1), (0, -high), (long * 0.55, -high), (long * 0.85, -high * 0.55), (long, 0.04), (long * 0.6, 0.1)]
    shapes.place(shapes.extruded('blade', [blade], 0.03, steel, 0.01), (0, 0, 0.07), (0, 0, 0))
    handle = [(0.06, 0.12), (0.06, -0.14), (-0.3, -0.12), (-0.9, -0.16), (-1.15, -0.22), (-1.2, 0.05), (-1.05, 0.13), (-0.5, 0.1)]
    shapes.place(shapes.extruded('grip', [handle], 0.15, grip, 0.04), (0, 0, 0.075), (0, 0, 0))
    for x in (-0.2, -0.55, -0.9):
        shapes.place(turned([(0, 0), (0.035, 0), (0.035, 0.005), (0, 0.005)], steel, 0.001, 24), (x, -0.01, 0.15))


@thing('cutting-board')
def cutting_board(t):
    t.lying = None
    skin = wood_of(t)
    w, d = t.between(2.2, 3.4), t.between(1.6, 2.4)
    thick = t.between(0.15, 0.35)
    if t.chance(0.5):
        round_one = turned([(0, 0), (d * 0.55, 0), (d * 0.55, thick), (0, thick)], skin, 0.05)
        round_one.name = 'board'
        grip = [(d * 0.45, -0.25), (d * 0.9, -0.2), (d * 1.0, 0), (d * 0.9, 0.2), (d * 0.45, 0.25)]
        shapes.place(shapes.extruded('grip', [grip], thick * 0.98, skin, 0.05), (0, 0, thick / 2), (0, 0, 0))
    else:
        box((w, d, thick), skin, bevel=0.06)
        shapes.tube('groove', [(x * (w / 2 - 0.18), y * (d / 2 - 0.18), thick) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))], 0.03, surfaces.solid('groove', '#5a3c22', 0.7), 6)
