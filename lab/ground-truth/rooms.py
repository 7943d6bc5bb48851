"""Grounds and lights: where a seller photographs a product, and the objects around it."""

import math

import bpy
import numpy as np

import surfaces
from kit import gobos, materials, plants, shapes
from surfaces import PALETTE

WALLS = ('plaster', 'plaster-blue', 'plaster-green', 'plaster-clay')
# For each ground: its possible textures from textures.py, and its roughness.
PICTURES = {
    'oak': (('oak', 'oak-wide'), 0.46), 'desk': (('oak', 'oak-wide'), 0.4), 'kitchen': (('oak-wide', 'walnut'), 0.4), 'walnut': (('walnut',), 0.42),
    'workbench': (('walnut', 'concrete'), 0.6), 'marble': (('marble',), 0.25), 'linen': (('linen', 'linen-blue', 'linen-rose'), 0.9),
    'concrete': (('concrete',), 0.7), 'terrazzo': (('terrazzo',), 0.35), 'tiles': (('tiles', 'tiles-blue'), 0.3),
    'living-room': (('rug-red', 'rug-blue', 'rug-green'), 0.95),
}
PAPERS = {'pink': '#e3b2b6', 'sky blue': '#9cc3dd', 'sage': '#a9b79a', 'mustard': '#cfa23a', 'terracotta': '#bd7253', 'lavender': '#b9aed2', 'teal': '#3b7f82', 'cream': '#ece0c6'}


