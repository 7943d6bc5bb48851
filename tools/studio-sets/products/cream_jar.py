"""A jar of cream: frosted glass, white cream inside, a brushed gold lid, a printed label."""

from kit import materials, shapes
from kit.graph import Surface
from kit.materials import linear

from . import photo

INFO = photo.info('cream-jar', 'Jar of face cream', elevation=12, distance=6.6, aim=(0, 0, 0.48), samples=24)


def label():
    """White lacquer with three lines of print as fine bars: no letters, so that no language is claimed."""
    s = Surface('label')
    at = s.add('SeparateXYZ', out=None, Vector=s.coords())
    x, z = at.outputs['X'], at.outputs['Z']
    ink = None
    for height, half, thick in ((0.40, 0.2, 0.022), (0.32, 0.13, 0.008), (0.285, 0.16, 0.008)):
        bar = s.math('MULTIPLY', s.math('LESS_THAN', s.math('ABSOLUTE', s.math('SUBTRACT', z, height)), thick), s.math('LESS_THAN', s.math('ABSOLUTE', x), half))
        front = s.math('MULTIPLY', bar, s.math('LESS_THAN', at.outputs['Y'], 0.0))
        ink = front if ink is None else s.math('MAXIMUM', ink, front)
    tone = s.mix(ink, linear('#eef0ea'), linear('#5c6b5a'))
    return s.finish(s.principled(Base_Color=tone, Roughness=0.3, Specular=0.5, Clearcoat=0.5, Clearcoat_Roughness=0.1))


def build(s):
    photo.corner(s, '#eceae7')
    gold = materials.metal('lid', '#d9b07a', roughness=0.24, brushed=0.4)
    glass = materials.glass('glass', '#f2f7f5', roughness=0.05)
    body = [(0, 0), (0.72, 0), (0.74, 0.62), (0.66, 0.66), (0, 0.66)]
    shapes.turned('glass', shapes.fillet(body, [0.08, 0.06, 0.02], 9), glass, 192)
    inner = [(0, 0.07), (0.64, 0.07), (0.66, 0.58), (0, 0.58)]
    shapes.turned('cream', shapes.fillet(inner, 0.06, 9), label(), 192)
    lid = [(0, 0.64), (0.735, 0.64), (0.735, 0.96), (0, 0.965)]
    shapes.turned('lid', shapes.fillet(lid, [0.015, 0.035], 8), gold, 192)
