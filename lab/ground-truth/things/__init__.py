"""The registry of things, and the maker that their builders work with.

A builder builds its thing around the origin on z = 0, its front towards -Y, in decimeters, at its true size.
"""

import math

import bpy
import numpy as np
from mathutils import Matrix, Vector

import surfaces
from kit import shapes

BUILDERS = {}
FONTS = '/usr/share/fonts/truetype/dejavu/'
CAP_HEIGHT = 0.729


def thing(name):
    def register(build):
        BUILDERS[name] = build
        return build

    return register


class Maker:
    """Makes the random choices for one item, and collects the facts about it to record."""

    def __init__(self, item):
        self.item = item
        self.rng = np.random.default_rng(item['seed'])
        self.pose = item['pose']
        self.tone = item['tone']
        self.words = list(item['words'])
        self.colors = []
        self.materials = []
        self.printed = []
        # Rotation that lays a standing thing down, in degrees; None when the builder itself lays the thing down.
        self.lying = (-90, 0, 0)
        # For hanging things: the point that the peg holds, or None when the thing is flat against the wall.
        self.held = None

    def chance(self, share):
        return self.rng.random() < share

    def between(self, low, high):
        return float(self.rng.uniform(low, high))

    def pick(self, *options):
        return options[int(self.rng.integers(len(options)))]

    def color(self, area, share, *names, fixed=False):
        """A color for an area, recorded by its everyday name; white or black when the item's tone requires it."""
        name = self.pick(*names)
        if not fixed and self.tone == 'white-on-white':
            name = 'white'
        if not fixed and self.tone == 'black-on-black':
            name = 'black'
        self.colors.append({'area': area, 'name': name, 'hex': surfaces.PALETTE[name], 'share': share})
        return surfaces.PALETTE[name]

    def made_of(self, *names):
        self.materials += [n for n in names if n not in self.materials]

    def ink_on(self, hex_color):
        light = sum(int(hex_color[i : i + 2], 16) for i in (1, 3, 5)) > 330
        return surfaces.printed('ink', '#1d1d20' if light else '#f2efe8')

    def letters(self, text, height, material, surface, normal, font='DejaVuSans-Bold.ttf', width=None):
        """Prints `text` with capitals of `height` dm; `surface(x, y)` maps flat letters to points on the thing."""
        curve = bpy.data.curves.new('text', 'FONT')
        curve.body = text
        curve.font = bpy.data.fonts.load(FONTS + font, check_existing=True)
        curve.size = height / CAP_HEIGHT
        curve.align_x = 'CENTER'
        curve.resolution_u = 4
        flat = bpy.data.objects.new('text', curve)
        bpy.context.collection.objects.link(flat)
        mesh = bpy.data.meshes.new_from_object(flat.evaluated_get(bpy.context.evaluated_depsgraph_get()))
        bpy.data.objects.remove(flat)
        points = np.empty(len(mesh.vertices) * 3)
        mesh.vertices.foreach_get('co', points)
        points = points.reshape(-1, 3)
        if width is not None:
            wide = float(np.ptp(points[:, 0]))
            if wide > width:
                points *= width / wide
        placed = np.array([surface(x, y) for x, y, _ in points])
        mesh.vertices.foreach_set('co', placed.reshape(-1))
        mesh.update()
        mesh.materials.clear()
        mesh.materials.append(material)
        body = bpy.data.objects.new('print', mesh)
        bpy.context.collection.objects.link(body)
        self.printed.append((text, body, np.asarray(normal, float)))
        return body

    def letters_flat(self, text, height, material, center, width=None, font='DejaVuSans-Bold.ttf'):
        """Prints `text` on a face towards -Y."""
        cx, cy, cz = center
        return self.letters(text, height, material, lambda x, y: (cx + x, cy - 0.004, cz + y), (0, -1, 0), font, width)

    def letters_round(self, text, height, material, radius, z, width=None, font='DejaVuSans-Bold.ttf'):
        """Prints `text` around the front of a cylinder about Z."""
        r = radius + 0.004
        return self.letters(
            text, height, material, lambda x, y: (r * math.sin(x / r), -r * math.cos(x / r), z + y), (0, -1, 0), font, width
        )


def turned(profile, material, radius=0.03, segments=128, steps=7):
    return shapes.turned('turned', shapes.fillet(profile, radius, steps), material, segments)


def bezier(points, count=40):
    """A smooth curve through points (Catmull-Rom)."""
    p = np.asarray(points, float)
    p = np.concatenate([[2 * p[0] - p[1]], p, [2 * p[-1] - p[-2]]])
    out = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:]):
        t = np.linspace(0, 1, count, endpoint=False)[:, None]
        out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3))
    return np.concatenate([*out, [p[-2]]])


def rod(points, radius, material, count=24, sides=12):
    return shapes.tube('rod', bezier(points, count), radius, material, sides)


def box(size, material, location=(0, 0, 0), rotation=(0, 0, 0), bevel=0.03):
    return shapes.place(shapes.rounded_box('box', size, material, bevel, 3), location, rotation)


def ball(radius, material, location, scale=(1, 1, 1), subdivisions=5):
    return shapes.place(shapes.sphere('ball', radius, material, subdivisions), location, (0, 0, 0), scale)


def band(way, width, material, across, thickness=0.03):
    """A flat strap along `way`, `across` the direction of its width."""
    side = np.asarray(across, float) / np.linalg.norm(across)
    rows = np.array([[p + side * w for w in np.linspace(-width / 2, width / 2, 5)] for p in np.asarray(way, float)])
    return shapes.sheet('band', rows, material, thickness)


def turn_all(bodies, rotation, shift=(0, 0, 0)):
    """Rotates bodies about the origin, in degrees, then moves them."""
    x, y, z = (math.radians(a) for a in rotation)
    matrix = Matrix.Translation(Vector(shift)) @ Matrix.Rotation(z, 4, 'Z') @ Matrix.Rotation(y, 4, 'Y') @ Matrix.Rotation(x, 4, 'X')
    bpy.context.view_layer.update()
    for body in bodies:
        body.matrix_world = matrix @ body.matrix_world
    bpy.context.view_layer.update()


from . import carried, furnished, gadgets, household, kitchen, sport, vessels  # noqa: E402, F401
