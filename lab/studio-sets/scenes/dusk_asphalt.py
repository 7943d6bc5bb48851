"""A mountain road after sunset: asphalt with a white line, a rail at its edge, hills in the haze, a sky that still glows."""

import numpy as np

from kit import materials, noise, shapes
from kit.graph import Surface
from kit.materials import linear, shade
from kit.studio import Info, Stage, View

SCALE = 'vehicle'

INFO = Info(
    id='dusk-asphalt',
    title='Mountain road at dusk',
    stage=Stage(point=(0.0, 0, 0.0), max_width=42.0, max_height=19.0),
    views={
        'eye': View(elevation=6, distance=150, aim=(0, 4, 14.5), focal_mm=70),
        'above': View(elevation=20, distance=150, aim=(0, 4, 9), focal_mm=70),
    },
    keywords={
        'worlds': ['road', 'mountain', 'outdoor', 'parking lot', 'sky'], 'materials': ['asphalt'],
        'colors': ['anthracite', 'gray', 'blue', 'peach'], 'mood': ['wide', 'calm', 'dramatic', 'cool'],
        'season': ['summer', 'autumn'], 'light': ['blue hour', 'sunset', 'soft light'],
    },
    tints={'sky': '#d8b9a4'},
    floor_gloss=0.06, floor_roughness=0.7, white_level=0.55, samples=5,
)

EDGE = 62.0


def asphalt():
    """Rolled asphalt: stones in a dark bed, worn paler where wheels run, a few seams."""
    s = Surface('asphalt')
    at = s.coords()
    wear = s.noise(s.stretch(at, (0.03, 0.03, 1)), 1.0, 6, 0.6)
    patch = s.noise(s.warp(at, 0.03, 8), 0.045, 6, 0.6)
    grit = s.noise(at, 3.4, 3, 0.75)
    fine = s.noise(at, 9, 2, 0.7)
    tone = s.mix(s.map(wear, 0.35, 0.65), linear('#3e3e40'), linear('#4a4a4b'))
    tone = s.mix(s.map(patch, 0.35, 0.7, 0, 0.5), tone, linear('#303133'))
    tone = s.mix(s.map(grit, 0.5, 0.72, 0, 0.45), tone, linear('#7c7a77'))
    tone = s.mix(s.map(fine, 0.3, 0.5, 0.5, 0), tone, linear('#1f2022'))
    height = s.math('ADD', grit, s.math('MULTIPLY', fine, 0.6))
    shader = s.principled(Base_Color=tone, Roughness=s.map(patch, 0.3, 0.7, 0.78, 0.62), Specular=0.08, Normal=s.bump(height, 0.5, 0.12))
    return s.finish(shader, bounce=linear('#404042'))


def paint():
    s = Surface('paint')
    at = s.coords()
    worn = s.map(s.noise(s.warp(at, 1.2, 0.5), 1.6, 5, 0.7), 0.34, 0.5)
    tone = s.mix(worn, linear('#6a6a6c'), linear('#b2b1ac'))
    return s.finish(s.principled(Base_Color=tone, Roughness=0.7, Specular=0.3), bounce=linear('#b5b4b0'))


def sky():
    """Peach above the ridges, blue above, streaks of cloud that still catch the sun."""
    s = Surface('sky')
    z = s.add('SeparateXYZ', out='Z', Vector=s.add('NewGeometry', out='Position'))
    cloud = s.noise(s.stretch(s.coords(), (0.0014, 0.0014, 0.012)), 1.0, 6, 0.55)
    up = s.math('ADD', s.map(z, 90, 330, 0, 1), s.map(cloud, 0.3, 0.7, -0.08, 0.08))
    tone = s.ramp(up, [(0.0, linear('#f4b380')), (0.25, linear('#efc4a2')), (0.55, linear('#cdbcc2')), (1.0, linear('#8396b9'))])
    streak = s.map(s.noise(s.stretch(s.coords(), (0.0022, 0.0022, 0.03)), 1.0, 6, 0.6), 0.54, 0.7, 0, 0.55)
    tone = s.mix(streak, tone, linear('#f3c4ae'))
    s.tintable('sky')
    return s.finish(s.principled(Base_Color=tone, Roughness=1.0, Specular=0.0))


def ridge(x, seed, scale):
    """0 at the foot of a chain of hills, about 1 at its heights."""
    return 0.55 + 0.6 * noise.fractal(x * scale, 0 * x + seed, 0, 6, 0.5, seed)


def hill(name, colour, y, height, seed, base=-60.0, scale=0.004, width=1600.0):
    """A ridge across the picture, its colour that of the haze before it."""
    x = np.linspace(-width, width, 1600)
    top = base + 60 + height * ridge(x, seed, scale)
    rows = [np.full_like(x, base), *(base + (top - base) * share for share in np.linspace(0.15, 1, 12))]
    points = np.stack([np.stack([x, np.full_like(x, y) + 0.25 * (row - base), row], -1) for row in rows])
    return shapes.sheet(name, points, materials.matt(name, colour, roughness=1.0))


