"""Cloth hung and spread without simulation: fold fields laid on a swept sheet."""

import numpy as np

from . import noise, shapes


def folds(u, v, pitch=1.5, wander=0.6, lean=0.25, sharpness=1.7, seed=1):
    """Fold height 0..1 across `u` and along `v` (dm): irregular main folds that merge and fade, finer ones between."""
    across = u + lean * v + wander * 2.4 * noise.gradient(u * 0.11, v * 0.13, 0, seed) + wander * 0.8 * noise.gradient(u * 0.3, v * 0.22, 0, seed + 1)
    main = (0.5 + 0.5 * np.cos(2 * np.pi * across / pitch)) ** sharpness
    strength = np.clip(0.62 + 0.75 * noise.gradient(u * 0.28 + 5, v * 0.1, 0, seed + 2), 0.12, 1.1)
    finer = (0.5 + 0.5 * np.cos(2 * np.pi * (across * 1.93 + 0.7 * noise.gradient(u * 0.5, v * 0.3, 0, seed + 3)) / pitch)) ** 2.6
    share = np.clip(noise.gradient(u * 0.4 + 9, v * 0.16 + 2, 0, seed + 4) + 0.25, 0, 1)
    return main * strength + 0.42 * finer * share


def swept(name, material, fold, half_width=12.0, front=-8.0, back=4.2, radius=2.6, height=11.0, columns=1200, rows=900):
    """A sheet that runs along the floor, bends and climbs; `fold(x, s, path)` is its rise in dm along the normal.

    `s` is the way along the sheet from its front edge; `path` has arrays `y` and `z` of the bare sweep at that point.
    """
    flat, bend = back - radius - front, radius * np.pi / 2
    s = np.linspace(0, flat + bend + height - radius, rows)
    angle = np.clip((s - flat) / radius, 0, np.pi / 2)
    y = np.where(s < flat, front + s, back - radius + radius * np.sin(angle))
    z = np.where(s < flat + bend, radius - radius * np.cos(angle), radius + s - flat - bend)
    x = np.linspace(-half_width, half_width, columns)
    xx, ss = np.meshgrid(x, s)
    yy, zz, turn = (np.repeat(a[:, None], columns, 1) for a in (y, z, angle))
    rise = fold(xx, ss, {'y': yy, 'z': zz})
    points = np.stack([xx, yy - rise * np.sin(turn), zz + rise * np.cos(turn)], -1)
    return shapes.sheet(name, points, material)
