"""What hangs on a wall or from a peg, and lies or stands as well."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import ball, band, bezier, box, rod, thing, turn_all, turned
from .carried import LEATHERS, TEXTILES, garment_wrinkles, raise_hanging, soft_bag
from .household import LACQUERS, WOODS


def garment(t, skin, outline, seed, puff=0.09):
    """Two layers of cloth between the half widths of `outline` ((share of the length, half width) from the hem up). Returns its bodies."""
    (y0, _), (y1, _) = outline[0], outline[-1]
    parts = []
    for lift in (0.0, puff):
        rows = []
        for y in np.linspace(y0, y1, 130):
            half = np.interp(y, [p for p, _ in outline], [w for _, w in outline])
            x = np.linspace(-half, half, 70)
            rows.append(np.stack([x, np.full_like(x, y), lift + 0.06 + garment_wrinkles(x, np.full_like(x, y), seed + int(100 * lift), 0.06)], -1))
        parts.append(shapes.sheet('cloth', np.array(rows), skin, 0.03))
    return parts


def sleeves(t, skin, width, top, length, spread, seed):
    parts = []
    for side in (-1, 1):
        a = np.array([side * width * 0.9, top - 0.25])
        way = np.array([math.sin(math.radians(spread)) * side, -math.cos(math.radians(spread))])
        across = np.array([way[1], -way[0]])
        rows = []
        for v in np.linspace(0, 1, 60):
            q = np.linspace(-1, 1, 24)[:, None]
            p = a + way * length * v + across * q * (0.75 - 0.35 * v)
            rows.append(np.column_stack([p, 0.1 + 0.07 * (1 - q[:, 0] ** 2) + garment_wrinkles(p[:, 0] * 1.4, p[:, 1] * 1.4, seed, 0.05)]))
        parts.append(shapes.sheet('sleeve', np.array(rows), skin, 0.03))
    return parts


@thing('sweater')
def sweater(t):
    t.made_of('wool')
    t.lying = None
    skin = surfaces.fabric('knit', t.color('sweater', 1, *TEXTILES), t.pick(8, 14), 0.8)
    seed, w, long = int(t.between(1, 200)), t.between(2.3, 2.9), t.between(5.4, 6.6)
    parts = garment(t, skin, [(0, w * 0.92), (0.4, w), (long - 0.7, w), (long, 0.75)], seed, 0.12)
    parts += sleeves(t, skin, w, long - 0.5, t.between(4.6, 5.6), t.between(12, 40), seed + 5)
    parts.append(shapes.tube('collar', bezier([(-0.75, long - 0.05, 0.14), (-0.45, long - 0.35, 0.22), (0, long - 0.48, 0.24), (0.45, long - 0.35, 0.22), (0.75, long - 0.05, 0.14)], 12), 0.13, skin, 10))
    parts.append(band([(x, 0.15, 0.16) for x in np.linspace(-w * 0.9, w * 0.9, 8)], 0.4, skin, (0, 1, 0), 0.14))
    raise_hanging(t, parts, 0.6)


@thing('dress')
def dress(t):
    t.made_of('fabric')
    t.lying = None
    stripe = surfaces.PALETTE[t.pick('white', 'navy', 'red')] if t.tone == 'normal' and t.chance(0.3) else None
    skin = surfaces.fabric('dress', t.color('dress', 1, *TEXTILES, 'burgundy', 'forest green'), 40, 0.3, stripe, 1.2, 'Y')
    seed, long, waist = int(t.between(1, 200)), t.between(8.5, 11.5), t.between(1.5, 1.9)
    hem = t.between(2.0, 3.6)
    parts = garment(t, skin, [(0, hem), (long * 0.55, waist), (long * 0.7, waist * 1.05), (long - 1.0, waist * 1.15), (long - 0.35, waist * 0.95)], seed)
    for side in (-1, 1):
        parts.append(band([(side * waist * 0.75, long - 0.5, 0.1), (side * waist * 0.62, long, 0.12), (side * waist * 0.55, long + 0.5, 0.1)], t.between(0.15, 0.6), skin, (1, 0, 0), 0.04))
    if t.chance(0.5):
        parts.append(band([(x, long * 0.56, 0.2) for x in np.linspace(-waist, waist, 8)], 0.3, surfaces.fabric('belt', t.color('belt', 0.1, *TEXTILES), 50), (0, 1, 0), 0.06))
    raise_hanging(t, parts, 0.6)


@thing('shirt-on-hanger')
def shirt_on_hanger(t):
    """On a hanger of wood: from a peg, or laid down with it."""
    t.made_of('fabric', 'wood')
    t.lying = None
    skin = surfaces.fabric('shirt', t.color('shirt', 0.9, *TEXTILES, 'denim'), 46, 0.25)
    seed, w, long = int(t.between(1, 200)), t.between(2.2, 2.6), t.between(6.4, 7.6)
    parts = garment(t, skin, [(0, w), (long - 1.2, w), (long - 0.6, w * 0.92), (long, 0.6)], seed, 0.16)
    parts += sleeves(t, skin, w, long - 0.6, t.between(1.8, 5.6), t.between(4, 14), seed + 5)
    grip = surfaces.wood('hanger', *t.pick(*WOODS))
    parts.append(rod([(-w * 0.85, long - 0.75, 0.16), (0, long + 0.05, 0.16), (w * 0.85, long - 0.75, 0.16)], 0.12, grip))
    steel = surfaces.metal('hook', '#c6c8ca', 0.25)
    parts.append(rod([(0, long, 0.16), (0, long + 0.7, 0.16), (0.28, long + 1.0, 0.16), (0, long + 1.28, 0.16), (-0.26, long + 1.05, 0.16)], 0.035, steel))
    button = surfaces.solid('button', t.pick('#f0efe8', '#1d1d20', '#b98a5c'), 0.3)
    parts.append(band([(0, 0.1, 0.27), (0, long - 0.5, 0.27)], 0.26, skin, (1, 0, 0), 0.03))
    for y in np.arange(0.5, long - 0.6, 0.8):
        parts.append(shapes.place(turned([(0, 0), (0.06, 0), (0.06, 0.03), (0, 0.03)], button, 0.005, 32), (0, y, 0.28)))
    raise_hanging(t, parts, 0.6)
    if t.pose == 'hangs':
        t.held = (0, -0.16, long + 1.85)


@thing('apron')
def apron(t):
    t.made_of('fabric')
    t.lying = None
    main = t.color('apron', 1, *TEXTILES, 'denim')
    skin = surfaces.fabric('apron', main, 34, 0.3)
    seed, w, long = int(t.between(1, 200)), t.between(2.6, 3.3), t.between(7, 8.5)
    parts = garment(t, skin, [(0, w), (long * 0.58, w), (long * 0.66, w * 0.75), (long, w * 0.4)], seed, 0.02)
    peak = long + t.between(1.8, 2.6)
    parts.append(band(bezier([(-w * 0.38, long - 0.1, 0.08), (-0.6, peak - 0.6, 0.08), (0, peak, 0.08), (0.6, peak - 0.6, 0.08), (w * 0.38, long - 0.1, 0.08)], 14), 0.22, skin, (1, 0.3, 0), 0.03))
    for side in (-1, 1):
        parts.append(band(bezier([(side * w, long * 0.58, 0.08), (side * (w + 0.5), long * 0.45, 0.05), (side * (w + 0.3), long * 0.2, 0.05), (side * (w + 0.6), 0.2, 0.05)], 10), 0.2, skin, (1, 0.2, 0), 0.03))
    pocket = [(x, y, 0.13) for x, y in ((-w * 0.5, long * 0.45), (-w * 0.5, long * 0.22), (w * 0.5, long * 0.22), (w * 0.5, long * 0.45))]
    parts.append(shapes.tube('seam', pocket, 0.04, skin, 6))
    parts.append(t.letters(t.words[0], 0.3, t.ink_on(main), lambda x, y: (x, long * 0.78 + y, 0.16), (0, 0, 1), width=w * 0.8))
    raise_hanging(t, parts, 0.6)
    if t.pose == 'hangs':
        t.held = (0, -0.08, peak + 0.55)


@thing('picture-frame')
def picture_frame(t):
    """On the wall, flat, or leaning a little on its foot."""
    t.made_of('wood', 'paper')
    t.lying = (-90, 0, t.between(-20, 20))
    wooden = t.chance(0.4) and t.tone == 'normal'
    frame = surfaces.wood('frame', *t.pick(*WOODS)) if wooden else surfaces.solid('frame', t.color('frame', 0.4, 'black', 'white', 'gold', *LACQUERS), 0.35)
    w, h, rim = t.between(1.5, 4.5), t.between(1.8, 5.0), t.between(0.15, 0.4)
    depth = t.between(0.15, 0.35)
    parts = []
    for side in (-1, 1):
        parts.append(box((w, depth, rim), frame, (0, 0, 0 if side < 0 else h - rim), bevel=0.03))
        parts.append(box((rim, depth, h), frame, (side * (w - rim) / 2, 0, 0), bevel=0.03))
    parts.append(box((w - rim, 0.04, h - rim), surfaces.solid('mat', t.pick('#f3f1ea', '#efe5cd', '#1d1d20'), 0.6), (0, 0.02, rim / 2), bevel=0.01))
    inner_w, inner_h = (w - 2 * rim) * 0.75, (h - 2 * rim) * 0.75
    parts.append(box((inner_w, 0.01, inner_h), surfaces.solid('picture', t.color('picture', 0.3, 'sky blue', 'sage', 'terracotta', 'navy', 'cream', fixed=True), 0.4), (0, -0.006, (h - inner_h) / 2), bevel=0.003))
    for k in range(t.pick(2, 3)):
        spot = surfaces.printed('shape', surfaces.PALETTE[t.pick('red', 'mustard', 'teal', 'white', 'forest green', 'pink')])
        disc = turned([(0, 0), (0.5, 0), (0.5, 0.003 + 0.002 * k), (0, 0.003 + 0.002 * k)], spot, 0.001, 48)
        q = min(inner_w, inner_h) * t.between(0.2, 0.42)
        parts.append(shapes.place(disc, (inner_w * t.between(-0.25, 0.25), -0.011, h / 2 + inner_h * t.between(-0.25, 0.25)), (90, 0, 0), (q, q, 1)))
    if t.pose == 'stands':
        turn_all(parts, (-t.between(6, 14), 0, 0))
        foot = box((0.5, 0.05, h * 0.75), surfaces.solid('foot', '#2a2622', 0.8), bevel=0.01)
        turn_all([foot], (t.between(16, 22), 0, 0), (0, h * 0.34, 0))
    elif t.pose == 'hangs':
        turn_all(parts, (0, 0, 0), (0, 0, 1.0))


@thing('wall-mirror')
def wall_mirror(t):
    """Round or upright oval, in a frame."""
    t.made_of('glass')
    t.lying = (-90, 0, 0)
    frame = surfaces.metal('frame', surfaces.PALETTE[t.pick('gold', 'black', 'silver', 'copper')], 0.25) if t.chance(0.5) else surfaces.wood('frame', *t.pick(*WOODS))
    r, tall, thick = t.between(1.5, 3.2), t.pick(1.0, 1.0, 1.4), t.between(0.06, 0.2)
    glass = turned([(0, 0), (r, 0), (r, 0.04), (0, 0.04)], surfaces.metal('mirror', '#e4e7e8', 0.06), 0.01)
    shapes.place(glass, (0, 0.03, r * tall + thick), (90, 0, 0), (1, tall, 1))
    ring = shapes.ring('rim', r, thick, frame, 1.2)
    shapes.place(ring, (0, 0, r * tall + thick), (0, 0, 0), (1, 1, tall))
    if t.pose == 'hangs':
        loop = shapes.ring('loop', 0.22, 0.04, frame)
        shapes.place(loop, (0, 0, 2 * r * tall + 2 * thick + 0.2))
        t.held = (0, 0, 2 * r * tall + 2 * thick + 0.36)


@thing('wreath')
def wreath(t):
    """Of leaves, with berries or a bow."""
    from kit import materials

    t.made_of('plant')
    t.lying = None
    t.colors.append({'area': 'leaves', 'name': 'green', 'hex': '#4f7a3a', 'share': 0.8})
    green = materials.leaf('leaf', t.pick(['#3f6b34', '#5a8742'], ['#7c8f6a', '#9aaf88'], ['#2f5a34', '#3f6b40']), gloss=0.4, translucency=0.2, veins=False)
    berry = surfaces.solid('berry', t.color('berries', 0.1, 'red', 'white', 'orange', 'navy', fixed=True), 0.2, 0.4)
    r, patches, parts = t.between(1.2, 1.8), [], []
    for _ in range(240):
        a, lean = t.between(0, 2 * math.pi), t.between(-0.9, 0.9)
        blade = shapes.leaf_points(t.between(0.5, 0.9), t.between(0.15, 0.28), t.between(0.1, 0.6), 0.2, rows=9, columns=5)
        tilt = shapes.rotation_matrix(x=t.between(0.0, 0.9))
        around = shapes.rotation_matrix(z=a + lean)
        patches.append(blade @ tilt.T @ around.T + np.array([(r + t.between(-0.22, 0.22)) * math.cos(a), (r + t.between(-0.22, 0.22)) * math.sin(a), t.between(0.1, 0.3)]))
    low = min(float(p[..., 2].min()) for p in patches)
    parts.append(shapes.merged('leaves', [p - np.array([0, 0, low]) for p in patches], green))
    for _ in range(t.pick(0, 24, 40)):
        a = t.between(0, 2 * math.pi)
        parts.append(ball(0.08, berry, ((r + t.between(-0.25, 0.25)) * math.cos(a), (r + t.between(-0.25, 0.25)) * math.sin(a), t.between(0.3, 0.7) - low), subdivisions=3))
    if t.pose == 'hangs':
        turn_all(parts, (90, 0, 0), (0, 0, r + 0.5))
        t.held = (0, -0.2 + low, 2 * r + 0.3)


@thing('shoulder-bag')
def shoulder_bag(t):
    """A soft bag with one long strap."""
    t.made_of('leather')
    t.lying = (-86, 0, t.between(-25, 25))
    skin = surfaces.leather('bag', t.color('bag', 0.9, *LEATHERS, 'gray', 'mustard', 'teal'), t.between(0.35, 0.6), 9) if t.chance(0.6) else surfaces.fabric('bag', t.color('bag', 0.9, *TEXTILES), 26, 0.4)
    w, h, d = t.between(1.1, 1.6), t.between(1.6, 2.6), t.between(0.35, 0.7)
    soft_bag(t, skin, w, d, h, 0.3, int(t.between(1, 90)))
    hanging = t.pose == 'hangs'
    peak = h + (t.between(3.5, 5.0) if hanging else t.between(0.9, 1.6))
    if hanging:
        way = [(-w * 0.95, 0, h - 0.1), (-w * 0.8, 0, h + 0.8), (-0.15, 0, peak - 0.2), (0, 0, peak), (0.15, 0, peak - 0.2), (w * 0.8, 0, h + 0.8), (w * 0.95, 0, h - 0.1)]
        t.held = (0, 0, peak - 0.05)
    else:
        way = [(-w * 0.95, 0, h - 0.1), (-w * 0.9, 0.05, h + 0.4), (-w * 0.5, 0.2, peak), (w * 0.5, 0.2, peak), (w * 0.9, 0.05, h + 0.4), (w * 0.95, 0, h - 0.1)]
    band(bezier(way, 14), 0.2, skin, (0, 1, 0), 0.05)
    for x in (-w * 0.95, w * 0.95):
        shapes.place(shapes.ring('ring', 0.13, 0.03, surfaces.metal('ring', surfaces.PALETTE[t.pick('gold', 'silver')], 0.2)), (x, 0, h - 0.05))
