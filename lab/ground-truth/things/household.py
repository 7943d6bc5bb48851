"""Cables and devices, plants, furniture, boxes, fur, mesh."""

import math

import bpy
import numpy as np

import surfaces
from kit import noise, plants, shapes

from . import ball, band, bezier, box, rod, thing, turn_all, turned

PLASTICS = ('black', 'white', 'charcoal', 'red', 'mint', 'pink', 'navy', 'cream', 'teal', 'orange')
LACQUERS = ('white', 'black', 'red', 'sage', 'mustard', 'navy', 'gray', 'sky blue', 'terracotta', 'teal')
WOODS = (('#caa273', '#8f6239'), ('#8a5a35', '#4d2c18'), ('#d9bd93', '#a98556'))


def loose_cable(t, start, heading, length, radius, material, lift=None):
    """A cable that lies in random bends on the ground, from `start`."""
    at, angle, lift = np.array(start, float), heading, lift or radius
    points, bend = [tuple(at)], t.between(-0.5, 0.5)
    for k in range(9):
        bend = 0.6 * bend + t.between(-0.75, 0.75)
        angle += bend
        at = at + length / 9 * np.array([math.cos(angle), math.sin(angle), 0])
        at[2] = lift + (start[2] - lift) * max(0, 1 - (k + 1) / 2)
        points.append(tuple(at))
    way = bezier(points, 12)
    shapes.tube('cable', way, radius, material, 10)
    return way, angle


@thing('hair-dryer')
def hair_dryer(t):
    t.made_of('plastic')
    t.lying = None
    main = t.color('body', 0.8, *PLASTICS)
    skin = surfaces.solid('plastic', main, t.pick(0.12, 0.4), 0.3)
    trim = surfaces.solid('trim', t.color('trim', 0.15, 'black', 'silver', 'charcoal', 'rose gold'), 0.3)
    r = 0.42
    barrel = turned([(0, 0), (r * 0.55, 0), (r, 0.25), (r, 1.15), (r * 0.72, 1.75), (r * 0.68, 1.75), (r * 0.6, 1.3), (0, 1.3)], skin, [0.05, 0.2, 0.2, 0.02, 0.02, 0.1])
    nozzle = turned([(r * 0.7, 1.72), (r * 0.74, 1.74), (r * 0.64, 2.15), (r * 0.58, 2.15), (r * 0.6, 1.74)], trim, 0.015)
    grille = turned([(0, -0.02), (r * 0.5, -0.02), (r * 0.52, 0.02), (0, 0.02)], trim, 0.01)
    turn_all([barrel, nozzle, grille], (0, -90, 0), (0.8, 0, r))
    handle = bezier([(0.1, 0, r), (0.2, -0.6, r * 0.9), (0.3, -1.25, r * 0.75), (0.36, -1.55, r * 0.7)], 14)
    shapes.tube('handle', handle, [*np.linspace(0.24, 0.17, len(handle))], skin, 16)
    for k in range(2):
        box((0.12, 0.16, 0.05), trim, (0.2 + 0.06 * k, -0.7 - 0.26 * k, r * 0.9 + 0.17 - 0.03 * k), (0, 0, 8), 0.02)
    way, angle = loose_cable(t, (0.37, -1.55, r * 0.68), -1.3, t.between(4.5, 7), 0.038, trim)
    plug = turned([(0, 0), (0.13, 0), (0.13, 0.28), (0.06, 0.36), (0, 0.36)], trim, 0.03)
    shapes.place(plug, (*(way[-1][:2] + 0.3 * np.array([math.cos(angle), math.sin(angle)])), 0.13), (0, -90, math.degrees(angle)))
    if t.chance(0.7):
        ink = t.ink_on(main)
        t.letters(t.words[0], 0.14, ink, lambda x, y: (x - 0.1, y * math.cos(0.0), r + math.sqrt(max(0, r * r - y * y)) + 0.004), (0, 0, 1), width=0.85)


@thing('headphones')
def headphones(t):
    t.made_of('plastic', 'leather')
    t.lying = None
    main = t.color('body', 0.6, *PLASTICS)
    skin = surfaces.solid('shell', main, 0.35, 0.2)
    pad = surfaces.leather('pad', t.color('pads', 0.25, 'black', 'brown', 'charcoal', 'cream'), 0.55)
    steel = surfaces.metal('steel', '#c6c7c9', 0.2)
    parts = []
    for side in (-1, 1):
        cup = [
            turned([(0, 0), (0.34, 0), (0.42, 0.1), (0.42, 0.2), (0, 0.2)], skin, [0.04, 0.06, 0.03]),
            turned([(0.2, 0.2), (0.38, 0.2), (0.4, 0.34), (0.24, 0.38), (0.18, 0.26)], pad, 0.05),
            turned([(0, 0.22), (0.22, 0.22), (0, 0.225)], surfaces.solid('mesh', '#1c1c1e', 0.9), 0.01),
        ]
        turn_all(cup, (0, 90 if side < 0 else -90, 0), (side * 0.95, 0, 0))
        parts += cup
        parts.append(rod([(side * 0.93, 0, 0.1), (side * 1.0, 0, 0.5), (side * 0.93, 0, 0.95)], 0.03, steel))
    t_band = np.linspace(math.radians(15), math.radians(165), 60)
    arch = np.stack([0.98 * np.cos(t_band), 0 * t_band, 0.65 + 0.72 * np.sin(t_band)], -1)
    parts.append(band(arch, 0.3, skin, (0, 1, 0), 0.06))
    parts.append(band(arch[12:-12] * np.array([0.94, 1, 0.95]), 0.26, pad, (0, 1, 0), 0.06))
    if t.pose == 'hangs':
        turn_all(parts, (0, 0, 0), (0, 0, 1.2))
        t.held = (0, 0, 2.5)
        cable = rod([(-0.95, 0, 0.8), (-0.98, 0.03, 0.2), (-0.7, 0.05, -0.5), (-0.85, 0.06, -1.3)], 0.025, pad)
        cable.name = 'cable'
    else:
        turn_all(parts, (-84, 0, 0), (0, 0, 0.42))
        loose_cable(t, (-0.95, 0.3, 0.15), -2.0, t.between(4, 6), 0.026, pad)


