"""A round mirror, travertine plinths and a bare branch against a white wall, morning sun through a tall window."""

import math

from kit import gobos, materials, plants, shapes
from kit.graph import Surface
from kit.materials import gloss_range, linear, shade
from kit.studio import Info, Stage, View

INFO = Info(
    id='mirror-pedestal',
    title='Mirror and travertine',
    stage=Stage(point=(0.0, 0, 0.8), max_width=2.3, max_height=2.6),
    views={
        'eye': View(elevation=6, distance=13.4, aim=(0, 0, 1.9), focal_mm=70, f_stop=11),
        'above': View(elevation=24, distance=13.8, aim=(0, 0.3, 1.35), focal_mm=70, f_stop=11),
    },
    keywords={
        'worlds': ['pedestal', 'mirror', 'minimal', 'gallery', 'white'], 'materials': ['travertine', 'stone', 'mirror', 'plaster', 'brass'],
        'colors': ['white', 'cream', 'ivory', 'beige', 'neutral'], 'mood': ['minimal', 'clean', 'calm', 'elegant', 'modern', 'pure'],
        'season': ['spring', 'summer'], 'light': ['sun', 'window', 'morning', 'leaf shadows'],
    },
    tints={'wall': '#efebe4', 'stone': '#e2d3bd'},
    floor_gloss=0.08, floor_roughness=0.5, white_level=0.86, samples=8,
)


def travertine(name, colour='#e2d3bd', tint='stone'):
    """Honed travertine: level bands of cream and tan, rows of open pores along them."""
    s = Surface(name)
    base = linear(colour)
    at = s.warp(s.coords(), 0.8, 0.12)
    band = s.noise(s.stretch(at, (0.25, 0.25, 3.4)), 1.0, 6, 0.6)
    fine = s.noise(s.stretch(at, (0.8, 0.8, 12)), 1.0, 4, 0.6)
    cells = s.noise(s.stretch(at, (2.6, 2.6, 11)), 1.0, 3, 0.6)
    row = s.map(s.noise(s.stretch(at, (0.15, 0.15, 2.6), location=(3, 1, 5)), 1.0, 2), 0.46, 0.6)
    pit = s.math('MULTIPLY', s.map(cells, 0.62, 0.66), row)
    tone = s.mix(s.map(band, 0.32, 0.68), shade(base, 0.8), shade(base, 1.08))
    tone = s.mix(s.map(fine, 0.35, 0.7, 0, 0.3), tone, shade(base, 0.72))
    tone = s.mix(s.math('MULTIPLY', pit, 0.75), tone, shade(base, 0.38))
    shader = s.principled(
        Base_Color=tone, Specular=0.4, Roughness=s.map(band, 0.3, 0.7, *gloss_range(0.42, 0.55)),
        Normal=s.bump(s.math('SUBTRACT', s.math('MULTIPLY', fine, 0.15), pit), 0.5, 0.05),
    )
    s.tintable(tint)
    return s.finish(shader)


def mirror():
    """Silvered glass, quite even: relief would fray the edges of what it shows."""
    s = Surface('mirror')
    return s.finish(s.principled(Base_Color=linear('#eceeee'), Metallic=1.0, Roughness=0.0))


def build(s):
    wall = materials.plaster('wall', '#efebe4', tint='wall', relief=1.1, mottle=0.03)
    stone = travertine('travertine')
    glass = mirror()
    brass = materials.metal('frame', '#c9a063', roughness=0.22)
    white = materials.matt('stoneware', '#efe9df', roughness=0.6, speckle=0.25)
    dark = materials.matt('glaze', '#4c463f', roughness=0.4, speckle=0.2)
    olive = materials.leaf('leaf', ['#8b9470', '#9ba57f', '#79835f'], gloss=0.35, translucency=0.3)

    shapes.plane('floor', (80, 40), wall)
    shapes.plane('back', (80, 30), wall, (0, 4.6, 10), (90, 0, 0))
    shapes.place(shapes.rounded_box('plinth', (3.3, 2.6, 0.8), stone, 0.035), (0, 0.05, 0), (0, 0, -3))
    shapes.place(shapes.rounded_box('plinth', (1.5, 1.5, 2.2), stone, 0.035), (2.75, 1.5, 0), (0, 0, 12))
    shapes.place(shapes.rounded_box('slab', (1.9, 1.3, 0.3), stone, 0.03), (-2.75, -0.25, 0), (0, 0, 9))

    # The mirror leans against the wall, turned a little to the window side.
    disc = shapes.turned('mirror', shapes.fillet([(0, 0), (1.95, 0), (1.95, 0.03), (0, 0.03)], 0.01, 3), glass, 256)
    a = [2 * math.pi * i / 32 for i in range(33)]
    rim = shapes.turned('frame', [(1.97 + 0.05 * math.cos(x), 0.02 + 0.06 * math.sin(x)) for x in a], brass, 256)
    for body in (disc, rim):
        shapes.place(body, (-1.55, 3.6, 2.0), (82, 0, 10))

    plants.vase('vase', 'bottle', dark, (2.75, 1.5, 2.2), 0.75)
    for seed, lean, turn in ((8, (-0.05, -0.25), 0.2), (15, (0.2, 0.3), 1.2)):
        plants.bough('branch', seed, (2.75, 1.5, 3.2), olive, length=2.5, lean=lean, turn=turn, leaves=14, leaf=0.42, width=0.42, side_twigs=4)
    plants.vase('bowl', 'bowl', white, (-2.75, -0.25, 0.3), 0.75)
    shapes.place(shapes.sphere('ball', 0.3, stone), (-2.0, 1.25, 0.295), (30, 20, 0))
    shapes.place(shapes.sphere('ball', 0.18, brass), (2.05, -0.45, 0.178))

    sun = (-0.8, -0.6, 0.62)
    s.sun(sun, level=1.45, angle=1.1, kelvin=4900, name='Morning sun')
    s.gobo(gobos.window(width=6.6, height=8.0, columns=2, rows=3, bar=0.22), sun, 18, (0.25, 0.8, 1.35), roll=-3)
    s.gobo(gobos.branch(15, length=9, leaves=26, leaf=1.1, width=0.4, side_twigs=6), sun, 9, (1.7, 4.4, 3.6), roll=165)
    s.softbox((-11, -4, 7), (6, 8), level=0.42, target=(0, 0, 0.8), kelvin=5600, name='Window sky')
    s.softbox((8, 0.5, 6), (1.5, 5), group='rim', level=0.28, target=(0, 0.5, 1), kelvin=5100, name='Edge light')
    # The room that the mirror shows.
    s.environment(0.55, 0.8, 1.0, level=0.45, kelvin=5500, boxes=(((0.5, -0.85, 0.15), 30, 0.9), ((-0.6, -0.8, 0.3), 9, 2.4)))
