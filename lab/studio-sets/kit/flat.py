"""Grounds seen from straight above, and objects at their rim."""

import math
from dataclasses import replace

import numpy as np

from . import gobos, shapes
from .studio import Info, Stage, View

# The frame is 5.7 dm wide. Objects keep out of the middle three fifths, where the product lies.
TOP = View(elevation=90, distance=11.0, aim=(0, 0, 0), focal_mm=70, f_stop=22)


def info(name, title, **more):
    """A ground: its stage is the lower edge of the room in which a product lies."""
    stage = Stage(point=(0.0, -1.25, 0.0), max_width=3.2, max_height=2.5)
    return Info(id=name, title=title, stage=stage, views={'top': TOP}, **more)


# The same ground from 65°, for products that were photographed standing in front of a table.
STEEP = View(elevation=65, distance=11.0, aim=(0, 0.1, 0), focal_mm=70, f_stop=16)


def with_steep(grounds):
    """A ground that is seen from 65°, too."""
    return replace(grounds, views={'top': TOP, 'steep': STEEP})


def sprig(name, seed, base, angle, material, length=3.0, height=0.1, **options):
    """A branch that lies on the ground: its stem starts at `base` (x, y) and runs towards `angle` (degrees)."""
    patches = gobos.branch_patches(seed, length=length, **options)
    turn = shapes.rotation_matrix(z=math.radians(angle))
    start = np.array([-length / 2, -length * 0.1, 0])
    moved = [(p - start) * np.array([1, 1, 0.55]) @ turn.T + np.array([*base, height]) for p in patches]
    # Nothing grows through the ground.
    return shapes.merged(name, [np.concatenate([p[..., :2], np.maximum(p[..., 2:], 0.015)], -1) for p in moved], material)


PLATE = [(0, 0.02), (0.5, 0.0), (0.62, 0.02), (0.95, 0.12), (1.0, 0.17), (0.985, 0.185), (0.93, 0.15), (0.64, 0.065), (0.55, 0.05), (0, 0.05)]


def plate(name, material, place, radius=0.8):
    """A shallow dish."""
    body = shapes.turned(name, [np.asarray(p) * radius for p in shapes.fillet(PLATE, 0.05, 5)], material, 160)
    return shapes.place(body, (*place, 0))
