"""A jar of cream: opal glass with a printed front, a brushed gold lid."""

from kit import materials, shapes
from kit.graph import Surface
from kit.materials import linear

from . import photo

INFO = photo.info('cream-jar', 'Jar of face cream', elevation=12, distance=5.0, aim=(0, 0, 0.48), samples=6)


def label():
    """Opal glass with three printed bars instead of letters, so that the label is in no language."""
    s = Surface('label')
    at = s.add('SeparateXYZ', out=None, Vector=s.coords())
    x, z = at.outputs['X'], at.outputs['Z']
    ink = None
    for height, half, thick in ((0.40, 0.2, 0.022), (0.32, 0.13, 0.008), (0.285, 0.16, 0.008)):
        bar = s.math('MULTIPLY', s.math('LESS_THAN', s.math('ABSOLUTE', s.math('SUBTRACT', z, height)), thick), s.math('LESS_THAN', s.math('ABSOLUTE', x), half))
        front = s.math('MULTIPLY', bar, s.math('LESS_THAN', at.outputs['Y'], 0.0))
        ink = front if ink is None else s.math('MAXIMUM', ink, front)
    tone = s.mix(ink, linear('#eef0ea'), linear('#5c6b5a'))
    return s.finish(s.principled(Base_Color=tone, Roughness=0.2, Specular=0.5, Clearcoat=0.6, Clearcoat_Roughness=0.08))


def build(s):
    photo.corner(s, '#eceae7')
    gold = materials.metal('lid', '#d9b07a', roughness=0.24, brushed=0.4)
    body = [(0, 0), (0.72, 0), (0.74, 0.62), (0.66, 0.66), (0, 0.66)]
    shapes.turned('body', shapes.fillet(body, [0.08, 0.06, 0.02], 9), label(), 192)
    lid = [(0, 0.64), (0.735, 0.64), (0.735, 0.96), (0, 0.965)]
    shapes.turned('lid', shapes.fillet(lid, [0.015, 0.035], 8), gold, 192)
