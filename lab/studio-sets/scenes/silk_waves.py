"""Champagne silk in slow waves around a low disc."""

import numpy as np

from kit import fabric, materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='silk-waves',
    title='Silk waves',
    stage=Stage(point=(0.0, 0, 0.5), max_width=2.5, max_height=2.6),
    views={
        'eye': View(elevation=10, distance=13.5, aim=(0, 0.2, 1.6), focal_mm=70, f_stop=11),
        'above': View(elevation=27, distance=13.8, aim=(0, 0.6, 0.9), focal_mm=70, f_stop=11),
        'high': View(elevation=45, distance=13.8, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['silk', 'fabric', 'luxury'], 'materials': ['silk', 'satin', 'stone'],
        'colors': ['champagne', 'cream', 'gold', 'beige', 'ivory'], 'mood': ['elegant', 'soft', 'luxurious', 'sensual', 'bridal'],
        'season': [], 'light': ['soft box', 'studio', 'side light'],
    },
    tints={'silk': '#ecdac4', 'disc': '#f6f0e7'},
    floor_gloss=0.1, floor_roughness=0.4, white_level=0.92, samples=8,
)


def drape(x, s, path):
    """Folds that fall behind the disc, run out over the floor, and lie calm where it stands."""
    y, z = path['y'], path['z']
    fold = fabric.folds(x, s, pitch=1.75, wander=0.8, lean=0.3, sharpness=1.5, seed=6)
    away = np.clip((np.hypot(x, y * 1.1) - 1.6) / 1.8, 0, 1)
    depth = 0.34 + 0.38 * np.clip((z + (y > 0.5) * 0.4) / 2.5, 0, 1)
    return 0.04 + fold * depth * (0.1 + 0.9 * away * away * (3 - 2 * away))


def build(s):
    silk = materials.satin('silk', '#ecdac4', tint='silk', roughness=0.36)
    disc = materials.marble('disc', '#f6f0e7', '#c8b79f', tint='disc', scale=0.8, roughness=0.3)
    pearl = materials.matt('pearl', '#f4ebdf', roughness=0.16, coat=0.6)
    gold = materials.metal('gold', '#dcb06c', roughness=0.18)
    fabric.swept('silk', silk, drape, back=4.0, radius=2.4)
    shapes.turned('disc', shapes.fillet([(0, -0.4), (1.7, -0.4), (1.7, 0.5), (0, 0.5)], [0.04, 0.12], 10), disc, 256)

    band = [(1.69, 0.1), (1.74, 0.1), (1.74, 0.17), (1.69, 0.17)]
    shapes.turned('band', shapes.fillet(band, 0.015, 5), gold, 256)
    for x, y, z, r in ((2.15, -0.55, 0.29, 0.24), (2.55, -0.2, 0.22, 0.16), (2.0, -1.0, 0.16, 0.12), (-2.1, -0.75, 0.21, 0.17)):
        shapes.place(shapes.sphere('pearl', r, pearl), (x, y, z))
    s.softbox((-7.0, -3.2, 7.5), (1.8, 1.8), group='key', level=1.35, target=(0, 0.6, 0.8), kelvin=4900, name='Key soft box')
    s.softbox((8, -6, 5), (5, 5), level=0.4, target=(0, 0, 1), kelvin=5600, name='Fill')
    s.softbox((7.5, 0.8, 6.5), (1.2, 4), group='rim', level=0.55, target=(0, 2.5, 1.5), kelvin=4600, name='Edge light')
    s.environment(0.3, 0.55, 1.0, level=0.34, kelvin=5900)
