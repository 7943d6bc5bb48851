"""Vessels, glasses and bottles."""

import math

import numpy as np

import surfaces
from kit import shapes

from . import ball, band, bezier, box, rod, thing, turn_all, turned

GLAZES = ('white', 'cream', 'sky blue', 'navy', 'terracotta', 'sage', 'mustard', 'teal', 'pink', 'charcoal', 'red', 'burgundy', 'mint')


def handle(material, x, top, bottom, reach, radius, turn):
    way = [(x - 0.06, 0, top), (x + reach * 0.55, 0, top + 0.02), (x + reach, 0, (top + bottom) / 2 + 0.08), (x + reach * 0.6, 0, bottom + 0.02), (x - 0.06, 0, bottom)]
    body = rod(way, radius, material, 16, 12)
    body.rotation_euler = (0, 0, math.radians(turn))
    return body


@thing('mug')
def mug(t):
    body, t.lying = t.color('body', 0.9, *GLAZES), (-90, 0, 55)
    style = t.pick('straight', 'round', 'enamel')
    r, h = t.between(0.38, 0.45), t.between(0.85, 1.1)
    if style == 'enamel':
        skin, rim = surfaces.speckled('enamel', body), surfaces.solid('rim', '#23242a', 0.3)
        t.made_of('enamel')
    else:
        skin = surfaces.solid('glaze', body, 0.18, 0.5) if t.chance(0.7) else surfaces.speckled('stoneware', body, share=0.5, roughness=0.45)
        rim = None
        t.made_of('ceramic')
    foot = r * (0.78 if style == 'round' else 0.95)
    wall = 0.03
    outline = [(0, 0.03), (foot - 0.08, 0.03), (foot - 0.04, 0), (foot, 0.02), (r, h * 0.35), (r, h), (r - wall, h), (r - wall, h * 0.35), (foot - wall - 0.04, 0.09), (0, 0.08)]
    turned(outline, skin, [0.02, 0.02, 0.02, 0.25, 0.014, 0.014, 0.25, 0.08])
    if rim:
        shapes.place(shapes.ring('rim', r - wall / 2, 0.026, rim), (0, 0, h), (90, 0, 0))
    handle(skin, r, h * 0.8, h * 0.28, t.between(0.28, 0.36), t.between(0.045, 0.065), t.pick(0, -20, 25))
    if t.chance(0.5):
        t.letters_round(t.words[0], 0.15, t.ink_on(body), r, h * 0.5, width=0.75)


@thing('jug')
def jug(t):
    body = t.color('body', 0.95, *GLAZES)
    skin = surfaces.solid('glaze', body, 0.2, 0.4)
    t.made_of('ceramic')
    h = t.between(1.7, 2.2)
    outline = [(0, 0), (0.5, 0), (0.72, h * 0.3), (0.42, h * 0.72), (0.52, h), (0.48, h), (0.38, h * 0.72), (0.66, h * 0.3), (0.45, 0.08), (0, 0.08)]
    jar = turned(outline, skin, [0.08, 0.35, 0.3, 0.015, 0.015, 0.3, 0.3, 0.08])
    # The spout: the rim is drawn out towards -X.
    p = np.empty(len(jar.data.vertices) * 3)
    jar.data.vertices.foreach_get('co', p)
    p = p.reshape(-1, 3)
    reach = np.clip((p[:, 2] - h * 0.8) / (h * 0.2), 0, 1) ** 1.5
    angle = np.arctan2(p[:, 1], -p[:, 0])
    p[:, 0] -= reach * 0.2 * np.exp(-((angle / 0.5) ** 2))
    jar.data.vertices.foreach_set('co', p.reshape(-1))
    jar.data.update()
    handle(skin, 0.5, h * 0.9, h * 0.35, 0.42, 0.07, 0)