@thing('charger')
def charger(t):
    t.made_of('plastic')
    t.lying = None
    skin = surfaces.solid('plastic', t.color('plug', 0.5, 'white', 'black', 'charcoal'), 0.3, 0.2)
    cable = surfaces.solid('cable', t.color('cable', 0.5, 'white', 'black', 'red', 'gray', 'mint'), 0.5)
    steel = surfaces.metal('steel', '#d0d1d3', 0.2)
    box((0.42, 0.5, 0.3), skin, (0, 0, 0), bevel=0.08)
    for x in (-0.1, 0.1):
        box((0.03, 0.18, 0.12), steel, (x, 0.32, 0.09), bevel=0.01)
    turns = np.linspace(0, 2 * math.pi * 2.6, 110)
    radius = 0.75 + 0.09 * np.sin(turns * 0.9) + 0.05 * turns / 6
    coil = np.stack([0.3 + radius * np.cos(turns - 1.7), -1.2 + radius * np.sin(turns - 1.7) * 0.85, 0.035 + 0.055 * turns / 6.3 + 0.02 * np.sin(turns * 3)], -1)
    lead = bezier([(0, -0.25, 0.15), (0.02, -0.5, 0.08), tuple(coil[0] + np.array([-0.2, 0.1, 0])), tuple(coil[0])], 10)
    tail = bezier([tuple(coil[-1]), tuple(coil[-1] + np.array([0.3, 0.4, -0.05])), (1.7, 0.2, 0.035), (2.0, 0.6, 0.035)], 12)
    shapes.tube('cable', np.concatenate([lead[:-1], coil, tail[1:]]), 0.032, cable, 10)
    box((0.11, 0.26, 0.07), skin, (2.05, 0.72, 0), (0, 0, -30), 0.02)
    box((0.08, 0.12, 0.035), steel, (2.14, 0.87, 0.018), (0, 0, -30), 0.008)


@thing('desk-lamp')
def desk_lamp(t):
    t.made_of('metal')
    main = t.color('body', 0.9, *LACQUERS)
    skin = surfaces.solid('lacquer', main, 0.3, 0.2)
    dark = surfaces.solid('cable', '#232326' if t.tone != 'white-on-white' else '#f0f0ee', 0.5)
    turned([(0, 0), (0.85, 0), (0.85, 0.12), (0.12, 0.18), (0, 0.18)], skin, 0.04)
    lean = t.between(-0.3, 0.3)
    elbow, head = (-0.9, lean, 2.2), (0.55, lean * 0.6, 3.7)
    rod([(0.1, 0, 0.15), tuple(0.5 * (np.array([0.1, 0, 0.15]) + np.array(elbow))), elbow], 0.045, skin, 4)
    rod([elbow, tuple(0.5 * (np.array(elbow) + np.array(head))), head], 0.045, skin, 4)
    ball(0.1, skin, elbow)
    shade = turned([(0.08, 0), (0.22, 0.0), (0.75, 0.75), (0.72, 0.76), (0.18, 0.05), (0.08, 0.05)], skin, 0.015)
    bulb = ball(0.2, surfaces.solid('bulb', '#f7f4ea', 0.2), (0, 0, 0.4))
    turn_all([shade, bulb], (180, 35, 0), head)
    loose_cable(t, (-0.8, 0.25, 0.05), 2.4, t.between(3.5, 5), 0.03, dark)


