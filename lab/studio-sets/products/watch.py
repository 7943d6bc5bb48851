"""A wrist watch on its leather strap, closed, standing."""

import math

import bpy
import numpy as np

from kit import materials, shapes

from . import photo

INFO = photo.info('watch', 'Wrist watch', elevation=16, distance=4.7, aim=(0, 0, 0.62), samples=6)


def build(s):
    photo.corner(s, '#e8e7e4')
    steel = materials.metal('steel', '#c3c5c8', roughness=0.2)
    rose = materials.metal('hands', '#d9a184', roughness=0.18)
    dial = materials.matt('dial', '#1f3347', roughness=0.3, coat=0.8)
    leather = materials.plaster('leather', '#6b3f25', relief=1.2, scale=9, roughness=0.5)

    # The strap is an upright flattened ring; the case sits on its front and leans back.
    t = np.linspace(math.radians(-90), math.radians(270), 160)
    lean = shapes.rotation_matrix(x=math.radians(-18))
    rows = [
        [(x, -0.62 * math.cos(a - math.pi / 2), 0.53 * math.sin(a - math.pi / 2)) for x in np.linspace(-0.21, 0.21, 9)] for a in t
    ]
    strap = np.array(rows) @ lean.T + np.array([0, 0.25, 0.6])
    band = shapes.sheet('strap', strap, leather, thickness=0.06)

    parts = [
        shapes.turned('case', shapes.fillet([(0, 0), (0.42, 0), (0.44, 0.08), (0.4, 0.2), (0.36, 0.2), (0.36, 0.15), (0, 0.15)], [0.03, 0.03, 0.03, 0.008, 0.01], 7), steel, 160),
        shapes.turned('dial', [(0.36, 0.152), (0.2, 0.153), (0, 0.153)], dial, 128),
    ]
    for i in range(12):
        angle = i * math.pi / 6
        mark = shapes.rounded_box('mark', (0.016, 0.06 if i % 3 else 0.085, 0.012), rose, 0.003, 2)
        shapes.place(mark, (0.3 * math.sin(angle), 0.3 * math.cos(angle), 0.153), (0, 0, -math.degrees(angle)))
        parts.append(mark)
    for length, width, angle, z in ((0.2, 0.022, -56, 0.162), (0.28, 0.016, 62, 0.169)):
        hand = shapes.rounded_box('hand', (width, length, 0.006), rose, 0.002, 2)
        a = math.radians(angle)
        shapes.place(hand, (length * 0.42 * math.sin(a), length * 0.42 * math.cos(a), z), (0, 0, -angle))
        parts.append(hand)
    crown = shapes.turned('crown', shapes.fillet([(0, 0), (0.05, 0), (0.05, 0.09), (0, 0.09)], 0.012, 4), steel, 48)
    shapes.place(crown, (0.43, 0, 0.09), (0, 90, 0))
    parts.append(crown)
    pivot = bpy.data.objects.new('watch', None)
    bpy.context.collection.objects.link(pivot)
    for part in parts:
        part.parent = pivot
    shapes.place(pivot, (0, -0.34, 0.7), (72, 0, 0), 1.25)
    # Turned slightly, so that the strap shows.
    stand = bpy.data.objects.new('stand', None)
    bpy.context.collection.objects.link(stand)
    pivot.parent = band.parent = stand
    shapes.place(stand, (0, 0, 0), (0, 0, 32))
