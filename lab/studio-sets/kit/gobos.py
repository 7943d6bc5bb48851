"""Objects that throw shadows into a picture: window bars, foliage, blinds. Drawn in the XY plane, about 10 dm wide."""

import math

import numpy as np

from .materials import shadow_only
from .shapes import leaf_points, merged, mesh_object, rotation_matrix


def _rectangles(rectangles):
    vertices, faces = [], []
    for x0, y0, x1, y1 in rectangles:
        at = len(vertices)
        vertices += [(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)]
        faces.append((at, at + 1, at + 2, at + 3))
    return mesh_object('gobo', vertices, faces, shadow_only(), smooth=False)


def window(width=7.0, height=9.0, columns=2, rows=3, bar=0.28, surround=60.0):
    """A window in a dark wall: light passes between its bars only."""
    w, h, s = width / 2, height / 2, surround
    parts = [(-s, h, s, s), (-s, -s, s, -h), (-s, -h, -w, h), (w, -h, s, h)]
    for i in range(1, columns):
        x = -w + width * i / columns
        parts.append((x - bar / 2, -h, x + bar / 2, h))
    for i in range(1, rows):
        y = -h + height * i / rows
        parts.append((-w, y - bar / 2, w, y + bar / 2))
    return _rectangles(parts)


def blind(width=12.0, height=12.0, slats=14, share=0.55, surround=60.0):
    w, h, s = width / 2, height / 2, surround
    parts = [(-s, h, s, s), (-s, -s, s, -h), (-s, -h, -w, h), (w, -h, s, h)]
    step = height / slats
    parts += [(-w, -h + i * step, w, -h + (i + share) * step) for i in range(slats)]
    return _rectangles(parts)


def arch_window(width=5.0, height=9.0, surround=60.0, steps=40):
    """A round-headed opening in a dark wall."""
    r, s = width / 2, surround
    foot, spring = -height / 2, height / 2 - r
    head = [(r * math.cos(a), spring + r * math.sin(a)) for a in np.linspace(0, math.pi, steps)]
    vertices = [(-s, -s, 0), (s, -s, 0), (s, foot, 0), (-s, foot, 0), (-r, foot, 0), (r, foot, 0), (-r, spring, 0), (r, spring, 0), (-s, spring, 0), (s, spring, 0)]
    faces = [(0, 1, 2, 3), (3, 4, 6, 8), (5, 2, 9, 7)]
    base = len(vertices)
    vertices += [(x, y, 0) for x, y in head] + [(x * s / r, s if abs(x) < r * 0.999 else spring, 0) for x, y in head]
    n = len(head)
    faces += [(base + i, base + i + 1, base + n + i + 1, base + n + i) for i in range(n - 1)]
    return mesh_object('gobo', vertices, faces, shadow_only(), smooth=False)


def branch_patches(seed, length=9.0, leaves=26, leaf=1.5, bend=0.5, width=0.45, side_twigs=4):
    """Leaves along a curved stem with side twigs: patches for `merged`, stem included as thin leaves."""
    rng = np.random.default_rng(seed)
    patches = []

    def stem(start, heading, reach, count, size, depth):
        angle, at = heading, np.array(start, float)
        step = reach / count
        for i in range(count):
            angle += rng.normal(0, 0.09) + bend * step / length * (1 if depth == 0 else -0.6)
            ahead = at + step * np.array([math.cos(angle), math.sin(angle), 0])
            rod = leaf_points(step * 1.15, 0.09 * (1 - 0.6 * i / count), 0, 0, rows=3, columns=3)
            turn = rotation_matrix(z=angle - math.pi / 2)
            patches.append(rod @ turn.T + at)
            side = 1 if i % 2 else -1
            taper = size * (1 - 0.45 * i / count) * rng.uniform(0.7, 1.15)
            blade = leaf_points(taper, taper * width * rng.uniform(0.8, 1.2), rng.uniform(0.1, 0.5), 0.12)
            turn = rotation_matrix(rng.normal(0, 0.5), rng.normal(0, 0.6), angle - math.pi / 2 + side * rng.uniform(0.5, 1.0))
            patches.append(blade @ turn.T + at)
            if depth == 0 and side_twigs and i % max(2, count // side_twigs) == 1:
                stem(at, angle + side * rng.uniform(0.5, 0.9), reach * rng.uniform(0.3, 0.5), max(4, count // 3), size * 0.85, 1)
            at = ahead
    stem((-length / 2, -length * 0.1, 0), 0.1, length, leaves, leaf, 0)
    return patches


def branch(seed=1, **options):
    return merged('gobo', branch_patches(seed, **options), shadow_only())


def palm_patches(seed=1, length=9.0, leaflets=24, leaf=3.2, droop=0.3):
    rng = np.random.default_rng(seed)
    patches = []
    for i in range(leaflets):
        t = (i + 0.5) / leaflets
        at = np.array([t * length - length / 2, -droop * length * t * t, 0])
        slope = math.atan2(-2 * droop * t, 1)
        reach = leaf * (0.35 + 0.9 * math.sin(math.pi * (0.12 + 0.8 * t))) * rng.uniform(0.9, 1.08)
        rod = leaf_points(length / leaflets * 1.2, 0.12, 0, 0, rows=3, columns=3) @ rotation_matrix(z=slope - math.pi / 2).T
        patches.append(rod + at)
        for side in (-1, 1):
            blade = leaf_points(reach, 0.3 * rng.uniform(0.8, 1.2), rng.uniform(0.05, 0.25), 0.1, tip=1.1)
            angle = slope - math.pi / 2 + side * (1.15 - 0.65 * t + rng.normal(0, 0.05))
            patches.append(blade @ rotation_matrix(rng.normal(0, 0.2), rng.normal(0, 0.3), angle).T + at)
    return patches


def palm(seed=1, **options):
    return merged('gobo', palm_patches(seed, **options), shadow_only())