@thing('potted-plant')
def potted_plant(t):
    t.made_of('plant', 'ceramic')
    pot = surfaces.solid('pot', t.color('pot', 0.3, 'white', 'terracotta', 'charcoal', 'sage', 'yellow', 'sky blue'), t.pick(0.2, 0.7))
    t.colors.append({'area': 'leaves', 'name': 'green', 'hex': '#4f7a3a', 'share': 0.65})
    from kit import materials

    green = materials.leaf('leaf', ['#3f6b34', '#5a8742', '#2f5a34'], gloss=0.5, translucency=0.25)
    s = t.between(0.85, 1.1)
    plants.vase('pot', 'pot', pot, (0, 0, 0), s)
    turned([(0, 1.0 * s), (0.6 * s, 1.02 * s), (0, 1.08 * s)], surfaces.solid('soil', '#3a2a1f', 0.95, relief=0.8), 0.02)
    style = t.pick('broad', 'slim', 'bough')
    stem = surfaces.solid('stem', '#5d7a40', 0.6)
    if style == 'bough':
        for k in range(3):
            plants.bough('bough', int(t.between(1, 999)), (t.between(-0.2, 0.2), t.between(-0.2, 0.2), 1.0 * s), green, length=t.between(2.2, 3.0), lean=(t.between(-0.4, 0.4), t.between(-0.4, 0.4)), turn=t.between(0, 6), leaves=20, leaf=0.62, width=0.4, side_twigs=4)
        return
    count = 14 if style == 'broad' else 24
    for k in range(count):
        turn, tilt = k * 2.4 + t.between(-0.3, 0.3), t.between(0.1, 0.85)
        reach = t.between(0.6, 1.7) if style == 'broad' else t.between(0.15, 0.4)
        out, up = math.sin(tilt), math.cos(tilt)
        tip = np.array([out * reach * math.cos(turn), out * reach * math.sin(turn), 1.0 * s + up * reach])
        rod([(0.12 * math.cos(turn), 0.12 * math.sin(turn), 1.0 * s), tuple(tip * np.array([0.5, 0.5, 1]) - np.array([0, 0, 0.25 * reach])), tuple(tip)], 0.022, stem, 6, 8)
        length, width = (t.between(0.75, 1.1), t.between(0.5, 0.75)) if style == 'broad' else (t.between(1.3, 2.2), t.between(0.13, 0.2))
        blade = shapes.leaf_points(length, width, t.between(0.25, 0.6), 0.2, rows=20, columns=9)
        pitch = shapes.rotation_matrix(x=math.pi / 2 - tilt - 0.35)
        around = shapes.rotation_matrix(z=turn - math.pi / 2)
        shapes.sheet('leaf', blade @ pitch.T @ around.T + tip, green)


@thing('grass-pot')
def grass_pot(t):
    t.made_of('plant', 'concrete')
    pot = surfaces.solid('pot', t.color('pot', 0.4, 'gray', 'white', 'terracotta', 'navy', 'black'), 0.7, relief=0.2)
    t.colors.append({'area': 'leaves', 'name': 'green', 'hex': '#6d8f3e', 'share': 0.55})
    from kit import materials

    green = materials.leaf('grass', ['#5f8a39', '#86a34a', '#49722f'], gloss=0.4, translucency=0.25, veins=False)
    h = t.between(0.8, 1.1)
    turned([(0, 0), (0.6, 0), (0.7, h), (0.62, h), (0.6, h - 0.1), (0, h - 0.1)], pot, 0.04)
    blades = []
    for _ in range(260):
        turn, out = t.between(0, 2 * math.pi), 0.5 * math.sqrt(t.between(0, 1))
        length = t.between(0.9, 2.0)
        blade = shapes.leaf_points(length, t.between(0.03, 0.06), t.between(0.05, 0.5), 0.1, rows=9, columns=3)
        tilt = t.between(0.02, 0.55)
        m = shapes.rotation_matrix(x=math.pi / 2 - tilt) .T @ shapes.rotation_matrix(z=turn - math.pi / 2).T
        blades.append(blade @ m + np.array([out * math.cos(turn), out * math.sin(turn), h - 0.12]))
    shapes.merged('grass', blades, green)


@thing('cactus')
def cactus(t):
    t.made_of('plant', 'ceramic')
    pot = surfaces.solid('pot', t.color('pot', 0.4, 'terracotta', 'white', 'pink', 'mustard', 'charcoal'), 0.6)
    t.colors.append({'area': 'plant', 'name': 'green', 'hex': '#4d7a4a', 'share': 0.6})
    plants.vase('pot', 'pot', pot, (0, 0, 0), 0.8)
    turned([(0, 0.82), (0.5, 0.83), (0, 0.9)], surfaces.solid('soil', '#8a7a64', 0.95, relief=0.8), 0.02)
    skin = surfaces.solid('cactus', '#4d7a4a', 0.6)
    thorns = surfaces.solid('thorns', '#efe6cf', 0.6)

    def column(x, y, z, radius, height):
        a = np.linspace(0, 2 * np.pi, 145)
        rows = []
        for k in np.linspace(0, 1, 40):
            r = radius * (1 - 0.1 * np.cos(a * 12)) * max(0.02, (1 - max(0, (k - 0.7) / 0.3) ** 2.4)) ** 0.5
            rows.append(np.stack([x + r * np.cos(a), y + r * np.sin(a), np.full_like(a, z + height * k)], -1))
        shapes.sheet('column', np.array(rows), skin)
        for k in np.linspace(0.08, 0.9, 10):
            for i in range(12):
                b = (i + 0.5) * 2 * math.pi / 12
                r = radius * 1.08 * max(0.02, (1 - max(0, (k - 0.7) / 0.3) ** 2.4)) ** 0.5
                foot = np.array([x + r * math.cos(b), y + r * math.sin(b), z + height * k])
                for _ in range(2):
                    tip = foot + np.array([math.cos(b) * 0.1, math.sin(b) * 0.1, 0]) + t.rng.normal(0, 0.05, 3)
                    shapes.tube('thorn', [tuple(foot), tuple(tip)], 0.006, thorns, 4)

    column(0, 0, 0.85, 0.36, t.between(1.2, 1.9))
    if t.chance(0.6):
        column(0.33, 0.1, 1.1, 0.2, 0.8)


