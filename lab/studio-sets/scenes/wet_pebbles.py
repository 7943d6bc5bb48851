"""Dark river stones, wet, around a slate slab; a cool window behind."""

import numpy as np

from kit import materials, plants, shapes
from kit.studio import Info, Stage, View

INFO = Info(
    id='wet-pebbles',
    title='Wet river stones',
    stage=Stage(point=(0.0, 0, 0.5), max_width=2.5, max_height=2.6),
    views={
        'eye': View(elevation=10, distance=13.2, aim=(0, 0.2, 1.55), focal_mm=70, f_stop=8),
        'above': View(elevation=27, distance=13.4, aim=(0, 0.4, 0.85), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['spa', 'river', 'zen', 'nature', 'stones'], 'materials': ['stone', 'slate', 'pebbles', 'water'],
        'colors': ['dark', 'black', 'grey', 'slate', 'green'], 'mood': ['calm', 'fresh', 'masculine', 'natural', 'moody'],
        'season': ['autumn', 'spring'], 'light': ['back light', 'overcast', 'soft'],
    },
    tints={'backdrop': '#6f7d78', 'stones': '#5b5c5b'},
    floor_gloss=0.25, floor_roughness=0.3, white_level=0.6, samples=12,
)


def build(s):
    river = materials.stone('river', ('#4a4b4b', '#6b6a66', '#3a3c3d', '#837d74', '#565a58'), tint='stones', roughness=0.45, wet=0.45)
    slate = materials.stone('slate', ('#4b4e50', '#4b4e50'), roughness=0.42, wet=0.25, scale=0.8)
    back = materials.plaster('backdrop', '#6f7d78', tint='backdrop', relief=0.5)
    fern = materials.leaf('fern', ['#4d6b3c', '#5d7d47', '#3f5a33'], gloss=0.5, translucency=0.35)

    shapes.plane('bed', (60, 40), materials.concrete('bed', '#35383a', roughness=0.5), (0, 0, -0.25))
    shapes.plane('backdrop', (80, 40), back, (0, 9.5, 8), (90, 0, 0))
    rng = np.random.default_rng(17)
    meshes = [shapes.stone_mesh(f'stone{i}', 100 + i, river, flatness=rng.uniform(0.45, 0.75), roughness=0.14) for i in range(14)]
    for layer, (count, radius, sink) in enumerate(((22, (0.5, 0.8), 0.30), (340, (0.24, 0.46), 0.22), (1250, (0.1, 0.22), 0.10))):
        for x, y, r in shapes.scatter_discs(rng, count, (-7.5, 7.5), (-4.6, 9.3), radius, keep_out=[(0, 0, 1.62)], tries=25):
            turn = (rng.normal(0, 0.16), rng.normal(0, 0.16), rng.uniform(0, 6.28))
            shapes.instance(meshes[rng.integers(14)], 'stone', (x, y, sink * r / 0.4 * 0.35 - 0.12 + 0.05 * layer), turn, r * 2 * rng.uniform(0.92, 1.06))
    slab = shapes.stone_mesh('slab', 7, slate, flatness=1.0, roughness=0.10, subdivisions=6, facets=0.55)
    p = np.empty(len(slab.vertices) * 3)
    slab.vertices.foreach_get('co', p)
    p = p.reshape(-1, 3)
    p *= np.array([3.9, 3.5, 1.6])
    flat = 0.02 * (p[:, 2] - 0.42)
    p[:, 2] = np.where(p[:, 2] > 0.42, 0.42 + flat, np.maximum(p[:, 2], -0.4)) + 0.07
    slab.vertices.foreach_set('co', p.reshape(-1))
    slab.update()
    shapes.instance(slab, 'slab', (0, 0, 0), (0, 0, 0.5))
    for seed, lean, turn in ((2, (0.25, -0.75), 0.1), (3, (-0.25, -0.55), 0.5), (6, (0.5, -0.35), -0.5), (9, (-0.1, -0.95), 0.9)):
        plants.bough('fern', seed, (3.3, 1.7, 0.1), fern, length=3.0, lean=lean, turn=turn, leaves=34, leaf=0.55, width=0.24, side_twigs=0, bend=0.9)
    for seed, lean, turn in ((12, (0.2, 0.8), 0.2), (14, (-0.3, 0.6), -0.4)):
        plants.bough('fern', seed, (-3.6, 2.4, 0.1), fern, length=2.5, lean=lean, turn=turn, leaves=30, leaf=0.5, width=0.24, side_twigs=0, bend=0.9)

    s.softbox((-5.5, 4.5, 7), (4.5, 2.6), group='key', level=1.5, target=(0, 0, 0.5), kelvin=5800, name='Key from behind')
    s.softbox((6, -6, 6), (5, 5), level=0.35, target=(0, 0, 0.5), kelvin=5400, name='Fill')
    s.softbox((2.2, 7.2, 6.6), (3.5, 1.4), group='rim', level=0.75, target=(1.4, 9.5, 2.4), kelvin=6200, name='Backdrop glow')
    s.environment(0.2, 0.5, 1.0, level=0.36, kelvin=6800)
