"""A polished light marble counter before a plain wall in soft daylight, with nothing on it."""

from kit import gobos, materials, shapes
from kit.graph import Surface
from kit.materials import gloss_range, linear, shade
from kit.studio import Info, Stage, View

INFO = Info(
    id='marble-counter',
    title='Marble counter',
    stage=Stage(point=(0.0, 0, 0.0), max_width=3.0, max_height=2.8),
    views={
        'eye': View(elevation=8, distance=13.0, aim=(0, 0, 1.25), focal_mm=70, f_stop=3.2),
        'above': View(elevation=25, distance=13.2, aim=(0, 0.6, 0.65), focal_mm=70, f_stop=4),
        'high': View(elevation=45, distance=13.2, aim=(0, 0.35, 0.45), focal_mm=70, f_stop=8),
    },
    keywords={
        'worlds': ['marble', 'counter'], 'materials': ['marble', 'plaster'],
        'colors': ['white', 'light gray', 'ivory'], 'mood': ['clean', 'elegant', 'minimal', 'calm', 'bright'],
        'season': [], 'light': ['soft sun', 'daylight', 'morning'],
    },
    tints={'marble': '#e9e6e1', 'wall': '#e9e5de'},
    floor_gloss=0.26, floor_roughness=0.22, white_level=0.9, samples=7,
)


def veined_marble():
    """Light marble with soft gray veins. The tint spares half of the veins, so that black marble keeps light ones."""
    s = Surface('counter')
    light, dark = linear('#efece8'), linear('#8f8c89')
    at = s.stretch(s.coords(), (0.46,) * 3, (0.4, 0.6, 0.5), (2.2, 0.7, 0))
    flow = s.warp(s.warp(at, 0.7, 1.5, 4), 2.4, 0.28, 5)

    def veins(vector, frequency, width):
        ridge = s.math('ABSOLUTE', s.math('SUBTRACT', s.noise(vector, frequency, 2, 0.45), 0.5))
        return s.map(ridge, 0.0, width, 1.0, 0.0, smooth=True)

    presence = s.map(s.noise(at, 0.9, 3), 0.4, 0.62, smooth=True)
    along = s.stretch(flow, (1, 1, 0.55))
    large = s.math('MULTIPLY', veins(along, 0.75, 0.03), presence)
    halo = s.math('MULTIPLY', veins(along, 0.75, 0.18), presence)
    small = s.math('MULTIPLY', veins(flow, 2.6, 0.014), s.map(s.noise(at, 1.6, 2), 0.5, 0.7))
    tone = s.mix(s.map(s.noise(flow, 1.1, 7, 0.6), 0.32, 0.72), light, shade(light, 0.91))
    tone = s.mix(s.math('MULTIPLY', halo, 0.3), tone, dark)
    tone = s.mix(s.math('MULTIPLY', large, 0.66), tone, dark)
    tone = s.mix(s.math('MULTIPLY', small, 0.4), tone, dark)
    smudge = s.noise(s.coords(), 2.5, 7, 0.7)
    shader = s.principled(
        Base_Color=tone, Specular=0.5, Roughness=s.map(smudge, 0.3, 0.7, *gloss_range(0.13, 0.25)),
        Normal=s.bump(s.noise(s.coords(), 1.2, 3), 0.04, 0.05),
    )
    vein = s.math('ADD', s.math('MULTIPLY', large, 0.5), s.math('MULTIPLY', small, 0.3), clamp=True)
    s.tintable('marble', s.math('SUBTRACT', 1.0, vein))
    return s.finish(shader, bounce=shade(light, 0.9))


def build(s):
    marble = veined_marble()
    wall = materials.plaster('wall', '#e9e5de', tint='wall', relief=0.4, scale=0.8, mottle=0.04)

    shapes.rounded_box('counter', (60, 12, 0.6), marble, 0.2, 8).location = (0, -2.8, -0.6)
    shapes.plane('wall', (90, 60), wall, (0, 6.6, 0), (90, 0, 0))

    sun = (-0.8, -0.62, 0.62)
    s.sun(sun, level=1.15, angle=6.0, kelvin=5100, name='Daylight')
    s.gobo(gobos.window(width=13.0, height=16.0, columns=1, rows=1, bar=0.24), sun, 22, (0.2, 1.6, -1.7), roll=4)
    s.softbox((-11, -4, 7), (6, 8), level=0.6, target=(0, 1, 0.5), kelvin=6000, name='Window sky')
    s.softbox((9, -5, 4), (6, 6), group='rim', level=0.16, target=(0, 0, 1), kelvin=5300, name='Reflector')
    s.environment(0.45, 0.75, 1.0, level=0.5, kelvin=5800, boxes=(((-0.8, 0.4, 0.35), 16, 0.8),))
