"""Slices of a trunk, used as podiums."""

import numpy as np

from . import noise, shapes


def slice_of_trunk(name, radius, height, cut, bark, depth=0.4, seed=4):
    """A slice whose sawn face is at z = `height`, its bark running `depth` below z = 0; not quite round."""
    angle = np.linspace(0, 2 * np.pi, 384, endpoint=False)
    cos, sin = np.cos(angle), np.sin(angle)
    wobble = 1 + 0.03 * noise.fractal(cos * 2, sin * 2, 0, 3, 0.6, seed)
    lip = height - 0.05
    rows = []
    for z, r in [(z, 1.0) for z in np.linspace(-depth, lip, 9)] + [(height - 0.012, 0.985), (height, 0.965)]:
        ridge = 1 + (0.026 * noise.fractal(cos * 9, sin * 9, z * 0.9, 3, 0.6, seed + 5) if z < height - 0.02 else 0)
        rows.append(np.stack([cos * radius * r * wobble * ridge, sin * radius * r * wobble * ridge, np.full_like(angle, z)], -1))
    shapes.sheet(f'{name} bark', np.stack([np.concatenate([row, row[:1]]) for row in rows]), bark)
    # The face: rings of the same outline, down to a point.
    outline = np.stack([cos * radius * 0.966 * wobble, sin * radius * 0.966 * wobble], -1)
    face = [np.concatenate([outline * share, np.full((len(angle), 1), height + 0.001)], 1) for share in (1.0, 0.6, 0.2, 1e-3)]
    shapes.sheet(f'{name} face', np.stack([np.concatenate([row, row[:1]]) for row in reversed(face)]), cut)
