"""Shoes of further kinds, alone or two of them side by side."""

import math

import bpy
import numpy as np
from mathutils import Matrix

import surfaces
from kit import shapes

from . import ball, band, bezier, box, rod, thing, turn_all, turned
from .carried import LEATHERS, TEXTILES, shoe, smooth_step


def pair(t, share, apart):
    """Now and then the other shoe beside it, straight or askew, a little ahead or behind."""
    if t.pose != 'stands' or not t.chance(share):
        return
    bpy.context.view_layer.update()
    others = []
    for body in list(bpy.data.objects):
        other = body.copy()
        bpy.context.collection.objects.link(other)
        other.matrix_world = Matrix.Diagonal((1, -1, 1, 1)) @ body.matrix_world
        others.append(other)
    turn = t.pick(0, 0, t.between(4, 14), t.between(18, 32))
    turn_all(others, (0, 0, turn), (t.between(-0.25, 0.25), apart + math.sin(math.radians(turn)) * 0.9, 0))


def raise_heel(height, length, ball_at=0.12):
    """Lifts what was built flat behind the ball of the foot."""
    bpy.context.view_layer.update()
    for body in bpy.data.objects:
        if body.type != 'MESH':
            continue
        p = np.empty(len(body.data.vertices) * 3)
        body.data.vertices.foreach_get('co', p)
        p = p.reshape(-1, 3)
        p[:, 2] += height * smooth_step(-p[:, 0], -ball_at * length, 0.4 * length)
        body.data.vertices.foreach_set('co', p.reshape(-1))
        body.data.update()


def lift_all(height):
    """Sets what was built so far on something."""
    turn_all(list(bpy.data.objects), (0, 0, 0), (0, 0, height))


def footbed(length, width, thickness, material, z=0.0):
    """A sole in the shape of a foot, along X."""
    s = (1 - np.cos(np.linspace(0, np.pi, 90))) / 2
    half = np.interp(s, [0, 0.12, 0.4, 0.7, 0.88, 1], [0.62, 0.74, 0.66, 1, 0.9, 0.6]) * width
    kernel = np.hanning(17) / np.hanning(17).sum()
    half = np.convolve(np.pad(half, 8, 'edge'), kernel, 'valid') * np.maximum(0.002, 1 - np.abs(2 * s - 1) ** 6) ** 0.5
    x = (s - 0.5) * length
    outline = [*zip(x, -half), *zip(x[::-1], half[::-1])]
    body = shapes.extruded('sole', [outline], thickness, material, min(0.05, thickness * 0.4))
    shapes.place(body, (0, 0, z + thickness / 2), (0, 0, 0))


def strap(x, width, height, breadth, material, z, lean=0.0, thickness=0.035):
    """Over the foot from one side of the sole to the other."""
    way = [(x - lean, -width, z), (x - lean * 0.6, -width * 0.88, z + height * 0.6), (x, 0, z + height), (x + lean * 0.6, width * 0.88, z + height * 0.6), (x + lean, width, z)]
    band(bezier(way, 10), breadth, material, (1, 0, 0), thickness)


def hide_of(t, *names):
    t.made_of('leather')
    return surfaces.leather('upper', t.color('upper', 0.75, *(names or LEATHERS)), t.between(0.2, 0.5), 12)


def leg(rings, skin, z_last):
    """A shaft around the leg, open above: rings of (z, half length, half width, x)."""
    a = np.linspace(0, 2 * np.pi, 73)
    rows = np.array([np.stack([cx + rx * np.cos(a), ry * np.sin(a), np.full_like(a, z)], -1) for z, rx, ry, cx in rings])
    outer = np.stack([bezier(rows[:, i], 8) for i in range(73)], 1)
    low = rings[-1]
    inside = np.array([np.stack([low[3] + low[1] * k * np.cos(a), low[2] * k * np.sin(a), np.full_like(a, z)], -1) for k, z in ((0.94, low[0]), (0.86, z_last))])
    shapes.sheet('shaft', np.concatenate([outer, inside]), skin)