@thing('slat-chair')
def slat_chair(t):
    frame_name = 'painted' if t.tone != 'normal' or t.chance(0.5) else 'wood'
    if frame_name == 'wood':
        light, dark = t.pick(*WOODS)
        skin, upright = surfaces.wood('wood', light, dark), surfaces.wood('wood', light, dark, axis='Z')
        t.made_of('wood')
        t.colors.append({'area': 'frame', 'name': 'brown', 'hex': light, 'share': 1})
    else:
        skin = upright = surfaces.solid('paint', t.color('frame', 1, *LACQUERS), 0.35, 0.2)
        t.made_of('painted wood')
    w, d, seat, back = 2.1, 2.1, 4.5, t.between(8.2, 9.4)
    for x in (-w, w):
        rod([(x * 1.05, -d, 0), (x, -d + 0.05, seat / 2), (x * 0.95, -d + 0.1, seat)], 0.17, upright, 6)
        rod([(x * 1.02, d + 0.35, 0), (x * 0.98, d, seat / 2), (x * 0.95, d, seat), (x * 0.92, d + 0.2, (seat + back) / 2), (x * 0.9, d + 0.55, back)], 0.16, upright, 8)
        rod([(x, -d + 0.05, 1.6), (x, 0, 1.62), (x, d + 0.1, 1.6)], 0.09, skin, 4)
    box((2 * w + 0.3, 2 * d + 0.3, 0.28), skin, (0, 0, seat), bevel=0.1)
    for y in (-d + 0.06, d):
        rod([(-w, y, 2.4), (0, y, 2.4), (w, y, 2.4)], 0.09, skin, 4)
    rows = 1 if t.chance(0.5) else 3
    if rows == 3:
        for z in np.linspace(seat + 1.1, back - 0.35, 3):
            bow = bezier([(-w * 0.92, d + 0.1 + 0.1 * (z - seat), z), (0, d + 0.4 + 0.1 * (z - seat), z), (w * 0.92, d + 0.1 + 0.1 * (z - seat), z)], 12)
            band(bow, 0.5, skin, (0, 0.1, 1), 0.12)
    else:
        band(bezier([(-w * 0.92, d + 0.52, back - 0.2), (0, d + 0.75, back - 0.1), (w * 0.92, d + 0.52, back - 0.2)], 12), 0.55, skin, (0, 0.1, 1), 0.14)
        for x in np.linspace(-w * 0.68, w * 0.68, 5):
            rod([(x, d - 0.1, seat + 0.2), (x, d + 0.32, (seat + back) / 2), (x, d + 0.68, back - 0.3)], 0.075, upright, 6, 10)


@thing('stool')
def stool(t):
    seat_hex = t.color('seat', 0.5, *LACQUERS)
    h, r = t.between(4.5, 6.8), t.between(1.5, 1.8)
    if t.chance(0.5):
        t.made_of('metal', 'leather')
        turned([(0, h), (r, h), (r + 0.05, h + 0.25), (r - 0.1, h + 0.5), (0, h + 0.55)], surfaces.leather('seat', seat_hex, 0.45), [0.08, 0.15, 0.2])
        legs = surfaces.metal('legs', '#3a3b3e' if t.tone != 'white-on-white' else '#e9e9e7', 0.35)
        t.colors.append({'area': 'legs', 'name': 'charcoal', 'hex': '#3a3b3e', 'share': 0.5})
        thick = 0.08
    else:
        t.made_of('wood')
        light, dark = t.pick(*WOODS)
        turned([(0, h), (r, h), (r, h + 0.3), (0, h + 0.3)], surfaces.solid('seat', seat_hex, 0.35), 0.1)
        legs = surfaces.wood('legs', light, dark, axis='Z')
        t.colors.append({'area': 'legs', 'name': 'brown', 'hex': light, 'share': 0.5})
        thick = 0.16
    count = t.pick(3, 4)
    feet = []
    for k in range(count):
        a = math.pi / 4 + k * 2 * math.pi / count
        foot, head = np.array([r * 1.1 * math.cos(a), r * 1.1 * math.sin(a), 0]), np.array([r * 0.62 * math.cos(a), r * 0.62 * math.sin(a), h + 0.1])
        rod([tuple(foot), tuple((foot + head) / 2), tuple(head)], thick, legs, 4)
        feet.append(foot * 0.68 + head * 0.32)
    for a, b in zip(feet, feet[1:] + feet[:1]):
        rod([tuple(a), tuple((a + b) / 2), tuple(b)], thick * 0.7, legs, 4)


@thing('shelf')
def shelf(t):
    t.made_of('metal', 'wood')
    light, dark = t.pick(*WOODS)
    boards = surfaces.wood('boards', light, dark) if t.tone == 'normal' else surfaces.solid('boards', t.color('boards', 0.6, 'white'), 0.4)
    if t.tone == 'normal':
        t.colors.append({'area': 'boards', 'name': 'brown', 'hex': light, 'share': 0.6})
    frame = surfaces.solid('frame', t.color('frame', 0.4, 'black', 'white', 'gold', 'sage'), 0.4)
    w, d, h, n = t.between(2.5, 4), 1.5, t.between(8, 14), int(t.between(3, 6))
    for x in (-w, w):
        for y in (-d, d):
            box((0.22, 0.22, h), frame, (x, y, 0), bevel=0.02)
        for z in np.linspace(0.5, h - 0.15, n):
            box((0.16, 2 * d, 0.12), frame, (x, 0, z - 0.1), bevel=0.02)
    for z in np.linspace(0.5, h - 0.15, n):
        box((2 * w + 0.1, 2 * d - 0.1, 0.2), boards, (0, 0, z), bevel=0.03)
    if t.chance(0.5):
        rod([(-w, d, 0.6), (0, d, h / 2), (w, d, h - 0.3)], 0.05, frame, 3)


