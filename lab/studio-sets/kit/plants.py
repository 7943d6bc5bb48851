"""Branches and vases that dress a set."""

import numpy as np

from . import gobos, shapes


def bough(name, seed, base, material, length=4.5, lean=(0.0, 0.0), turn=0.0, **options):
    """A leafy branch that grows upwards from `base`; `lean` tilts it in radians about X and Y."""
    patches = gobos.branch_patches(seed, length=length, **options)
    upright = shapes.rotation_matrix(y=-np.pi / 2)
    tilt = shapes.rotation_matrix(lean[0], lean[1], turn)
    start = np.array([-length / 2, -length * 0.1, 0])
    return shapes.merged(name, [(p - start) @ upright.T @ tilt.T + np.array(base) for p in patches], material)


VASES = {
    'bottle': ([(0, 0), (0.3, 0), (0.5, 0.5), (0.2, 1.05), (0.15, 1.4), (0.2, 1.5), (0.16, 1.5), (0.1, 1.3), (0, 0.5)], 0.18),
    'jug': ([(0, 0), (0.42, 0), (0.62, 0.6), (0.55, 1.1), (0.3, 1.4), (0.34, 1.62), (0.29, 1.62), (0.24, 1.38), (0.45, 1.0), (0, 0.3)], 0.16),
    'bowl': ([(0, 0), (0.35, 0), (0.4, 0.06), (0.75, 0.38), (0.8, 0.5), (0.75, 0.5), (0.66, 0.36), (0.3, 0.12), (0, 0.1)], 0.07),
    'pot': ([(0, 0), (0.48, 0), (0.66, 0.95), (0.74, 0.95), (0.76, 1.2), (0.66, 1.2), (0.62, 1.0), (0, 0.95)], 0.05),
}


def vase(name, kind, material, location, scale=1.0):
    corners, radius = VASES[kind]
    body = shapes.turned(name, [np.asarray(p) * scale for p in shapes.fillet(corners, radius, 9)], material, 128)
    return shapes.place(body, location)