@thing('pump')
def pump(t):
    main = t.color('upper', 0.85, *LEATHERS, 'red', 'pink', 'gold')
    skin = surfaces.solid('lacquer', main, 0.1, 0.6) if t.chance(0.5) else surfaces.leather('leather', main, 0.35, 16)
    t.made_of('leather')
    length, lift = t.between(2.2, 2.45), t.between(0.35, 1.0)
    shoe(t, skin, surfaces.solid('sole', t.pick('#1c1a19', '#b98a5c', '#8f1d25'), 0.5), skin, t.between(0.42, 0.55), 0.62, 0.3, 0.36, 0.05, None, length, t.pick(1.5, 2.5))
    raise_heel(lift, length)
    thin = t.pick(0.05, 0.1, 0.22)
    heel = turned([(0, 0), (thin, 0), (thin * 1.1, lift * 0.35), (0.24, lift + 0.02), (0.24, lift + 0.06), (0, lift + 0.06)], skin, 0.02, 48)
    shapes.place(heel, (-0.4 * length, 0, 0))
    pair(t, 0.6, t.between(0.9, 1.15))


@thing('boot')
def boot(t):
    """From the ankle to the knee, with or without a heel."""
    skin = hide_of(t, *LEATHERS, 'gray', 'tan')
    t.lying = (92, 0, t.between(-40, 40))
    length, high, lift = 2.7, t.pick(t.between(1.3, 1.9), t.between(2.6, 4.2)), t.pick(0, 0, t.between(0.25, 0.6))
    sole = surfaces.solid('sole', t.color('sole', 0.1, 'black', 'dark brown', 'tan', 'cream'), 0.6)
    laced = lift == 0 and t.chance(0.5)
    shoe(t, skin, sole, skin, 0.95, 0.34, 0.5, 0.44, t.between(0.12, 0.3) if lift == 0 else 0.08, surfaces.fabric('laces', surfaces.PALETTE[t.pick('black', 'mustard', 'brown')], 60) if laced else None, length)
    if lift:
        raise_heel(lift, length)
        box((0.5, 0.5, lift + 0.06), sole, (-1.05, 0, 0), bevel=0.05)
    wide = t.between(1.0, 1.3)
    leg([(0.35 + lift, 0.6, 0.33, -0.7), (0.8 + lift, 0.52, 0.35, -0.72), (1.2 + lift, 0.42, 0.34, -0.78), (high * 0.75 + lift, 0.44 * wide, 0.38 * wide, -0.78), (high + lift, 0.46 * wide, 0.4 * wide, -0.78)], skin, high * 0.6 + lift)
    if laced:
        for z in np.arange(1.0, high - 0.1, 0.16):
            rod([(-0.36, -0.14, z), (-0.3, 0, z + 0.03), (-0.36, 0.14, z + 0.06)], 0.03, sole, 5, 8)
    pair(t, 0.45, t.between(1.05, 1.4))


@thing('sandal')
def sandal(t):
    t.made_of('leather', 'cork')
    length, width, thick = t.between(2.4, 2.75), 0.46, t.between(0.16, 0.42)
    footbed(length, width, thick, surfaces.solid('sole', t.color('sole', 0.5, 'tan', 'black', 'brown', 'cream', 'white'), 0.7, relief=0.2))
    footbed(length * 0.96, width * 0.94, 0.03, surfaces.leather('bed', t.color('bed', 0.2, 'tan', 'beige', 'dark brown', 'black'), 0.6), thick)
    skin = hide_of(t, *LEATHERS, 'gold', 'pink')
    gold = surfaces.metal('buckle', surfaces.PALETTE[t.pick('gold', 'silver')], 0.2)
    for x, breadth in ((0.55, 0.34), (0.0, 0.34)) if t.chance(0.5) else ((0.65, 0.2), (0.4, 0.2), (0.1, 0.16)):
        strap(x, width * 0.98, t.between(0.42, 0.52), breadth, skin, thick - 0.03, t.between(-0.15, 0.15))
        box((0.16, 0.03, 0.22), gold, (x, width * 0.92, thick + 0.1), (20, 0, 0), 0.01)
    if t.chance(0.5):
        back = [(-0.25, -width * 0.7, thick), (-0.7, -width * 0.78, thick + 0.5), (-1.15, -0.1, thick + 0.65), (-1.15, 0.1, thick + 0.65), (-0.7, width * 0.78, thick + 0.5), (-0.25, width * 0.7, thick)]
        band(bezier(back, 10), 0.16, skin, (0.1, 0, 1), 0.035)
    pair(t, 0.6, t.between(1.05, 1.3))


