"""A wet floor at night, a neon arch and a tube of another colour, dark ribbed steel behind."""

import math

import numpy as np

from kit import materials, shapes
from kit.graph import Surface
from kit.materials import gloss_range, linear
from kit.studio import Info, Stage, View

INFO = Info(
    id='neon-night',
    title='Neon at night',
    stage=Stage(point=(0.0, 0, 0.4), max_width=2.5, max_height=2.6),
    views={
        'eye': View(elevation=6, distance=13.2, aim=(0, 0, 1.85), focal_mm=65, f_stop=11),
        'above': View(elevation=22, distance=13.4, aim=(0, 0.3, 1.3), focal_mm=65, f_stop=11),
    },
    keywords={
        'worlds': ['neon', 'night', 'city', 'cyberpunk', 'club'], 'materials': ['wet asphalt', 'steel', 'neon'],
        'colors': ['magenta', 'pink', 'cyan', 'purple', 'black'], 'mood': ['energetic', 'futuristic', 'cool', 'young', 'dramatic'],
        'season': [], 'light': ['neon', 'low key', 'colored light'],
    },
    tints={'wall': '#3a3c42'},
    floor_gloss=0.6, floor_roughness=0.12, white_level=1.2, samples=12,
)


def wet_floor():
    """Sealed dark concrete under a film of water: a mirror that is a little uneven, with joints and worn patches."""
    s = Surface('floor')
    at = s.coords()
    wear = s.noise(s.warp(at, 0.6, 0.8), 0.55, 7, 0.62)
    grit = s.noise(at, 26, 3, 0.7)
    tone = s.mix(s.map(wear, 0.35, 0.65), linear('#1b1c20'), linear('#3a3b40'))
    tone = s.mix(s.map(grit, 0.45, 0.75, 0, 0.5), tone, linear('#0f1013'))
    ripple = s.math('ADD', s.noise(s.stretch(at, (1, 0.6, 1)), 1.6, 3), s.math('MULTIPLY', wear, 0.6))
    shader = s.principled(
        Base_Color=tone, Roughness=s.map(wear, 0.35, 0.65, *gloss_range(0.1, 0.2)), Specular=0.6, Normal=s.bump(ripple, 0.12, 0.08),
    )
    return s.finish(shader, bounce=linear('#2a2b2f'))


def build(s):
    steel = materials.matt('panel', '#3a3c42', tint='wall', roughness=0.42)
    black = materials.matt('plinth', '#1c1d20', roughness=0.25, coat=0.3)
    socket = materials.metal('socket', '#6b6d70', roughness=0.3)
    shapes.plane('ground', (60, 40), wet_floor())
    shapes.fluted_wall('ribs', steel, 36, 14, pitch=0.62, depth=0.16, y=3.6)
    shapes.turned('plinth', shapes.fillet([(0, 0), (1.75, 0), (1.75, 0.4), (0, 0.4)], [0.02, 0.05], 8), black, 256)

    arch = [(1.9 * math.cos(a), 2.75, 2.3 + 1.9 * math.sin(a)) for a in np.linspace(0, math.pi, 80)]
    way = [(1.9, 2.75, 0.12), *arch, (-1.9, 2.75, 0.12)]
    pink = shapes.tube('neon arch', way, 0.055, materials.glow('arch light', (1, 1, 1), 20, seen=3.0))
    s.practical(pink, 'key', 'Neon arch', colour='#ff4fa8', weight=2.2, at=(0, 2.75, 3.0))
    cyan = shapes.tube('neon line', [(-3.7, 1.5, 0.1), (-3.7, 1.5, 4.6)], 0.055, materials.glow('line light', (1, 1, 1), 20, seen=3.0))
    s.practical(cyan, 'practical', 'Neon tube', colour='#3fd4ff', weight=1.8, at=(-3.7, 1.5, 2.3))
    for x, y in ((1.9, 2.75), (-1.9, 2.75), (-3.7, 1.5)):
        shapes.place(shapes.podium('socket', 0.12, 0.22, socket, 0.03), (x, y, 0))
    shapes.place(shapes.rounded_box('crate', (1.5, 1.3, 1.1), steel, 0.04), (3.2, 1.2, 0), (0, 0, -18))
    shapes.place(shapes.rounded_box('crate', (1.0, 0.9, 0.7), steel, 0.04), (3.3, 1.2, 1.1), (0, 0, 12))

    s.softbox((-6, -5, 7), (3, 3), group='fill', level=0.8, target=(0, 0, 1), kelvin=5600, name='Soft key for the product')
    s.softbox((6.5, 1.0, 6), (1.2, 4), group='rim', level=0.6, target=(0, 0, 1), kelvin=7500, name='Edge light')
    s.environment(0.2, 0.4, 0.7, level=0.2, kelvin=8500)
