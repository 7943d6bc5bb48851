"""Things that are worn and carried: shoes, bags, watches, cloth, jewelry."""

import math

import numpy as np

import surfaces
from kit import noise, shapes

from . import ball, band, bezier, box, rod, thing, turn_all, turned

LEATHERS = ('brown', 'black', 'tan', 'burgundy', 'navy', 'olive', 'white', 'dark brown')
TEXTILES = ('white', 'gray', 'navy', 'red', 'black', 'sage', 'pink', 'mustard', 'sky blue', 'olive', 'teal', 'cream', 'lavender')


def smooth_step(x, low, high):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def shoe(t, upper, sole, lining, ankle, collar_end, toe_height, width=0.46, sole_height=0.2, laces=None, length=2.75, pointed=2.2, heel=0.0):
    """A shoe along X (toe towards +X): sections from heel to toe whose tops open towards the ankle."""
    s = np.linspace(0, 1, 90)
    x = (s - 0.5) * length
    half = np.interp(s, [0, 0.12, 0.35, 0.68, 0.85, 1], [width * 0.7, width * 0.76, width * 0.74, width, width * 0.88, width * 0.55])
    half = half * np.maximum(0.02, 1 - np.abs(2 * s - 1) ** (8 if pointed > 2 else 5)) ** 0.5
    top = np.interp(s, [0, 0.1, collar_end, collar_end + 0.22, 0.85, 0.97, 1], [ankle, ankle, ankle * 0.92, (ankle + toe_height) * 0.58, toe_height * 1.08, toe_height * 0.8, sole_height + 0.02])
    kernel = np.hanning(9) / np.hanning(9).sum()
    top = np.convolve(np.pad(top, 4, 'edge'), kernel, 'valid')
    half = np.convolve(np.pad(half, 4, 'edge'), kernel, 'valid')
    half[0] = half[-1] = 0.01
    opened = 1 - smooth_step(s, collar_end - 0.02, collar_end + 0.1)
    phi = np.linspace(0, np.pi, 81)
    c, n = np.cos(phi), np.sin(phi)
    y = -np.sign(c) * np.abs(c) ** 0.75
    lift = n**0.75
    rows = []
    for i in range(len(s)):
        z = sole_height + (top[i] - sole_height) * lift
        inside = 1 - smooth_step(np.abs(y), 0.66, 0.8)
        # Inside the shoe's collar, the section goes down to the insole.
        z = z * (1 - opened[i] * inside) + (sole_height + 0.06) * opened[i] * inside
        lean = 1 - 0.22 * (z - sole_height) / max(ankle, 0.3)
        rows.append(np.stack([np.full_like(y, x[i]) - 0.06 * np.maximum(0, z - 0.4) * (s[i] < 0.2), y * half[i] * lean, z], -1))
    shapes.sheet('upper', np.array(rows), upper, 0.035)
    a = np.concatenate([np.stack([x, -half * 1.1 - 0.012], -1), np.stack([x, half * 1.1 + 0.012], -1)[::-1]])
    outline = a * np.array([1.02, 1.0])
    bottom = sole_height + 0.03
    rings = [(0.0, 0.97), (0.03, 1.0), (bottom - 0.02, 1.0), (bottom, 0.985)]
    points = np.array([[(px * k, py * k, z + (heel * 0 if z else 0)) for px, py in np.concatenate([outline, outline[:1]])] for z, k in rings])
    shapes.sheet('sole', points, sole)
    for z in (0.0, bottom - 0.001):
        shapes.mesh_object('cap', [(px * 0.97, py * 0.97, z) for px, py in outline], [tuple(range(len(outline)))], sole, smooth=False)
    if laces is not None:
        for k in range(5):
            at = collar_end + 0.03 + k * 0.055
            i = int(at * 89)
            w, h = half[i] * 0.5, top[i]
            rod([(x[i], -w, h - 0.07), (x[i] + 0.03, -w * 0.4, h + 0.015), (x[i] + 0.045, w * 0.4, h + 0.015), (x[i] + 0.07, w, h - 0.07)], 0.032, laces, 6, 8)
    return s, x, half, top