@thing('floor-lamp')
def floor_lamp(t):
    t.made_of('metal', 'fabric')
    pole_name = t.pick('brass', 'black', 'white')
    pole = surfaces.metal('pole', surfaces.PALETTE['brass'], 0.25) if pole_name == 'brass' else surfaces.solid('pole', surfaces.PALETTE[pole_name], 0.35)
    t.colors.append({'area': 'pole', 'name': pole_name, 'hex': surfaces.PALETTE[pole_name], 'share': 0.3})
    cloth = surfaces.fabric('shade', t.color('shade', 0.7, 'cream', 'white', 'gray', 'mustard', 'terracotta', 'forest green'), 16)
    h = t.between(12, 14.5)
    if t.chance(0.5):
        turned([(0, 0), (1.5, 0), (1.5, 0.15), (0.1, 0.25), (0, 0.25)], pole, 0.05)
        rod([(0, 0, 0.2), (0, 0, h / 2), (0, 0, h)], 0.11, pole, 3)
    else:
        for k in range(3):
            a = k * 2 * math.pi / 3 + 0.4
            rod([(2.0 * math.cos(a), 2.0 * math.sin(a), 0), (1.0 * math.cos(a), 1.0 * math.sin(a), h * 0.45), (0.1 * math.cos(a), 0.1 * math.sin(a), h * 0.92)], 0.12, pole, 4)
    r = t.between(1.6, 2.2)
    turned([(r, h - 1.6), (r * 0.8, h + 1.2), (r * 0.8 - 0.03, h + 1.2), (r - 0.03, h - 1.6)], cloth, 0.01)
    ball(0.35, surfaces.solid('bulb', '#f7f4ea', 0.2), (0, 0, h))


@thing('carton')
def carton(t):
    t.made_of('cardboard')
    main = t.color('sides', 0.9, 'tan', 'white', 'black', 'red', 'sky blue', 'mint', 'yellow')
    board = surfaces.solid('board', main, 0.7 if main == surfaces.PALETTE['tan'] else 0.35, relief=0.1)
    w, d, h = t.between(0.8, 1.9), t.between(0.5, 1.3), t.between(1.0, 2.4)
    box((w, d, h), board, bevel=0.018)
    ink = t.ink_on(main)
    y = -d / 2
    t.letters_flat(t.words[0], min(0.24, w * 0.16), ink, (0, y, h * 0.66), w * 0.84)
    t.letters_flat(t.words[1], min(0.15, w * 0.11), ink, (0, y, h * 0.42), w * 0.8, 'DejaVuSerif-Bold.ttf')
    t.letters_flat(t.words[2], min(0.09, w * 0.07), ink, (0, y, h * 0.12), w * 0.8, 'DejaVuSans.ttf')
    t.letters(t.words[0], min(0.16, d * 0.2), ink, lambda x, yy: (x, yy, h + 0.004), (0, 0, 1), width=w * 0.8)
    accent = surfaces.printed('accent', t.color('stripe', 0.1, 'orange', 'teal', 'navy', 'gold', 'red'))
    box((w + 0.006, d + 0.006, 0.06), accent, (0, 0, h * 0.25), bevel=0.002)


@thing('gift-box')
def gift_box(t):
    t.made_of('paper', 'ribbon')
    main = t.color('paper', 0.75, 'red', 'navy', 'white', 'pink', 'forest green', 'tan', 'lavender')
    paper = surfaces.solid('paper', main, 0.45)
    silk = surfaces.solid('ribbon', t.color('ribbon', 0.25, 'gold', 'white', 'red', 'silver', fixed=True), 0.25, 0.3)
    w, d, h = t.between(1.2, 2.0), t.between(1.2, 1.8), t.between(0.7, 1.4)
    box((w, d, h * 0.75), paper, bevel=0.02)
    box((w + 0.08, d + 0.08, h * 0.32), paper, (0, 0, h * 0.7), bevel=0.02)
    top = h * 1.02
    box((0.2, d + 0.1, top + 0.012), silk, bevel=0.005)
    box((w + 0.1, 0.2, top + 0.014), silk, bevel=0.005)
    for side in (-1, 1):
        for k in range(2):
            s = side * (1 - 0.3 * k)
            loop = bezier([(0, 0.05 * k, top + 0.02), (0.3 * s, 0.12 * k - 0.05, top + 0.3), (0.62 * s, -0.08 + 0.2 * k, top + 0.26), (0.55 * s, 0.1 * k, top + 0.08), (0, 0, top + 0.05)], 12)
            band(loop, 0.2, silk, (0.15 * side, 1, 0.1), 0.012)
        band(bezier([(0, 0, top + 0.04), (0.3 * side, -0.25, top + 0.06), (0.55 * side, -0.5, top + 0.03)], 10), 0.17, silk, (1, 0.6 * side, 0), 0.012)
    ball(0.1, silk, (0, 0, top + 0.07), (1.1, 1, 0.8), 4)