@thing('flip-flop')
def flip_flop(t):
    t.made_of('rubber')
    length, thick = t.between(2.4, 2.7), t.between(0.14, 0.26)
    footbed(length, 0.47, thick, surfaces.solid('sole', t.color('sole', 0.8, *TEXTILES), 0.7, relief=0.15))
    skin = surfaces.solid('strap', t.color('strap', 0.2, *TEXTILES, 'gold'), 0.45)
    for side in (-1, 1):
        way = [(0.72, 0.05 * side, thick), (0.6, 0.1 * side, thick + 0.2), (0.2, 0.34 * side, thick + 0.38), (-0.2, 0.42 * side, thick + 0.1), (-0.25, 0.4 * side, thick - 0.03)]
        band(bezier(way, 10), 0.15, skin, (0.5, 0.7 * side, 0.3), 0.05)
    rod([(0.74, 0, thick - 0.02), (0.73, 0, thick + 0.08), (0.7, 0, thick + 0.16)], 0.06, skin, 5)
    pair(t, 0.75, t.between(1.02, 1.25))


@thing('slipper')
def slipper(t):
    """Open behind, soft."""
    t.made_of('felt')
    skin = surfaces.fabric('felt', t.color('upper', 0.7, *TEXTILES), 12, 0.6)
    inside = surfaces.fabric('lining', t.color('lining', 0.15, 'cream', 'white', 'gray', 'pink'), 9, 0.9)
    sole = surfaces.solid('sole', t.color('sole', 0.15, 'tan', 'black', 'cream', 'gray'), 0.8)
    s, x, half, top = shoe(t, skin, sole, inside, t.between(0.24, 0.4), t.between(0.44, 0.54), t.between(0.55, 0.7), 0.46, t.between(0.12, 0.2), None, t.between(2.4, 2.8))
    at = 50
    way = [(x[at], -half[at] * 0.95, 0.3), (x[at] + 0.1, -half[at] * 0.7, top[at] * 0.92), (x[at] + 0.18, 0, top[at] + 0.06), (x[at] + 0.1, half[at] * 0.7, top[at] * 0.92), (x[at], half[at] * 0.95, 0.3)]
    shapes.tube('collar', bezier(way, 10), t.between(0.06, 0.1), inside, 10)
    pair(t, 0.7, t.between(1.05, 1.25))


@thing('running-shoe')
def running_shoe(t):
    t.made_of('fabric', 'foam')
    t.lying = (92, 0, t.between(-40, 40))
    upper = surfaces.fabric('mesh', t.color('upper', 0.55, *TEXTILES, 'orange', 'turquoise'), 70, 0.5)
    foam = surfaces.solid('foam', t.color('sole', 0.3, 'white', 'white', 'orange', 'mint', 'yellow', 'pink', 'black'), 0.6)
    accent = surfaces.solid('accent', t.color('accent', 0.1, 'orange', 'black', 'white', 'teal', 'red', 'yellow'), 0.35)
    thick = t.between(0.3, 0.46)
    s, x, half, top = shoe(t, upper, foam, upper, t.between(0.95, 1.1), 0.34, 0.62, 0.46, thick, surfaces.fabric('laces', surfaces.PALETTE[t.pick('white', 'black', 'orange')], 60), 2.85)
    for side in (-1, 1):
        for k in range(3):
            i = 30 + 9 * k
            way = [(x[i] - 0.1, side * half[i] * 1.02, thick + 0.08), (x[i + 6], side * half[i + 6] * 0.93, thick + 0.28), (x[i + 4] - 0.05, side * half[i + 4] * 0.74, top[i + 4] * 0.86)]
            band(bezier(way, 8), 0.1, accent, (1, 0, -0.2), 0.012)
    box((0.06, 0.2, 0.3), accent, (x[2] - 0.02, 0, thick + 0.3), (0, 6, 0), 0.02)
    pair(t, 0.5, t.between(1.05, 1.3))


