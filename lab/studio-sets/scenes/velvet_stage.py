"""Burgundy velvet curtains, a dark podium with a brass edge, one spotlight."""

import numpy as np

from kit import fabric, materials, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='velvet-stage',
    title='Velvet and spotlight',
    stage=Stage(point=(0.0, 0, 0.79), max_width=2.5, max_height=2.6),
    views={
        'eye': View(elevation=6, distance=13.2, aim=(0, 0, 1.9), focal_mm=70, f_stop=11),
        'above': View(elevation=24, distance=13.6, aim=(0, 0.2, 1.3), focal_mm=70, f_stop=11),
        'high': View(elevation=45, distance=13.6, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['stage', 'theatre', 'velvet', 'spotlight'], 'materials': ['velvet', 'brass', 'lacquer', 'fabric'],
        'colors': ['burgundy', 'red', 'wine', 'gold', 'dark'], 'mood': ['dramatic', 'luxurious', 'festive', 'romantic', 'mysterious'],
        'season': ['winter', 'autumn'], 'light': ['spotlight', 'low key', 'dramatic'],
    },
    tints={'velvet': '#5f1620', 'podium': '#2a1417'},
    floor_gloss=0.35, floor_roughness=0.15, white_level=0.46, samples=9,
)


def drape(x, s, path):
    """A gathered curtain: deep, even folds on the wall, none on the floor."""
    gather = np.clip((path['z'] - 0.15) / 0.9, 0, 1)
    fold = fabric.folds(x, s, pitch=0.95, wander=0.3, lean=0.0, sharpness=1.1, seed=31)
    sway = 0.12 * np.sin(x * 0.7 + 0.25 * path['z'])
    return (0.62 * fold + sway) * gather


def build(s):
    velvet = materials.velvet('velvet', '#5f1620', tint='velvet')
    lacquer = materials.matt('lacquer', '#2a1417', tint='podium', roughness=0.2, coat=0.4)
    floor = materials.matt('floor', '#1d0d10', tint='podium', roughness=0.22)
    brass = materials.metal('brass', '#d6a45c', roughness=0.36)

    shapes.plane('floor', (60, 40), floor, (0, 0, 0.02))
    fabric.swept('curtain', velvet, drape, back=3.2, radius=0.12, front=2.4, height=13, columns=1500, rows=320)
    shapes.podium('podium', 1.8, 0.75, lacquer, bevel=0.05)
    # A cloth top: lacquer under a spotlight would be all glare.
    shapes.place(shapes.podium('cushion', 1.76, 0.09, materials.velvet('cushion', '#7a1f2c', tint='velvet'), bevel=0.05), (0, 0, 0.7))
    band = [(1.79, 0), (1.84, 0), (1.84, 0.06), (1.79, 0.06)]
    for z in (0.02, 0.64):
        shapes.place(shapes.turned('band', shapes.fillet(band, 0.012, 5), brass, 256), (0, 0, z))
    shapes.podium('foot', 2.45, 0.24, lacquer, bevel=0.04)
    shapes.place(shapes.turned('band', shapes.fillet([(r + 0.65, z) for r, z in band], 0.012, 5), brass, 256), (0, 0, 0.15))
    for x, y, height in ((-3.0, 0.6, 2.0), (3.0, 0.6, 2.0)):
        shapes.place(shapes.podium('base', 0.34, 0.1, brass, 0.03), (x, y, 0.02))
        shapes.tube('post', [(x, y, 0.05), (x, y, height)], 0.05, brass)
        shapes.place(shapes.sphere('knob', 0.15, brass), (x, y, height + 0.1))
    rope = materials.velvet('rope', '#8a2230')
    for side in (-1, 1):
        t = np.linspace(0, 1, 30)[:, None]
        way = np.array([[side * 3.0, 0.6, 1.85]]) + t * np.array([[side * 2.6, 0.5, 0.0]]) - np.array([[0, 0, 2.4]]) * t * (1 - t)
        shapes.tube('rope', way, 0.09, rope)

    s.spot((-2.2, -5.0, 10.5), (0, 0.2, 0.6), group='key', level=1.3, cone=22, blend=0.45, radius=0.35, kelvin=4800, weight=0.75, name='Spotlight')
    s.softbox((7, -4, 5), (2, 5), level=0.16, target=(0, 0, 1.5), kelvin=5600, weight=1.3, name='Strip light')
    s.softbox((-5.5, 1.6, 8.5), (1.2, 3), group='rim', level=0.55, target=(0.5, 2.2, 1.5), kelvin=4300, weight=1.3, name='Curtain light')
    s.environment(0.15, 0.35, 0.6, level=0.22, kelvin=6000, weight=1.3)