class Room:
    """Builds a ground for a thing whose box is `low` to `high` (dm), standing on z = 0 or hanging on the wall at y =
    0.
    """

    def __init__(self, item, low, high, held, pictures):
        self.pictures = pictures
        self.item, self.low, self.high, self.held = item, np.array(low), np.array(high), held
        self.rng = np.random.default_rng(item['seed'] ^ 0x5EED)
        self.size = float(np.max(self.high - self.low))
        self.colors = []
        # Bodies that can hide the thing from the camera; the floor and the walls cannot.
        self.clutter = []
        self.surfaces = []

    def pick(self, options):
        return options[int(self.rng.integers(len(options)))]

    def build(self):
        name = self.item['ground']['name']
        if self.item['pose'] == 'hangs':
            self.wall_only(name)
        elif name.startswith(('paper', 'table')) and self.item['elevationDeg'] < 75 and not (name == 'table-white' and self.item['elevationDeg'] > 30):
            self.sweep(name)
        else:
            self.floor(name)
        if self.item['ground']['kind'] == 'cluttered':
            self.dress(name)

    # Surfaces -----------------------------------------------------------------------------------------------------

    def material(self, name):
        if name in PICTURES:
            pictures, roughness = PICTURES[name]
            return self.pictured(self.pick(pictures), roughness)
        if name == 'paper-colored':
            return self.plain(PAPERS[self.pick(list(PAPERS))])
        return self.plain({'paper-white': '#ecebe8', 'paper-gray': self.pick(('#b9babb', '#8f9194', '#d0d0ce')), 'table-white': '#f0efec', 'paper-black': '#1b1b1d'}[name])

    def pictured(self, name, roughness):
        """A flat surface with a picture of textures.py, scaled to the size of the thing."""
        self.colors.append(name)
        tile = min(10.0, max(1.2, self.size * 3.5))
        s = materials.Surface('ground')
        picture = s.add('TexImage', out=None, Vector=s.stretch(s.coords(), (1 / tile,) * 3, (0, 0, self.rng.uniform(-0.3, 0.3)), self.rng.uniform(0, 1, 3)))
        picture.image = bpy.data.images.load(str(self.pictures / f'{name}.png'), check_existing=True)
        return s.finish(s.principled(Base_Color=picture.outputs['Color'], Roughness=roughness, Specular=0.4))

    def plain(self, color):
        self.colors.append(color)
        s = materials.Surface('ground')
        return s.finish(s.principled(Base_Color=materials.linear(color), Roughness=0.8, Specular=0.2))

    # Shapes -------------------------------------------------------------------------------------------------------

    def sweep(self, name):
        back = float(self.high[1]) + self.size * self.rng.uniform(1.2, 2.2)
        self.surfaces.append(shapes.sweep('ground', self.material(name), width=self.size * 40, front=-self.size * 20, back=back, height=self.size * 12, radius=self.size * 1.1))

    def floor(self, name):
        reach = self.size * 30
        material = self.material(name)
        self.surfaces.append(shapes.place(shapes.plane('ground', (reach * 2, reach * 2), material), (0, 0, 0), (0, 0, float(self.rng.uniform(-20, 20)))))
        if self.item['elevationDeg'] < 60:
            wall = float(self.high[1]) + self.size * self.rng.uniform(0.8, 2.5)
            skin = self.pictured(self.pick(('tiles', 'tiles-blue')), 0.3) if name == 'kitchen' else self.pictured(self.pick(WALLS), 0.9)
            self.surfaces.append(shapes.plane('wall', (reach * 2, reach * 2), skin, (0, wall, 0), (90, 0, 0)))
            if self.item['isLarge']:
                self.surfaces.append(shapes.place(shapes.rounded_box('skirting', (reach * 2, 0.2, 0.9), surfaces.solid('skirting', '#efeeea', 0.4), 0.03), (0, wall - 0.1, 0)))

    def wall_only(self, name):
        reach = self.size * 30
        wall = self.low_wall = float(self.high[1]) + 0.01
        material = self.material(name if not name.startswith('table') else 'paper-white')
        if name in ('desk', 'workbench', 'kitchen', 'living-room'):
            material = self.pictured(self.pick(WALLS), 0.9)
        self.surfaces.append(shapes.plane('wall', (reach * 2, reach * 2), material, (0, wall, 0), (90, 0, 0)))
        self.surfaces.append(shapes.plane('floor', (reach * 2, reach * 2), self.plain('#b7aa98'), (0, 0, float(self.low[2]) - self.size * 2.5)))
        if self.held is not None:
            x, y, z = self.held
            thick = max(0.012, 0.02 * self.size)
            peg = shapes.tube('peg', [(x, wall, z - thick), (x, y - 6 * thick, z - thick), (x, y - 7 * thick, z + thick * 0.6)], thick, surfaces.metal('peg', '#b9bbbe', 0.3), 12)
            self.clutter.append(peg)

    # Things around ------------------------------------------------------------------------------------------------

    def dress(self, name):
        """Adds other things behind the product and beside it, never in front."""
        if self.item['pose'] == 'hangs':
            for side in (-1, 1):
                if self.rng.random() < 0.7:
                    x = (self.high[0] if side > 0 else self.low[0]) + side * self.size * self.rng.uniform(0.4, 0.9)
                    frame = shapes.rounded_box('frame', (self.size * 0.5, 0.06 * self.size, self.size * 0.65), surfaces.solid('frame', self.pick(('#2a2a2c', '#b98a5c', '#efeeea')), 0.4), 0.02)
                    self.clutter.append(shapes.place(frame, (float(x), self.low_wall - 0.03 * self.size, float(self.low[2]) + self.size * self.rng.uniform(-0.1, 0.5))))
            return
        above = self.item['elevationDeg'] > 55
        s = self.size
        places = []
        count = int(self.rng.integers(3, 7))
        for k in range(count):
            side = -1 if k % 2 else 1
            if above:
                x = (self.high[0] if side > 0 else self.low[0]) + side * s * self.rng.uniform(0.25, 0.8)
                y = self.rng.uniform(float(self.low[1]) - 0.2 * s, float(self.high[1]) + 0.6 * s)
            else:
                x = self.rng.uniform(-1.5, 1.5) * s
                y = float(self.high[1]) + s * self.rng.uniform(0.25, 0.9)
            if all((x - a) ** 2 + (y - b) ** 2 > (0.45 * s) ** 2 for a, b in places):
                places.append((float(x), float(y)))
        for x, y in places:
            before = set(bpy.data.objects)
            self.one_thing(0.001)
            bodies = list(set(bpy.data.objects) - before)
            bpy.context.view_layer.update()
            grow = s * self.rng.uniform(0.22, 0.42)
            for body in bodies:
                body.location = (body.location[0] * grow + x, body.location[1] * grow + y, body.location[2] * grow)
                body.scale = [v * grow for v in body.scale]
            self.clutter += bodies

    def one_thing(self, base):
        kind = self.pick(('books', 'vase', 'bowl', 'box', 'plant', 'ball', 'pens'))
        color = self.pick(list(PALETTE.values()))
        if kind == 'books':
            z = 0.0
            for k in range(int(self.rng.integers(2, 5))):
                body = shapes.rounded_box('book', (1.4, 1.0, 0.22), surfaces.solid('book', self.pick(list(PALETTE.values())), 0.5), 0.02)
                shapes.place(body, (0, 0, z), (0, 0, self.rng.uniform(-15, 15)))
                z += 0.22
        elif kind in ('vase', 'bowl'):
            shape = 'bowl' if kind == 'bowl' else self.pick(('bottle', 'jug', 'pot'))
            plants.vase('vase', shape, surfaces.solid('vase', color, self.pick((0.2, 0.6))), (0, 0, 0), 1.0)
        elif kind == 'box':
            shapes.place(shapes.rounded_box('box', (1.1, 0.8, 0.7), surfaces.solid('box', color, 0.6), 0.02), (0, 0, 0), (0, 0, self.rng.uniform(-40, 40)))
        elif kind == 'plant':
            plants.vase('pot', 'pot', surfaces.solid('pot', color, 0.6), (0, 0, 0), 0.7)
            green = materials.leaf('leaf', ['#3f6b34', '#5a8742'], veins=False)
            for k in range(9):
                blade = shapes.leaf_points(1.4, 0.28, 0.4, 0.2)
                tilt = shapes.rotation_matrix(x=0.75)
                around = shapes.rotation_matrix(z=k * 0.7)
                shapes.sheet('leaf', blade @ tilt.T @ around.T + np.array([0, 0, 0.8]), green)
        elif kind == 'ball':
            for k in range(3):
                shapes.place(shapes.sphere('fruit', 0.36, surfaces.solid('fruit', color, 0.35), 4), (0.6 * k - 0.6, 0.3 * (k % 2), 0.34))
        else:
            shapes.turned('cup', shapes.fillet([(0, 0), (0.4, 0), (0.4, 0.9), (0.36, 0.9), (0.36, 0.1), (0, 0.1)], 0.02, 5), surfaces.solid('cup', color, 0.3), 64)
            for k in range(5):
                a = k * 1.3
                shapes.tube('pen', [(0.1 * math.cos(a), 0.1 * math.sin(a), 0.1), (0.34 * math.cos(a), 0.34 * math.sin(a), 1.6)], 0.04, surfaces.solid('pen', self.pick(list(PALETTE.values())), 0.4), 8)