@thing('book')
def book(t):
    t.made_of('paper')
    main = t.color('cover', 0.85, 'navy', 'red', 'cream', 'mustard', 'forest green', 'pink', 'charcoal', 'teal')
    cover = surfaces.solid('cover', main, 0.45)
    pages = surfaces.solid('pages', '#efe8d8', 0.85)
    w, h, d = t.between(1.3, 1.7), t.between(2.0, 2.4), t.between(0.2, 0.45)
    parts = [
        box((w - 0.08, d - 0.06, h - 0.1), pages, (0.02, 0, 0.05), bevel=0.01),
        box((w, 0.035, h), cover, (0, -d / 2 + 0.0175, 0), bevel=0.012),
        box((w, 0.035, h), cover, (0, d / 2 - 0.0175, 0), bevel=0.012),
        box((0.035, d, h), cover, (-w / 2 + 0.0175, 0, 0), bevel=0.012),
    ]
    ink = t.ink_on(main)
    y = -d / 2
    t.letters_flat(t.words[0], 0.19, ink, (0, y, h * 0.7), w * 0.84, 'DejaVuSerif-Bold.ttf')
    t.letters_flat(t.words[1], 0.13, ink, (0, y, h * 0.52), w * 0.8, 'DejaVuSerif.ttf')
    t.letters_flat(t.words[2], 0.08, ink, (0, y, h * 0.12), w * 0.8, 'DejaVuSans.ttf')
    t.lying = (-90, 0, t.between(-40, 40))
    return parts


def furry(body, color, length, count, seed):
    """Adds hair to a mesh: parent hairs with children around them, slightly curled and of different lengths."""
    body.data.materials.append(surfaces.hair('hair', color))
    body.modifiers.new('hair', 'PARTICLE_SYSTEM')
    system = body.particle_systems[-1]
    system.seed = seed
    hair = system.settings
    hair.type = 'HAIR'
    hair.count = count
    hair.hair_length = length
    hair.hair_step = 4
    hair.render_step = 3
    hair.use_advanced_hair = True
    hair.normal_factor = 0.01
    hair.tangent_factor = 0.0
    hair.factor_random = length * 0.03
    hair.child_type = 'SIMPLE'
    hair.rendered_child_count = 14
    hair.child_radius = length * 0.9
    hair.roughness_2 = 0.04
    hair.roughness_endpoint = 0.05
    hair.root_radius = 0.6
    hair.tip_radius = 0.15
    hair.radius_scale = 0.016
    hair.material = len(body.data.materials)
    return body


@thing('teddy')
def teddy(t):
    t.made_of('fur')
    name = t.pick('brown', 'tan', 'cream', 'gray', 'pink', 'white')
    main = t.color('fur', 0.9, name)
    skin = surfaces.solid('skin', main, 0.9)
    dark = surfaces.solid('eyes', '#17140f', 0.08, 1.0)
    seed = int(t.between(1, 999))
    parts = [(0.78, (0, 0, 0.8), (1, 0.9, 1.05)), (0.62, (0, -0.08, 1.95), (1.05, 0.95, 0.95)), (0.24, (-0.5, 0, 2.48), (1, 0.6, 1)), (0.24, (0.5, 0, 2.48), (1, 0.6, 1)),
             (0.3, (-0.82, -0.25, 1.15), (0.9, 0.9, 1.5)), (0.3, (0.82, -0.25, 1.15), (0.9, 0.9, 1.5)), (0.36, (-0.6, -0.75, 0.34), (0.95, 1.55, 0.95)), (0.36, (0.6, -0.75, 0.34), (0.95, 1.55, 0.95)), (0.27, (0, -0.62, 1.82), (1.1, 0.8, 0.85))]
    for k, (r, at, scale) in enumerate(parts):
        body = ball(r, skin, at, scale, 4)
        furry(body, main, t.between(0.13, 0.18), int(260 * r * r / 0.25) + 60, seed + k)
    for side in (-1, 1):
        ball(0.075, dark, (0.22 * side, -0.64, 2.12))
    ball(0.11, dark, (0, -0.86, 1.92), (1.2, 0.7, 0.8))


@thing('pompon')
def pompon(t):
    t.made_of('fur', 'metal')
    main = t.color('fur', 0.95, 'white', 'gray', 'pink', 'black', 'lavender', 'mint', 'tan')
    body = ball(0.5, surfaces.solid('skin', main, 0.9), (0, 0, 0.78), (1, 1, 1), 4)
    furry(body, main, 0.42, 900, int(t.between(1, 999)))
    gold = surfaces.metal('gold', surfaces.PALETTE['gold'], 0.2)
    for k in range(3):
        shapes.place(shapes.ring('link', 0.09, 0.02, gold), (0.02 * k, -0.05 * k, 1.42 + 0.14 * k), (0, 0, 90 * k))
    shapes.place(shapes.ring('ring', 0.24, 0.03, gold), (0.04, -0.1, 2.0), (0, 0, 20))