@thing('watering-can')
def watering_can(t):
    body = t.color('body', 0.95, 'green', 'gray', 'sky blue', 'terracotta', 'yellow', 'navy', 'white', 'copper')
    skin = surfaces.solid('lacquer', body, 0.32, 0.3) if t.chance(0.6) else surfaces.metal('sheet', body, 0.3)
    t.made_of('metal')
    turned([(0, 0), (0.8, 0), (0.8, 1.3), (0.62, 1.42), (0.58, 1.42), (0.75, 1.26), (0.75, 0.06), (0, 0.06)], skin, 0.04)
    rod([(-0.7, 0, 0.3), (-1.2, 0, 0.8), (-1.75, 0, 1.75)], [*np.linspace(0.14, 0.07, 49)], skin)
    rose = turned([(0, 0), (0.07, 0), (0.24, 0.22), (0.22, 0.28), (0, 0.3)], skin, 0.02)
    shapes.place(rose, (-1.72, 0, 1.7), (0, -38, 0))
    rod([(0.72, 0, 0.35), (1.35, 0, 0.6), (1.3, 0, 1.35), (0.6, 0, 1.85), (-0.1, 0, 1.8), (-0.55, 0, 1.4)], 0.055, skin)


@thing('teapot')
def teapot(t):
    body = t.color('body', 0.95, *GLAZES)
    skin = surfaces.solid('glaze', body, 0.16, 0.6)
    t.made_of('ceramic')
    turned([(0, 0), (0.45, 0), (0.85, 0.45), (0.75, 0.95), (0.4, 1.15), (0, 1.17)], skin, [0.05, 0.4, 0.3, 0.1])
    turned([(0, 1.14), (0.4, 1.14), (0.38, 1.22), (0.1, 1.32), (0, 1.33)], skin, 0.03)
    ball(0.1, skin, (0, 0, 1.4))
    way = bezier([(-0.66, 0, 0.45), (-1.0, 0, 0.6), (-1.12, 0, 0.9), (-1.35, 0, 1.1)], 16)
    shapes.tube('spout', way, [*np.linspace(0.2, 0.085, len(way))], skin, 16)
    rod([(0.7, 0, 0.95), (1.2, 0, 1.05), (1.3, 0, 0.65), (0.95, 0, 0.35), (0.74, 0, 0.35)], 0.07, skin)


def vessel_wall(outer, wall, floor):
    """A closed profile of a vessel: the outer line from the foot up, and an inner one `wall` inside down to `floor`."""
    inner = [(max(r - wall, 0.02), max(z, floor)) for r, z in outer[::-1] if z >= floor * 0.98]
    return [(0, outer[0][1]), *outer, *inner, (0, floor)]


@thing('wine-glass')
def wine_glass(t):
    clear = surfaces.glass('glass')
    t.made_of('glass')
    t.colors.append({'area': 'body', 'name': 'clear', 'hex': '#ffffff', 'share': 0.8})
    h, r = t.between(1.9, 2.3), t.between(0.36, 0.46)
    bowl = h * 0.48
    profile = [
        (0, 0), (0.36, 0), (0.36, 0.025), (0.05, 0.1), (0.036, 0.3), (0.04, bowl - 0.08), (r * 0.7, bowl + 0.22), (r, bowl + 0.5), (r * 0.78, h),
        (r * 0.78 - 0.016, h), (r - 0.018, bowl + 0.5), (r * 0.68, bowl + 0.24), (0, bowl),
    ]
    turned(profile, clear, [0.02, 0.012, 0.09, 0.2, 0.15, 0.25, 0.3, 0.007, 0.007, 0.3, 0.25])
    if t.chance(0.45):
        wine = t.color('wine', 0.25, 'burgundy', 'red', fixed=True)
        liquid = surfaces.solid('wine', wine, 0.08, 0.5)
        level = bowl + t.between(0.3, 0.5)
        turned([(0, bowl + 0.015), (r * 0.6, bowl + 0.22), (r * 0.9, level - 0.02), (r * 0.88, level), (0, level)], liquid, [0.15, 0.04, 0.01])