def light(studio, item, center, size):
    """Lamps around a thing. Azimuth 0 is the camera's side, 90 its right."""
    planned = item['light']
    azimuth, elevation = math.radians(planned['azimuthDeg']), math.radians(planned['elevationDeg'])
    top_view = item['elevationDeg'] > 60
    name = planned['name']
    if name == 'flash':
        elevation = math.radians(min(88, item['elevationDeg'] + 3))
    direction = np.array([math.sin(azimuth) * math.cos(elevation), -math.cos(azimuth) * math.cos(elevation), math.sin(elevation)])
    if item['pose'] == 'hangs' and direction[1] > -0.15:
        # Moves the light in front of the wall.
        direction[1] = -0.35
        direction /= np.linalg.norm(direction)
    s, c = size, np.array(center)
    place = lambda d, k: tuple(c + np.array(d) * k * s)  # noqa: E731
    target = tuple(c)
    soft = {'window': 'medium', 'softbox': 'soft', 'overcast': 'soft', 'sun': 'hard', 'ceiling': 'medium', 'two-lamps': 'medium', 'flash': 'hard'}[name]
    if name == 'window':
        studio.softbox(place(direction, 6), (3.2 * s, 4.2 * s), level=1.1, target=target)
        studio.environment(0.25, 0.4, 0.5, level=0.55, boxes=((tuple(direction), 16, 2.5),))
    elif name == 'softbox':
        studio.softbox(place(direction, 5), (3.5 * s, 3.5 * s), level=1.0, target=target)
        other = (-direction[0], direction[1], direction[2] * 0.7)
        studio.softbox(place(other, 6), (3 * s, 4 * s), level=0.3, target=target)
        studio.environment(0.4, 0.6, 0.9, level=0.4, boxes=((tuple(direction), 18, 2.0),))
    elif name == 'overcast':
        studio.softbox(place(direction, 7), (10 * s, 10 * s), level=0.6, target=target)
        studio.environment(0.5, 0.8, 1.1, level=0.75)
    elif name == 'sun':
        studio.sun(tuple(direction), level=1.25, angle=0.8)
        studio.environment(0.35, 0.55, 0.8, level=0.5, boxes=((tuple(direction), 6, 4.0),))
        rng = np.random.default_rng(item['seed'])
        if rng.random() < 0.3:
            body = gobos.window(width=7, height=9) if rng.random() < 0.5 else gobos.branch(int(rng.integers(1, 99)), length=9, leaves=22, leaf=1.2)
            grow = s / 2.5
            body = studio.gobo(body, tuple(direction), 7 * s, tuple(c + np.array([0.3, 0.2, 0]) * s), roll=float(rng.uniform(0, 180)))
            body.matrix_world = body.matrix_world @ __import__('mathutils').Matrix.Scale(grow, 4)
    elif name == 'ceiling':
        studio.softbox(place(direction, 8), (1.6 * s, 1.6 * s), level=0.95, target=target, round_=True)
        studio.environment(0.4, 0.5, 0.5, level=0.6)
    elif name == 'two-lamps':
        studio.softbox(place(direction, 5), (1.2 * s, 1.2 * s), level=0.9, target=target, round_=True)
        other = (-direction[0], direction[1], direction[2])
        studio.softbox(place(other, 6), (1.2 * s, 1.2 * s), level=0.4, target=target, round_=True)
        studio.environment(0.4, 0.5, 0.7, level=0.45)
    else:
        studio.softbox(place(direction, 6), (0.35 * s, 0.35 * s), level=0.8, target=target, round_=True)
        studio.environment(0.4, 0.5, 0.6, level=0.5)
    degrees = math.degrees(math.atan2(direction[0], -direction[1]))
    high = math.degrees(math.asin(direction[2]))
    side = 'above' if high > 68 and not top_view else 'front' if abs(degrees) < 25 else 'back' if abs(degrees) > 155 else 'right' if degrees > 0 else 'left'
    return {'name': name, 'azimuthDeg': round(degrees, 1), 'elevationDeg': round(high, 1), 'side': side, 'softness': soft}