@thing('basket')
def basket(t):
    t.made_of('wire' if t.chance(0.4) or t.tone == 'black-on-black' else 'wicker')
    main = t.color('body', 1, 'tan', 'brown', 'white', 'black', 'copper', 'gray')
    wire = 'wire' in t.materials
    skin = surfaces.solid('wire', main, 0.35, 0.2) if wire else surfaces.solid('wicker', main, 0.6, relief=0.6)
    r, h, thick = t.between(1.1, 1.4), t.between(0.9, 1.4), 0.028 if wire else 0.045
    n = 26 if wire else 36
    levels = 4 if wire else 15

    def at(a, k):
        out = r * (0.68 + 0.32 * k**0.7)
        return np.array([out * math.cos(a), out * math.sin(a), thick + h * k])

    for i in range(n):
        a = i * 2 * math.pi / n
        shapes.tube('stake', [(0, 0, thick)] * 0 + [tuple(at(a, k) * np.array([f, f, 1])) for k, f in ((0, 0.05), (0, 0.6), (0, 1))] + [tuple(at(a, k)) for k in np.linspace(0.1, 1, 8)], thick, skin, 8)
    for j in range(levels):
        k = (j + 0.6) / levels
        ways = np.linspace(0, 2 * math.pi, n * 4 + 1)
        weave = [tuple(at(a, k) * (1 + (0 if wire else 0.028) * math.cos(a * n / 2 + j * math.pi)) * np.array([1, 1, 0]) + np.array([0, 0, at(a, k)[2]])) for a in ways]
        shapes.tube('ring', weave, thick * (1 if wire else 0.95), skin, 8)
    for k in (0, 1):
        shapes.tube('rim', [tuple(at(a, k)) for a in np.linspace(0, 2 * math.pi, 97)], thick * 1.9, skin, 8)
    if t.chance(0.6):
        rod([tuple(at(0, 0.95)), (r * 0.9, 0, h + 0.6), (0, 0, h + 1.25), (-r * 0.9, 0, h + 0.6), tuple(at(math.pi, 0.95))], thick * 1.9, skin)


@thing('sieve')
def sieve(t):
    t.made_of('metal')
    t.lying = None
    steel = surfaces.metal('steel', '#c6c8ca', 0.25)
    t.colors.append({'area': 'body', 'name': 'silver', 'hex': '#c6c8ca', 'share': 0.8})
    grip = surfaces.solid('grip', t.color('handle', 0.2, 'black', 'red', 'tan', 'white'), 0.5)
    r, parts = t.between(0.8, 1.0), []
    net = 30
    for axis in (0, 1):
        for u in np.linspace(-0.97, 0.97, net):
            half = math.sqrt(1 - u * u) * 0.995
            line = []
            for v in np.linspace(-half, half, 24):
                x, y = (u, v) if axis == 0 else (v, u)
                line.append((r * x, r * y, 0.06 + 0.75 * r * (1 - math.sqrt(max(0, 1 - (x * x + y * y) * 0.98)))))
            parts.append(shapes.tube('wire', line, 0.0085, steel, 6))
    parts.append(shapes.place(shapes.ring('rim', r, 0.05, steel), (0, 0, 0.06 + 0.72 * r * 0.86), (90, 0, 0), (1, 1, 1)))
    z = 0.06 + 0.72 * r * 0.86
    for y in (-0.09, 0.09):
        parts.append(rod([(r, y, z), (r + 0.5, y * 0.8, z + 0.05), (r + 0.9, y * 0.5, z + 0.08)], 0.03, steel, 8))
    parts.append(rod([(r + 0.75, 0, z + 0.07), (r + 1.2, 0, z + 0.1), (r + 1.75, 0, z + 0.1)], [*np.linspace(0.1, 0.13, 49)], grip))
    parts.append(shapes.place(shapes.ring('eye', 0.09, 0.02, steel), (r + 1.9, 0, z + 0.1), (90, 0, 0)))
    if t.pose == 'hangs':
        turn_all(parts, (0, -90, 0), (0, 0, r + 0.2))
        turn_all(parts, (0, 0, 90))
        t.held = (0, -(z + 0.1), 2 * r + 2.15)


@thing('spoke-wheel')
def spoke_wheel(t):
    t.made_of('metal', 'rubber')
    rim = surfaces.metal('rim', surfaces.PALETTE[t.pick('silver', 'black')], 0.22)
    steel = surfaces.metal('spokes', '#c4c6c9', 0.2)
    tire = surfaces.solid('tire', t.color('tire', 0.5, 'black', 'black', 'white', 'tan', fixed=True), 0.7, relief=0.2)
    t.colors.append({'area': 'rim', 'name': 'silver', 'hex': '#c4c6c9', 'share': 0.5})
    r, thick = t.between(2.6, 3.2), 0.16
    center = (0, 0, r + thick)
    shapes.place(shapes.ring('tire', r, thick, tire), center)
    shapes.place(shapes.ring('rim', r - 0.2, 0.09, rim), center)
    parts = [turned([(0, -0.45), (0.07, -0.45), (0.07, -0.3), (0.2, -0.28), (0.2, -0.24), (0.09, -0.2), (0.09, 0.2), (0.2, 0.24), (0.2, 0.28), (0.07, 0.3), (0.07, 0.45), (0, 0.45)], steel, 0.01)]
    n = t.pick(28, 32, 36)
    for i in range(n):
        side, swing = (1 if i % 2 else -1), (0.5 if i % 4 < 2 else -0.5)
        a = i * 2 * math.pi / n
        parts.append(shapes.tube('spoke', [(0.18 * math.cos(a + swing * 1.6), 0.18 * math.sin(a + swing * 1.6), side * 0.26), ((r - 0.25) * math.cos(a), (r - 0.25) * math.sin(a), 0.0)], 0.018, steel, 6))
    turn_all(parts, (90, 0, 0), center)
    if t.pose == 'hangs':
        t.held = (0, 0, 2 * r - 0.12)