@thing('tumbler')
def tumbler(t):
    t.made_of('glass')
    tone = t.pick('#f8fcfb', '#f8fcfb', '#d9ecf2', '#dff0df')
    t.colors.append({'area': 'body', 'name': 'clear', 'hex': tone, 'share': 1})
    clear = surfaces.glass('glass', tone)
    r, h = t.between(0.36, 0.42), t.between(0.9, 1.4)
    turned([(0, 0.02), (r * 0.8, 0), (r * 0.86, 0.04), (r, h), (r - 0.025, h), (r * 0.83, 0.16), (0, 0.13)], clear, [0.02, 0.04, 0.012, 0.012, 0.08], 160)


@thing('storage-jar')
def storage_jar(t):
    t.made_of('glass', 'wood')
    t.colors.append({'area': 'body', 'name': 'clear', 'hex': '#ffffff', 'share': 0.75})
    t.colors.append({'area': 'lid', 'name': 'tan', 'hex': '#c9a06c', 'share': 0.2})
    r, h = t.between(0.45, 0.6), t.between(1.0, 1.7)
    turned([(0, 0.03), (r - 0.06, 0), (r, 0.06), (r, h), (r - 0.03, h), (r - 0.03, 0.1), (0, 0.09)], surfaces.glass('glass', '#f6fbf9'), [0.03, 0.05, 0.012, 0.012, 0.07], 160)
    lid = surfaces.wood('lid', '#d2a771', '#99693d', axis='Y')
    turned([(0, h + 0.005), (r + 0.02, h + 0.005), (r + 0.02, h + 0.16), (0, h + 0.16)], lid, 0.03)
    if t.chance(0.6):
        beans = t.color('content', 0.35, 'brown', 'mustard', 'cream', 'dark brown', fixed=True)
        skin = surfaces.solid('beans', beans, 0.5)
        for _ in range(160):
            a, d, z = t.between(0, 6.28), (r - 0.13) * math.sqrt(t.between(0, 1)), 0.16 + t.between(0, h * 0.42)
            bean = ball(0.07, skin, (d * math.cos(a), d * math.sin(a), z), (1, 0.7, 0.6), 2)
            bean.rotation_euler = (t.between(0, 3), t.between(0, 3), t.between(0, 3))


@thing('glass-vase')
def glass_vase(t):
    t.made_of('glass')
    tone = t.pick('#f8fcfb', '#f8fcfb', '#cfe4ee', '#e4d0e0', '#cfe6d4')
    t.colors.append({'area': 'body', 'name': 'clear', 'hex': tone, 'share': 1})
    h = t.between(1.8, 2.5)
    outer = [(0.4, 0), (0.62, h * 0.3), (0.3, h * 0.75), (0.45, h)]
    turned([(0, 0), *outer, (0.42, h), (0.26, h * 0.75), (0.57, h * 0.3), (0.36, 0.14), (0, 0.12)], surfaces.glass('glass', tone), [0.06, 0.4, 0.35, 0.012, 0.012, 0.35, 0.35, 0.08], 160)


@thing('acrylic-mill')
def acrylic_mill(t):
    t.made_of('acrylic', 'metal')
    t.lying = (-90, 0, t.pick(20, -30))
    t.colors.append({'area': 'body', 'name': 'clear', 'hex': '#ffffff', 'share': 0.6})
    t.colors.append({'area': 'cap', 'name': 'silver', 'hex': '#c9cacc', 'share': 0.3})
    steel = surfaces.metal('steel', '#c8c9cb', 0.2)
    h = t.between(1.1, 1.5)
    turned([(0, 0.1), (0.3, 0.1), (0.27, h * 0.5), (0.3, h), (0.26, h), (0.225, h * 0.5), (0.25, 0.2), (0, 0.2)], surfaces.glass('acrylic', '#fbfcfb', 0.02, 1.49), [0.03, 0.3, 0.01, 0.01, 0.3, 0.05], 160)
    turned([(0, 0), (0.31, 0), (0.31, 0.1), (0, 0.1)], steel, 0.02)
    turned([(0, h), (0.31, h), (0.31, h + 0.22), (0.12, h + 0.3), (0, h + 0.31)], steel, [0.01, 0.06, 0.05])
    ball(0.09, steel, (0, 0, h + 0.38))
    corn = surfaces.solid('corn', t.color('content', 0.15, 'black', 'white', 'brown', fixed=True), 0.6)
    for _ in range(120):
        a, d, z = t.between(0, 6.28), 0.19 * math.sqrt(t.between(0, 1)), 0.24 + t.between(0, h * 0.5)
        ball(0.035, corn, (d * math.cos(a), d * math.sin(a), z), (1, 1, 1), 2)