def firs(name, colour, y, base, tall, seed, width=250.0):
    """A row of firs as a sheet with jagged tops, `base` (of x) the height of their feet."""
    rng = np.random.default_rng(seed)
    x = np.linspace(-width, width, 6000)
    count = int(width * 1.1)
    at, size = np.sort(rng.uniform(-width, width, count)), tall * rng.uniform(0.5, 1.15, count)
    top = np.zeros_like(x)
    for middle, height in zip(at, size):
        off = np.abs(x - middle) / (0.24 * height)
        # Branches stand out at every seventh of the height.
        drop = off + 0.10 * np.abs(np.mod(off * 6, 1) - 0.5)
        top = np.maximum(top, height * (1 - drop))
    foot = base(x)
    low = np.full_like(x, foot.min() - 40)
    points = np.stack([np.stack([x, np.full_like(x, y), row], -1) for row in (low, foot, foot + np.maximum(top, 0.12 * tall))])
    return shapes.sheet(name, points, materials.matt(name, colour, roughness=1.0))


def wooded_slope(front, back, y, seed, rows=9, height=34.0):
    """A hillside in rows of firs: dark and near at the bottom, paler with the haze further up."""
    for row in range(rows):
        share = row / (rows - 1)
        tone = np.array([int(front[i : i + 2], 16) * (1 - share) + int(back[i : i + 2], 16) * share for i in (1, 3, 5)])
        colour = '#' + ''.join(f'{round(c):02x}' for c in tone)

        def feet(x, share=share, row=row):
            crest = height * ridge(x, seed, 0.004)
            return -26 + (crest + 22) * share + 1.6 * noise.fractal(x * 0.05, 0 * x + row, 0, 3, 0.5, seed + row)

        firs('firs', colour, y + 14 * row, feet, 5.6 - 1.6 * share, seed * 31 + row)


def build(s):
    road = asphalt()
    line = paint()
    zinc = materials.metal('rail', '#7b7d80', roughness=0.5)
    post = materials.matt('post', '#5b5c5e', roughness=0.6)
    gravel = materials.stone('gravel', ('#6c665e', '#7d766c', '#575249'), roughness=0.85, scale=0.5)
    grass = materials.leaf('grass', ['#7c7a56', '#8d8760', '#68693f'], gloss=0.2, translucency=0.2)

    shapes.plane('road', (1200, 400), road, (0, EDGE - 200, 0))
    shapes.plane('line', (1200, 1.2), line, (0, EDGE - 9, 0.02))
    for x in np.arange(-300, 300, 60.0):
        shapes.plane('dash', (30, 1.2), line, (x + 30, -42, 0.02))
    shapes.place(shapes.rounded_box('verge', (1200, 26, 3.0), gravel, 0.4), (0, EDGE + 13, -3.05))
    # A crash barrier: two waves of zinc on posts.
    profile = np.array([(0, 4.2), (0.25, 4.5), (0.75, 4.9), (0.75, 5.3), (0.1, 5.7), (0.1, 6.0), (0.75, 6.4), (0.75, 6.8), (0.25, 7.2), (0, 7.5)])
    xs = np.linspace(-600, 600, 2)
    points = np.stack([np.stack([xs, np.full_like(xs, EDGE - p), np.full_like(xs, z)], -1) for p, z in profile])
    shapes.sheet('barrier', points, zinc, thickness=0.08)
    for x in np.arange(-240, 240, 20.0):
        shapes.place(shapes.rounded_box('post', (0.9, 1.2, 7.2), post, 0.08), (x + 6, EDGE + 0.8, -0.4))
    rng = np.random.default_rng(3)
    patches = []
    for _ in range(900):
        blade = shapes.leaf_points(rng.uniform(1.2, 4.2), 0.14, rng.uniform(0.1, 0.8), 0.05, tip=1.0, rows=6, columns=3)
        lift = shapes.rotation_matrix(x=np.pi / 2 - rng.uniform(0.0, 0.5), z=rng.uniform(0, 6.28))
        patches.append(blade @ lift.T + np.array([rng.uniform(-110, 110), EDGE + rng.uniform(1.5, 12), -0.2]))
    shapes.merged('grass', patches, grass)

    wooded_slope('#343e3a', '#66706f', 300, 3)
    hill('middle hill', '#71757c', 760, 62, 8, scale=0.0028)
    hill('hill behind', '#8c8890', 980, 92, 21, scale=0.0022)
    hill('far hill', '#a8979a', 1200, 128, 14, scale=0.002)
    shapes.plane('sky', (6000, 2200), sky(), (0, 1700, 300), (90, 0, 0))

    s.softbox((-120, -60, 110), (90, 70), group='key', level=0.6, target=(0, 0, 4), kelvin=5800, name='Open sky')
    s.softbox((90, -120, 60), (80, 60), level=0.2, target=(0, 0, 4), kelvin=6400, name='Fill')
    s.softbox((60, 500, 330), (500, 160), group='rim', level=0.3, target=(0, 0, 4), kelvin=3800, name='Glow of the sunset')
    s.environment(0.4, 1.1, 1.0, level=0.42, kelvin=6600)