@thing('record-player')
def record_player(t):
    t.made_of('wood', 'plastic', 'metal')
    finish = t.pick('wood', 'wood', 'white', 'black', 'red')
    light, dark = t.pick(*WOODS)
    skin = surfaces.wood('plinth', light, dark, 0.35) if finish == 'wood' else surfaces.solid('plinth', surfaces.PALETTE[finish], 0.2, 0.4)
    t.colors.append({'area': 'plinth', 'name': 'brown' if finish == 'wood' else finish, 'hex': light if finish == 'wood' else surfaces.PALETTE[finish], 'share': 0.6})
    t.colors.append({'area': 'record', 'name': 'black', 'hex': '#141415', 'share': 0.3})
    w, d, h = 4.3, 3.5, t.between(0.6, 0.95)
    foot = surfaces.solid('rubber', '#1c1c1e', 0.7)
    for x in (-1.7, 1.7):
        for y in (-1.35, 1.35):
            shapes.place(turned([(0, 0), (0.24, 0), (0.24, 0.15), (0, 0.15)], foot, 0.02), (x, y, 0))
    box((w, d, h), skin, (0, 0, 0.14), bevel=0.06)
    top = h + 0.14
    steel = surfaces.metal('steel', '#c9cacc', 0.2)
    place = lambda body: shapes.place(body, (-0.5, 0, top))  # noqa: E731
    place(turned([(0, 0), (1.52, 0), (1.52, 0.14), (0, 0.14)], steel, 0.02, 192))
    groove = [(1.5, 0.14), (1.5, 0.165)]
    for k in range(46):
        q = 1.47 - k * 0.02
        groove += [(q, 0.165), (q - 0.01, 0.161)]
    groove += [(0.5, 0.165), (0, 0.165)]
    shapes.place(shapes.turned('record', groove, surfaces.solid('vinyl', '#121213', 0.18, 0.3), 192), (-0.5, 0, top))
    place(turned([(0.5, 0.166), (0.49, 0.17), (0, 0.17)], surfaces.solid('label', t.color('label', 0.05, 'red', 'yellow', 'sky blue', 'orange', fixed=True), 0.5), 0.002))
    place(turned([(0, 0.15), (0.04, 0.15), (0.03, 0.26), (0, 0.27)], steel, 0.01, 48))
    shapes.place(turned([(0, 0), (0.34, 0), (0.34, 0.08), (0.16, 0.1), (0.16, 0.4), (0, 0.4)], steel, 0.02), (1.6, 1.05, top))
    a = t.between(0, 0.35)
    rod([(1.6, 1.05, top + 0.34), (1.62 - 0.3 * a, 0.2, top + 0.36), (1.45 - 1.2 * a, -0.75, top + 0.3), (1.3 - 1.5 * a, -0.98, top + 0.26)], 0.045, steel)
    box((0.16, 0.34, 0.1), foot, (1.24 - 1.5 * a, -1.06, top + 0.17), (0, 0, -25), 0.02)
    rod([(1.6, 1.05, top + 0.34), (1.6, 1.3, top + 0.34), (1.6, 1.5, top + 0.34)], 0.06, steel, 4)
    shapes.place(turned([(0, 0), (0.15, 0), (0.15, 0.2), (0, 0.2)], foot, 0.02), (1.6, 1.4, top + 0.34), (-90, 0, 0))
    for x in (1.35, 1.8):
        shapes.place(turned([(0, 0), (0.14, 0), (0.13, 0.14), (0, 0.14)], steel, 0.02), (x, -1.45, top))


@thing('camera')
def camera(t):
    t.made_of('metal', 'leather', 'glass')
    chrome = surfaces.metal('chrome', '#c8c9cb', 0.25)
    t.colors.append({'area': 'top', 'name': 'silver', 'hex': '#c8c9cb', 'share': 0.35})
    hide = surfaces.leather('hide', t.color('body', 0.45, 'black', 'brown', 'burgundy', 'navy', fixed=True), 0.55, 16)
    black = surfaces.solid('black', '#141416', 0.25, 0.4)
    lens = surfaces.solid('lens', '#10131c', 0.03, 1.0)
    box((1.42, 0.42, 0.56), hide, (0, 0, 0.08), bevel=0.1)
    box((1.42, 0.42, 0.1), chrome, (0, 0, 0), bevel=0.03)
    box((1.42, 0.42, 0.24), chrome, (0, 0, 0.62), bevel=0.05)
    box((0.5, 0.36, 0.2), chrome, (0, 0, 0.84), bevel=0.06)
    barrel = [
        turned([(0, 0), (0.33, 0), (0.33, 0.16), (0.29, 0.18), (0.29, 0.44), (0.25, 0.46), (0.22, 0.4), (0, 0.38)], black, 0.012),
        turned([(0.33, 0.03), (0.345, 0.05), (0.345, 0.12), (0.33, 0.14)], chrome, 0.006),
    ]
    glass = ball(0.22, lens, (0, 0, 0.28), (1, 1, 0.65), 5)
    turn_all([*barrel, glass], (90, 0, 0), (0, -0.2, 0.42))
    for x, r, h in ((-0.5, 0.13, 0.12), (0.48, 0.1, 0.1), (0.3, 0.05, 0.07)):
        shapes.place(turned([(0, 0), (r, 0), (r, h), (0, h)], chrome, 0.015, 64), (x, 0, 0.86))
    box((0.22, 0.02, 0.12), black, (-0.45, -0.21, 0.68), bevel=0.008)
    t.letters_flat(t.words[0], 0.075, surfaces.printed('ink', '#1b1b1d'), (0, -0.185, 0.9), 0.44)