def label(t, radius, low, high, arc, paper, words):
    """A paper label around the front of a bottle."""
    hexcolor = t.color('label', 0.25, *paper, fixed=True)
    sheet = surfaces.printed('label', hexcolor)
    a = np.linspace(-arc / 2, arc / 2, 48)
    r = radius + 0.003
    points = np.array([[(r * math.sin(x), -r * math.cos(x), z) for x in a] for z in (low, high)])
    shapes.sheet('label', points, sheet)
    ink = t.ink_on(hexcolor)
    tall, wide = high - low, 2 * radius * min(arc / 2, 0.95)
    t.letters_round(words[0], tall * 0.2, ink, r, low + tall * 0.62, wide, 'DejaVuSerif-Bold.ttf')
    t.letters_round(words[1], tall * 0.13, ink, r, low + tall * 0.36, wide, 'DejaVuSans.ttf')
    t.letters_round(words[2], tall * 0.09, ink, r, low + tall * 0.12, wide, 'DejaVuSans.ttf')


@thing('wine-bottle')
def wine_bottle(t):
    t.made_of('glass', 'paper')
    t.lying = (-90, 0, t.between(-60, 60))
    dark = t.pick(('forest green', '#17301f'), ('black', '#141412'), ('brown', '#3b2011'))
    t.colors.append({'area': 'body', 'name': dark[0], 'hex': dark[1], 'share': 0.7})
    h = 3.0
    turned([(0, 0.05), (0.34, 0), (0.375, 0.05), (0.375, 1.85), (0.14, 2.4), (0.14, h), (0, h)], surfaces.solid('glass', dark[1], 0.08, 0.8), [0.05, 0.05, 0.35, 0.2, 0.03])
    turned([(0, 2.3), (0.148, 2.3), (0.15, h + 0.02), (0, h + 0.02)], surfaces.solid('capsule', t.color('capsule', 0.1, 'burgundy', 'black', 'gold', 'navy', fixed=True), 0.3), 0.02)
    label(t, 0.375, 0.5, 1.45, 2.6, ('cream', 'white', 'beige'), [t.words[0], 'Red Wine', t.words[2]])


@thing('shampoo')
def shampoo(t):
    t.made_of('plastic')
    t.lying = (-90, 0, t.between(-40, 40))
    body = t.color('body', 0.8, 'white', 'mint', 'teal', 'pink', 'lavender', 'sky blue', 'yellow', 'black', 'orange')
    skin = surfaces.solid('plastic', body, t.pick(0.15, 0.4), 0.2)
    rows = []
    for z, w, d in ((0, 0.36, 0.22), (0.04, 0.42, 0.26), (0.3, 0.46, 0.28), (1.2, 0.45, 0.27), (1.5, 0.38, 0.24), (1.62, 0.24, 0.2), (1.66, 0.0, 0.0)):
        a = np.linspace(0, 2 * np.pi, 97)
        s, c = np.sin(a), np.cos(a)
        rows.append(np.stack([w * np.sign(s) * np.abs(s) ** 0.7, -d * np.sign(c) * np.abs(c) ** 0.7, np.full_like(a, z)], -1))
    wide = np.array(rows)
    fine = np.stack([bezier(wide[:, i], 8) for i in range(wide.shape[1])], 1)
    fine[..., 2] = np.maximum(fine[..., 2], 0)
    shapes.sheet('bottle', fine, skin)
    cap = surfaces.solid('cap', t.color('cap', 0.12, 'white', 'black', 'gold', 'silver', 'charcoal'), 0.3)
    turned([(0, 1.6), (0.22, 1.6), (0.2, 1.95), (0, 1.96)], cap, 0.03)
    ink = t.ink_on(body)

    def front(x, y, z):
        u = min(0.95, abs(x) / 0.455) ** (1 / 0.7)
        return (x, -0.285 * math.sqrt(max(0.05, 1 - u * u)) ** 0.7 - 0.004, z + y)

    for text, height, z in ((t.words[0], 0.12, 1.05), (t.words[1], 0.09, 0.8), (t.words[2], 0.055, 0.3)):
        t.letters(text, height, ink, lambda x, y, z=z: front(x, y, z), (0, -1, 0), width=0.68)