@thing('sneaker')
def sneaker(t):
    t.made_of('fabric', 'rubber')
    t.lying = (92, 0, t.between(-40, 40))
    main = t.color('upper', 0.6, *TEXTILES)
    upper = surfaces.fabric('canvas', main, 40) if t.chance(0.5) else surfaces.leather('leather', main, 0.45)
    sole = surfaces.solid('sole', t.color('sole', 0.25, 'white', 'cream', 'white', 'tan', 'black'), 0.55)
    laces = surfaces.fabric('laces', t.color('laces', 0.05, 'white', 'black', 'cream'), 60)
    s, x, half, top = shoe(t, upper, sole, upper, t.between(0.85, 1.25), 0.36, 0.48, 0.46, t.between(0.24, 0.34), laces)
    stripe = surfaces.solid('stripe', t.color('stripe', 0.08, 'red', 'navy', 'white', 'green', 'orange', 'black'), 0.4)
    for side in (-1, 1):
        for k in range(2):
            i, j = 38 + 6 * k, 46 + 6 * k
            way = [(x[i], side * half[i] * 0.98, 0.36), (x[(i + j) // 2], side * half[j] * 0.93, 0.52), (x[j], side * half[j] * 0.84, 0.68)]
            band(bezier(way, 8), 0.09, stripe, (1, 0, -0.2), 0.012)


@thing('loafer')
def loafer(t):
    t.made_of('leather')
    main = t.color('upper', 0.8, *LEATHERS)
    upper = surfaces.leather('leather', main, 0.32, 14)
    sole = surfaces.solid('sole', t.color('sole', 0.15, 'dark brown', 'black', 'tan'), 0.6)
    s, x, half, top = shoe(t, upper, sole, upper, 0.72, 0.44, 0.46, 0.43, 0.12, None, 2.8)
    box((0.5, 0.62, 0.16), sole, (-1.12, 0, 0), bevel=0.03)
    i = 52
    way = [(x[i], -half[i] * 1.0, 0.3), (x[i], -half[i] * 0.6, top[i] - 0.02), (x[i], 0, top[i] + 0.05), (x[i], half[i] * 0.6, top[i] - 0.02), (x[i], half[i] * 1.0, 0.3)]
    band(bezier(way, 10), 0.26, upper, (1, 0, -0.3), 0.03)
    gold = surfaces.metal('bit', surfaces.PALETTE['gold'], 0.2)
    rod([(x[i], -0.15, top[i] + 0.06), (x[i], 0, top[i] + 0.09), (x[i], 0.15, top[i] + 0.06)], 0.025, gold)


@thing('rain-boot')
def rain_boot(t):
    t.made_of('rubber')
    t.lying = (92, 0, t.between(-40, 40))
    main = t.color('shaft', 0.85, 'yellow', 'green', 'red', 'navy', 'black', 'pink', 'olive')
    skin = surfaces.solid('rubber', main, 0.22, 0.3)
    sole = surfaces.solid('sole', t.color('sole', 0.1, 'white', 'black', 'cream', 'brown'), 0.6)
    shoe(t, skin, sole, skin, 0.95, 0.34, 0.55, 0.48, 0.22, None)
    rings = []
    for z, rx, ry, cx in ((0.3, 0.62, 0.34, -0.72), (0.8, 0.56, 0.36, -0.72), (1.3, 0.46, 0.38, -0.78), (2.6, 0.52, 0.46, -0.78), (2.62, 0.5, 0.44, -0.78), (1.4, 0.42, 0.35, -0.78)):
        a = np.linspace(0, 2 * np.pi, 97)
        rings.append(np.stack([cx + rx * np.cos(a), ry * np.sin(a), np.full_like(a, z)], -1))
    rings = np.array(rings)
    fine = np.concatenate([np.stack([bezier(rings[:4, i], 12) for i in range(97)], 1), rings[4:]])
    shapes.sheet('shaft', fine, skin)
    band([(-0.78 + 0.53 * math.cos(a), 0.47 * math.sin(a), 2.52) for a in np.linspace(0, 2 * math.pi, 60)], 0.16, sole, (0, 0, 1), 0.02)


def soft_bag(t, skin, width, depth, height, narrow=0.4, seed=1):
    """An open bag: superellipses that flatten towards the top, with folds."""
    a = np.linspace(0, 2 * np.pi, 161)
    c, s = np.cos(a), np.sin(a)
    rows = []
    levels = np.concatenate([[0, 0.003, 0.006, 0.03], np.linspace(0.08, 1, 50)])
    for k in levels:
        d = depth * (1 - (1 - narrow) * k**1.3)
        base = 0.01 if k == 0 else 0.7 if k < 0.004 else 0.96 if k < 0.02 else 1.0
        w = width * (1 - 0.05 * k) * base
        x = w * np.sign(c) * np.abs(c) ** 0.42
        y = d * base * np.sign(s) * np.abs(s) ** 0.55
        fold = noise.fractal(x * 0.9 + seed, np.sign(s) * 3.0 + y, k * height * 0.55, 3, 0.5, seed) * 0.16 * min(1.0, 4 * k)
        rows.append(np.stack([x, y * (1 + fold) + 0.35 * fold * np.sign(s) * np.abs(s), np.full_like(x, k * height) + 0.03 * np.abs(fold)], -1))
    outer = np.array(rows)
    inner = outer[::-1] * np.array([0.985, 0.93, 1.0]) + np.array([0, 0, 0.01])
    shapes.sheet('bag', np.concatenate([outer, inner]), skin)
    return outer


def front_of(outer):
    """Returns a function that maps (x, z) to the point on a soft bag's front, for placing letters."""
    front = outer[:, outer.shape[1] // 2 :].reshape(-1, 3)

    def at(x, z):
        d = (front[:, 0] - x) ** 2 + (front[:, 2] - z) ** 2
        near = np.argpartition(d, 6)[:6]
        w = 1 / (d[near] + 1e-4)
        return (x, float((front[near, 1] * w).sum() / w.sum()) - 0.012, z)

    return at


@thing('tote')
def tote(t):
    t.made_of('fabric')
    t.lying = (-86, 0, t.between(-25, 25))
    main = t.color('body', 0.9, 'cream', 'white', 'navy', 'black', 'sage', 'mustard', 'beige', 'terracotta')
    cloth = surfaces.fabric('canvas', main, 34)
    w, h = t.between(1.7, 2.0), t.between(3.4, 4.0)
    outer = soft_bag(t, cloth, w, t.between(0.35, 0.6), h, 0.16, int(t.between(1, 90)))
    hanging = t.pose == 'hangs'
    peak = h + (2.6 if hanging else 1.7)
    for side in (-1, 1):
        y = side * 0.12
        spread = 0.12 if hanging else 0.5
        way = bezier([(-w * 0.5, y, h - 0.25), (-w * 0.46, y, h + 0.2), (-spread, y * (0.5 if hanging else 2.5), peak - 0.12), (0, y * (0.5 if hanging else 2.8), peak), (spread, y * (0.5 if hanging else 2.5), peak - 0.12), (w * 0.46, y, h + 0.2), (w * 0.5, y, h - 0.25)], 16)
        band(way, 0.26, cloth, (0, 1, 0) if hanging else (0.2, 1, 0.1), 0.03)
    if hanging:
        t.held = (0, 0, peak - 0.05)
    if t.chance(0.7):
        ink, at = t.ink_on(main), front_of(outer)
        t.letters(t.words[0], 0.36, ink, lambda x, y: at(x, h * 0.5 + y), (0, -1, 0), width=w * 1.3)


@thing('handbag')
def handbag(t):
    t.made_of('leather', 'metal')
    t.lying = (-90, 0, t.between(-25, 25))
    main = t.color('body', 0.9, *LEATHERS, 'red', 'mustard', 'pink')
    hide = surfaces.leather('leather', main, 0.36)
    gold = surfaces.metal('gold', surfaces.PALETTE['gold'], 0.2)
    w, h = t.between(1.2, 1.5), t.between(1.7, 2.0)
    rows = []
    a = np.linspace(0, 2 * np.pi, 129)
    for k in np.concatenate([[0, 0.01, 0.05], np.linspace(0.1, 0.96, 20), [0.99, 1]]):
        end = 0.75 if k in (0, 1) else 0.94 if k in (0.01, 0.99) else 1.0
        d = 0.62 * (1 - 0.55 * k)
        x, y = w * (1 - 0.12 * k) * end * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** 0.4, d * end * np.sign(np.sin(a)) * np.abs(np.sin(a)) ** 0.5
        rows.append(np.stack([x, y, np.full_like(a, h * k)], -1))
    shapes.sheet('bag', np.array(rows), hide)
    for z in (0, h):
        shapes.mesh_object('cap', [(w * 0.75 * (1 if z == 0 else 0.88) * math.copysign(abs(math.cos(b)) ** 0.4, math.cos(b)), 0.46 * (1 if z == 0 else 0.45) * math.copysign(abs(math.sin(b)) ** 0.5, math.sin(b)), z) for b in a[:-1]], [tuple(range(128))], hide, smooth=False)
    flap = np.array([[(x, -(0.30 + 0.30 * v) - 0.03 - 0.02 * math.sin(v * 3), h * (1.0 - 0.55 * v) + 0.03) for x in np.linspace(-w * 0.92 * (1 - 0.25 * v**3), w * 0.92 * (1 - 0.25 * v**3), 30)] for v in np.linspace(0, 1, 20)])
    shapes.sheet('flap', flap, hide, 0.05)
    box((0.22, 0.06, 0.26), gold, (0, -0.66, h * 0.42), bevel=0.03)
    peak = h + t.between(1.3, 1.9)
    for side in (-1, 1) if t.chance(0.5) and t.pose != 'hangs' else (1,):
        y = 0.1 * side
        rod([(-w * 0.62, y, h - 0.05), (-w * 0.6, y, h + 0.4), (-w * 0.25, y * 2, peak - 0.1), (0, y * 2, peak), (w * 0.25, y * 2, peak - 0.1), (w * 0.6, y, h + 0.4), (w * 0.62, y, h - 0.05)], 0.055, hide)
        for x in (-w * 0.62, w * 0.62):
            shapes.place(shapes.ring('ring', 0.11, 0.025, gold), (x, y, h + 0.05))
    if t.pose == 'hangs':
        t.held = (0, 0.2, peak - 0.03)


@thing('backpack')
def backpack(t):
    t.made_of('fabric')
    t.lying = (-90, 0, t.between(-25, 25))
    main = t.color('body', 0.85, 'navy', 'gray', 'olive', 'black', 'mustard', 'teal', 'burgundy', 'pink')
    cloth = surfaces.fabric('nylon', main, 60, 0.2)
    trim = surfaces.leather('trim', t.color('trim', 0.1, 'brown', 'black', 'tan'), 0.5)
    body = shapes.rounded_box('body', (2.6, 1.2, 3.9), cloth, 0.5, 8)
    pocket = shapes.rounded_box('pocket', (2.0, 0.5, 1.5), cloth, 0.22, 6)
    shapes.place(pocket, (0, -0.72, 0.4))
    band(bezier([(-1.31, -0.1, 3.0), (-0.8, -0.62, 3.15), (0.8, -0.62, 3.15), (1.31, -0.1, 3.0)], 20), 0.08, trim, (0, 0, 1), 0.03)
    band(bezier([(-0.9, -1.0, 1.6), (0, -1.0, 1.62), (0.9, -1.0, 1.6)], 20), 0.1, trim, (0, 0, 1), 0.03)
    for side in (-1, 1):
        way = bezier([(side * 0.5, 0.55, 3.5), (side * 0.75, 1.0, 2.9), (side * 0.95, 1.05, 1.6), (side * 1.1, 0.6, 0.5)], 16)
        band(way, 0.45, cloth, (1, 0.1 * side, 0), 0.09)
    peak = 4.45
    rod([(-0.35, 0.35, 3.85), (-0.25, 0.35, peak - 0.15), (0, 0.35, peak), (0.25, 0.35, peak - 0.15), (0.35, 0.35, 3.85)], 0.07, trim)
    if t.pose == 'hangs':
        t.held = (0, 0.35, peak - 0.05)
    t.letters_flat(t.words[0], 0.2, t.ink_on(main), (0, -0.985, 1.05), 1.6)


@thing('wrist-watch')
def wrist_watch(t):
    """A watch on its back with an open strap, whose ends curve down to the ground."""
    t.made_of('metal', 'leather')
    t.lying = None
    case_name = t.pick('silver', 'gold', 'rose gold', 'black')
    case = surfaces.metal('case', surfaces.PALETTE[case_name], 0.18)
    t.colors.append({'area': 'case', 'name': case_name, 'hex': surfaces.PALETTE[case_name], 'share': 0.2})
    dial_color = t.color('dial', 0.25, 'white', 'black', 'navy', 'forest green', 'cream', fixed=True)
    hide = surfaces.leather('strap', t.color('strap', 0.5, *LEATHERS), 0.5, 16)
    marks = surfaces.metal('marks', '#c9a86a' if t.chance(0.5) else '#d5d6d8', 0.2)
    parts = [
        turned([(0, 0), (0.19, 0), (0.2, 0.03), (0.195, 0.09), (0.175, 0.1), (0.17, 0.085), (0, 0.085)], case, 0.008),
        turned([(0.17, 0.0862), (0.1, 0.0864), (0, 0.0864)], surfaces.solid('dial', dial_color, 0.3, 0.6), 0.001),
    ]
    for i in range(12):
        a = i * math.pi / 6
        parts.append(box((0.008, 0.03 if i % 3 else 0.045, 0.004), marks, (0.14 * math.sin(a), 0.14 * math.cos(a), 0.0865), (0, 0, -math.degrees(a)), 0.001))
    for length, width, deg, z in ((0.095, 0.013, t.between(0, 360), 0.09), (0.135, 0.009, t.between(0, 360), 0.094)):
        a = math.radians(deg)
        parts.append(box((width, length, 0.003), marks, (length * 0.42 * math.sin(a), length * 0.42 * math.cos(a), z), (0, 0, -deg), 0.001))
    parts.append(shapes.place(turned([(0, 0), (0.022, 0), (0.022, 0.04), (0, 0.04)], case, 0.005, 48), (0.19, 0, 0.045), (0, 90, 0)))
    lift = 0.1
    turn_all(parts, (0, 0, 0), (0, 0, lift))
    for side, length in ((1, 0.75), (-1, 1.05)):
        v = np.linspace(0, 1, 40)
        y = side * (0.17 + length * v)
        z = lift + 0.04 - 0.11 * smooth_step(v, 0, 0.35) + 0.02
        rows = np.array([[(w * (0.105 - 0.02 * q), yy, zz + 0.006 * math.cos(w * 1.5)) for w in np.linspace(-1, 1, 9)] for q, yy, zz in zip(v, y, z)])
        shapes.sheet('strap', rows, hide, 0.025)
    shapes.place(shapes.ring('buckle', 0.1, 0.012, case), (0, 0.95, 0.055), (90, 0, 0))


@thing('wall-clock')
def wall_clock(t):
    t.made_of('plastic')
    t.lying = None if t.pose == 'lies' else t.lying
    rim_hex = t.color('rim', 0.3, 'black', 'white', 'copper', 'navy', 'mint', 'red', 'yellow')
    rim = surfaces.solid('rim', rim_hex, 0.25, 0.3)
    face_hex = t.color('face', 0.65, 'white', 'cream', 'black', 'sky blue')
    face = surfaces.solid('face', face_hex, 0.5)
    hands = surfaces.solid('hands', '#f0efec' if face_hex == surfaces.PALETTE['black'] else '#1c1c1f', 0.4)
    parts = [
        turned([(0, 0), (1.42, 0), (1.5, 0.08), (1.48, 0.34), (1.36, 0.36), (1.34, 0.2), (0, 0.2)], rim, [0.03, 0.05, 0.05, 0.03, 0.02]),
        turned([(1.34, 0.203), (0.7, 0.203), (0, 0.203)], face, 0.001),
    ]
    for i in range(60):
        a = i * math.pi / 30
        size = (0.05, 0.2, 0.01) if i % 5 == 0 else (0.02, 0.08, 0.01)
        parts.append(box(size, hands, (1.2 * math.sin(a), 1.2 * math.cos(a), 0.203), (0, 0, -math.degrees(a)), 0.002))
    for length, width, deg, z in ((0.7, 0.09, t.between(0, 360), 0.24), (1.05, 0.06, t.between(0, 360), 0.27)):
        a = math.radians(deg)
        parts.append(box((width, length, 0.02), hands, (length * 0.4 * math.sin(a), length * 0.4 * math.cos(a), z), (0, 0, -deg), 0.005))
    ink = surfaces.printed('ink', '#f0efec' if face_hex == surfaces.PALETTE['black'] else '#1c1c1f')
    parts.append(t.letters(t.words[0], 0.14, ink, lambda x, y: (x, 0.5 + y, 0.208), (0, 0, 1), width=1.0))
    if t.pose == 'hangs':
        turn_all(parts, (90, 0, 0), (0, 0, 1.5))
        text, body, _ = t.printed[-1]
        t.printed[-1] = (text, body, np.array([0, -1, 0.0]))
        t.held = None


def garment_wrinkles(x, y, seed, depth=0.05):
    return depth * (noise.fractal(x * 0.35 + 0.25 * y, y * 0.16, 0, 3, 0.5, seed) + 0.4 * noise.ridged(x * 0.6, y * 0.3, 1, 2, 0.5, seed + 3))


def raise_hanging(t, bodies, height):
    """Turns a thing upright against a wall when it hangs; builders lay it with its top towards +Y."""
    if t.pose == 'hangs':
        turn_all(bodies, (90, 0, 0), (0, 0, height))
        t.printed = [(text, body, np.array([0, -1, 0.0])) for text, body, _ in t.printed]


@thing('t-shirt')
def t_shirt(t):
    t.made_of('fabric')
    t.lying = None
    main = t.color('body', 1.0, *TEXTILES)
    stripe = surfaces.PALETTE[t.pick('navy', 'red', 'white', 'gray')] if t.tone == 'normal' and t.chance(0.25) else None
    cloth = surfaces.fabric('jersey', main, 46, 0.2, stripe, 1.6, 'Y')
    seed = int(t.between(1, 200))
    w, long = t.between(2.4, 2.7), t.between(6.4, 7.2)
    parts = []

    def layer(lift, neck):
        u = np.linspace(-1, 1, 120)
        rows = []
        for v in np.linspace(0, 1, 160):
            side = w * (1 + 0.03 * np.sin(v * 5 + seed)) * (1.02 - 0.05 * v)
            x = u * side
            shoulder = long - 0.55 * np.abs(u) ** 1.2
            dip = neck * np.clip(1 - (np.abs(u) / 0.36) ** 2.4, 0, 1) ** 0.5
            top = shoulder - dip
            hem = 0.05 * np.sin(u * 3 + seed)
            y = hem + (top - hem) * v
            z = lift + 0.06 + garment_wrinkles(x, y, seed + int(lift * 100))
            rows.append(np.stack([x, y, z], -1))
        return shapes.sheet('body', np.array(rows), cloth, 0.02)

    parts += [layer(0.0, 0.25), layer(0.07, t.between(0.6, 0.9))]
    for side in (-1, 1):
        rows = []
        for v in np.linspace(0, 1, 60):
            upper = np.array([side * (w * 0.86 + 1.15 * v), long - 0.42 - 0.95 * v])
            lower = np.array([side * (w * 0.93 + 0.62 * v), long - 2.1 - 0.55 * v])
            q = np.linspace(0, 1, 50)[:, None]
            p = upper * (1 - q) + lower * q
            z = 0.08 + garment_wrinkles(p[:, 0] * 1.3, p[:, 1] * 1.3, seed + 9)
            rows.append(np.column_stack([p, z]))
        for lift in (-0.05, 0.0):
            parts.append(shapes.sheet('sleeve', np.array(rows) + np.array([0, 0, lift]), cloth, 0.02))
    if t.chance(0.6) and stripe is None:
        z0 = lambda x, y: 0.07 + 0.06 + float(garment_wrinkles(np.array(x), np.array(y), seed + 7)) + 0.022  # noqa: E731
        parts.append(t.letters(t.words[0], 0.42, t.ink_on(main), lambda x, y: (x, long * 0.62 + y, z0(x, long * 0.62 + y)), (0, 0, 1), width=w * 1.2))
    raise_hanging(t, parts, 0.4)


@thing('scarf')
def scarf(t):
    t.made_of('fabric')
    t.lying = None
    main = t.color('body', 0.8, *TEXTILES)
    stripe = t.color('stripe', 0.2, 'red', 'white', 'navy', 'mustard', 'gray') if t.tone == 'normal' and t.chance(0.6) else None
    wool = surfaces.fabric('wool', main, 18, 0.5, stripe, 0.7, 'Y')
    seed = int(t.between(1, 200))
    long, w = 6.5, 0.85
    parts = []
    for k, (shift, lean) in enumerate(((-0.55, -0.05), (0.5, 0.1))):
        v = np.linspace(0, 1, 140)
        rows = []
        for q in v:
            x = np.linspace(-w, w, 50) + shift + lean * long * q * 0.4 - shift * 0.75 * q**2
            y = np.full(50, q * long)
            z = 0.12 + 0.1 * k + garment_wrinkles(x * 1.2, y, seed + k, 0.09) + 0.05 * q
            rows.append(np.stack([x, y, z], -1))
        parts.append(shapes.sheet('scarf', np.array(rows), wool, 0.06))
        fringe = surfaces.fabric('fringe', main, 30)
        for x in np.linspace(-w, w, 24):
            px = x + shift
            parts.append(rod([(px, 0.02, 0.1), (px + t.between(-0.04, 0.04), -0.25, 0.06), (px + t.between(-0.1, 0.1), -0.55, 0.05)], 0.022, fringe, 5, 6))
    raise_hanging(t, parts, 0.9)


@thing('towels')
def towels(t):
    t.made_of('fabric')
    count = int(t.between(2, 5))
    z = 0.0
    for k in range(count):
        pile = surfaces.fabric('terry', t.color(f'towel {k + 1}', 1 / count, *TEXTILES), 14, 0.7)
        thick = t.between(0.45, 0.6)
        w, d = 1.5 + t.between(-0.05, 0.05), 1.05 + t.between(-0.05, 0.05)
        for layer in range(2):
            h = thick / 2
            # Fold of the cloth: a flat loop, rounded in front.
            a = np.linspace(-np.pi / 2, np.pi / 2, 20)
            path = [(d, h * 0.05), *((-d + 0.02 - h * 0.48 * math.cos(b), h * 0.5 + h * 0.46 * math.sin(b)) for b in a), (d, h * 0.96)]
            rows = []
            for y, zz in path:
                x = np.linspace(-w, w, 50)
                wave = 0.03 * noise.fractal(x * 0.8 + k * 7, np.full(50, y * 0.8), layer, 3, 0.5, k + 5)
                edge = 0.04 * (np.abs(np.linspace(-1, 1, 50)) ** 12)
                rows.append(np.stack([x + 0.02 * np.sin(y * 4), np.full(50, y) + wave, zz + z + layer * h + wave * 0.7 - edge * (1 if zz > h / 2 else -0.5)], -1))
            shapes.sheet('towel', np.array(rows), pile, 0.05)
            box((2 * w - 0.05, 2 * d - 0.12, h * 0.92), pile, (0, 0.03, z + layer * h + h * 0.03), bevel=h * 0.3)
        z += thick + 0.02


@thing('ring')
def ring(t):
    t.made_of('metal', 'gemstone')
    name = t.pick('gold', 'silver', 'rose gold')
    t.colors.append({'area': 'band', 'name': name, 'hex': surfaces.PALETTE[name], 'share': 0.8})
    band_metal = surfaces.metal('band', surfaces.PALETTE[name], 0.13)
    r = 0.095
    t.lying = (90, 0, t.between(-50, 50))
    shapes.place(shapes.ring('ring', r, 0.012, band_metal, 1.5), (0, 0, r + 0.012))
    stone = surfaces.solid('stone', t.color('stone', 0.2, 'blue', 'red', 'green', 'white', 'purple', fixed=True), 0.04, 1.0)
    gem = shapes.place(shapes.sphere('gem', 0.034, stone, 2), (0, 0, 2 * r + 0.045), (0, 0, 0), (1, 1, 0.75))
    for p in gem.data.polygons:
        p.use_smooth = False
    for k in range(4):
        a = math.pi / 4 + k * math.pi / 2
        rod([(0.012 * math.cos(a), 0.012 * math.sin(a), 2 * r + 0.012), (0.034 * math.cos(a), 0.034 * math.sin(a), 2 * r + 0.04), (0.028 * math.cos(a), 0.028 * math.sin(a), 2 * r + 0.066)], 0.005, band_metal, 5, 8)


@thing('necklace')
def necklace(t):
    t.made_of('metal')
    t.lying = None
    name = t.pick('gold', 'silver', 'rose gold', 'copper')
    t.colors.append({'area': 'chain', 'name': name, 'hex': surfaces.PALETTE[name], 'share': 0.7})
    chain = surfaces.metal('chain', surfaces.PALETTE[name], 0.15)
    parts = []
    hanging = t.pose == 'hangs'
    way = [(0.0, 1.9, 0.03), (-0.25, 1.75, 0.03), (-0.5, 1.1, 0.03), (-0.42, 0.5, 0.03), (0, 0.12, 0.03), (0.42, 0.5, 0.03), (0.5, 1.1, 0.03), (0.25, 1.75, 0.03), (0, 1.9, 0.03)]
    line = bezier(way if hanging else [(x * 1.25 + t.between(-0.06, 0.06), y + t.between(-0.05, 0.05), z) for x, y, z in way[:-1]] + [way[0]], 14)
    link = shapes.ring('link', 0.03, 0.0085, chain, 1.0)
    for k, (p, q) in enumerate(zip(line, line[1:])):
        heading = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
        body = link if k == 0 else shapes.instance(link.data, 'link', (0, 0, 0))
        shapes.place(body, tuple((p + q) / 2), (90 if k % 2 else 0, 0, heading), (1.35, 1, 1))
        parts.append(body)
    drop = surfaces.solid('pendant', t.color('pendant', 0.3, 'turquoise', 'red', 'navy', 'green', 'white', fixed=True), 0.06, 1.0)
    parts.append(ball(0.13, drop, (0, -0.06, 0.06), (1, 1.2, 0.45), 4))
    parts.append(shapes.place(shapes.ring('setting', 0.135, 0.018, chain), (0, -0.06, 0.05), (90, 0, 0), (1, 1, 1.2)))
    if hanging:
        turn_all(parts, (90, 0, 0), (0, 0, 0.5))
        t.held = (0, 0, 2.37)


@thing('sunglasses')
def sunglasses(t):
    t.made_of('plastic')
    t.lying = None
    frame_hex = t.color('frame', 0.6, 'black', 'brown', 'red', 'white', 'navy', 'gold')
    frame = surfaces.solid('frame', frame_hex, 0.14, 0.5)
    lens = surfaces.solid('lens', t.color('lenses', 0.4, 'charcoal', 'dark brown', 'navy', 'black', fixed=True), 0.05, 1.0)
    for side in (-1, 1):
        a = np.linspace(0, 2 * np.pi, 72)
        rx, rz = 0.29, 0.24
        rim = np.stack([side * 0.34 + rx * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** 0.8, -0.03 * np.cos(a * 1) ** 2, 0.27 + rz * np.sign(np.sin(a)) * np.abs(np.sin(a)) ** 0.8], -1)
        shapes.tube('rim', rim, 0.032, frame, 10)
        shapes.mesh_object('lens', [(x, y, z) for x, y, z in rim[:-1]], [tuple(range(71))], lens, smooth=False)
        rod([(side * 0.62, 0, 0.38), (side * 0.66, 0.08, 0.38), (side * 0.64, 0.7, 0.36), (side * 0.6, 1.25, 0.3), (side * 0.58, 1.45, 0.05)], 0.028, frame)
    rod([(-0.07, -0.01, 0.34), (0, -0.03, 0.37), (0.07, -0.01, 0.34)], 0.026, frame)