@thing('espadrille')
def espadrille(t):
    t.made_of('fabric', 'jute')
    skin = surfaces.fabric('canvas', t.color('upper', 0.65, *TEXTILES), 34, 0.3, surfaces.PALETTE[t.pick('white', 'navy')] if t.tone == 'normal' and t.chance(0.4) else None, 8, 'X')
    rope = surfaces.solid('jute', t.color('sole', 0.3, 'tan', 'beige'), 0.9, relief=0.9, grain=14)
    s, x, half, top = shoe(t, skin, rope, skin, 0.55, 0.5, 0.4, 0.44, t.between(0.2, 0.32), None, 2.6)
    outline = np.concatenate([np.stack([x, -half * 1.12 - 0.01], -1), np.stack([x, half * 1.12 + 0.01], -1)[::-1]])
    for z in np.arange(0.05, 0.22, 0.07):
        shapes.tube('rope', [(px, py, z) for px, py in outline], 0.04, rope, 8)
    pair(t, 0.6, t.between(1.05, 1.25))


@thing('ballerina')
def ballerina(t):
    skin = hide_of(t, 'black', 'pink', 'red', 'beige', 'navy', 'silver', 'gold', 'white')
    sole = surfaces.solid('sole', t.color('sole', 0.1, 'black', 'tan', 'dark brown'), 0.6)
    s, x, half, top = shoe(t, skin, sole, surfaces.leather('lining', '#d8c5a3', 0.6), 0.42, 0.64, 0.3, 0.4, 0.07, None, 2.5, t.pick(1.5, 2.5))
    if t.chance(0.6):
        for side in (-1, 1):
            ball(0.11, skin, (0.62, 0.11 * side, 0.42), (0.7, 1.1, 0.5), 3)
        ball(0.05, skin, (0.64, 0, 0.43), (1, 1, 1), 3)
    pair(t, 0.6, t.between(0.95, 1.2))


@thing('child-shoe')
def child_shoe(t):
    """Short and round, with a strap or laces."""
    skin = hide_of(t, *TEXTILES)
    sole = surfaces.solid('sole', t.color('sole', 0.2, 'white', 'cream', 'tan', 'navy'), 0.6)
    laces = surfaces.fabric('laces', '#f0efe8', 60) if t.chance(0.4) else None
    s, x, half, top = shoe(t, skin, sole, skin, t.between(0.65, 1.0), 0.4, 0.5, 0.36, t.between(0.14, 0.24), laces, t.between(1.35, 1.7))
    if laces is None:
        for k in t.pick((44,), (40, 50)):
            strap(x[k], half[k] * 0.95, max(0.2, top[k] - 0.22), 0.2, sole, 0.26)
    pair(t, 0.65, t.between(0.85, 1.05))


@thing('dress-shoes')
def dress_shoes(t):
    """Two laced shoes as they are sold: side by side."""
    skin = hide_of(t)
    sole = surfaces.solid('sole', t.color('sole', 0.1, 'black', 'dark brown', 'tan'), 0.5)
    s, x, half, top = shoe(t, skin, sole, skin, t.between(0.7, 0.85), 0.36, 0.42, 0.41, 0.12, surfaces.fabric('laces', surfaces.PALETTE[t.pick('black', 'dark brown')], 60), t.between(2.8, 3.05), t.pick(1.5, 2.5))
    box((0.5, 0.5, 0.18), sole, (x[0] + 0.36, 0, 0), bevel=0.06)
    i = 66
    way = [(x[i], -half[i] * 0.98, 0.22), (x[i] + 0.08, -half[i] * 0.5, top[i] - 0.02), (x[i] + 0.12, 0, top[i] + 0.02), (x[i] + 0.08, half[i] * 0.5, top[i] - 0.02), (x[i], half[i] * 0.98, 0.22)]
    band(bezier(way, 10), 0.05, skin, (1, 0, -0.3), 0.03)
    pair(t, 1, t.between(1.0, 1.25))