@thing('tin')
def tin(t):
    t.made_of('metal', 'paper')
    t.lying = (-90, 0, t.between(-60, 60))
    steel = surfaces.metal('tin', '#cfd0d2', 0.25)
    r, h = t.between(0.36, 0.5), t.between(1.0, 1.4)
    turned([(0, 0.03), (r - 0.03, 0.03), (r - 0.02, 0), (r + 0.01, 0), (r + 0.01, 0.04), (r - 0.012, 0.06), (r - 0.012, h - 0.06), (r + 0.01, h - 0.04), (r + 0.01, h), (r - 0.02, h), (r - 0.03, h - 0.03), (0, h - 0.03)], steel, 0.008, 128, 3)
    t.colors.append({'area': 'rims', 'name': 'silver', 'hex': '#cfd0d2', 'share': 0.2})
    hexcolor = t.color('label', 0.8, 'red', 'green', 'yellow', 'navy', 'cream', 'orange', 'teal')
    turned([(r - 0.005, 0.08), (r, 0.085), (r, h - 0.085), (r - 0.005, h - 0.08)], surfaces.solid('paper', hexcolor, 0.45), 0.002)
    ink = t.ink_on(hexcolor)
    t.letters_round(t.words[0], h * 0.15, ink, r, h * 0.58, r * 1.5)
    t.letters_round(t.words[1], h * 0.12, ink, r, h * 0.36, r * 1.5, 'DejaVuSerif-Bold.ttf')
    t.letters_round(t.words[2], h * 0.07, ink, r, h * 0.18, r * 1.5, 'DejaVuSans.ttf')


@thing('pump-bottle')
def pump_bottle(t):
    t.made_of('plastic')
    body = t.color('body', 0.8, 'white', 'brown', 'sage', 'charcoal', 'terracotta', 'sky blue', 'pink')
    r, h = t.between(0.34, 0.42), t.between(1.3, 1.6)
    turned([(0, 0), (r, 0), (r, h - 0.12), (0.16, h), (0.16, h + 0.1), (0, h + 0.1)], surfaces.solid('plastic', body, t.pick(0.12, 0.4), 0.3), [0.05, 0.12, 0.08, 0.01])
    pump = surfaces.solid('pump', t.color('pump', 0.15, 'black', 'white', 'gold', 'silver'), 0.28)
    turned([(0, h + 0.08), (0.19, h + 0.08), (0.19, h + 0.26), (0.06, h + 0.3), (0.06, h + 0.55), (0.14, h + 0.57), (0.13, h + 0.68), (0, h + 0.69)], pump, 0.02)
    rod([(0, 0, h + 0.62), (-0.3, 0, h + 0.63), (-0.47, 0, h + 0.55)], 0.045, pump)
    ink = t.ink_on(body)
    t.letters_round(t.words[0], 0.12, ink, r, h * 0.62, r * 1.6)
    t.letters_round(t.words[1], 0.09, ink, r, h * 0.42, r * 1.6, 'DejaVuSans.ttf')
    t.letters_round(t.words[2], 0.055, ink, r, h * 0.15, r * 1.6, 'DejaVuSans.ttf')
