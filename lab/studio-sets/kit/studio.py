"""The studio around a set: camera, light groups, render layers, and the description for `set.json`."""

import math
from dataclasses import dataclass, field

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

from .graph import Graph
from .materials import linear


@dataclass
class View:
    """A camera: `elevation` in degrees above the horizon, `distance` in dm to `aim`, which is the image's centre."""

    elevation: float
    distance: float
    aim: tuple
    focal_mm: float = 70.0
    azimuth: float = 0.0
    f_stop: float = 16.0


@dataclass
class Stage:
    """Where a product stands, and the room it has, in dm."""

    point: tuple = (0.0, 0.0, 0.0)
    max_width: float = 2.6
    max_height: float = 2.6


@dataclass
class Info:
    """What a set says about itself."""

    id: str
    title: str
    stage: Stage
    views: dict
    keywords: dict
    tints: dict = field(default_factory=dict)
    floor_gloss: float = 0.05
    floor_roughness: float = 0.8
    white_level: float = 0.8
    samples: int = 5


# The white balance of the sets: light of this temperature looks white.
WHITE_BALANCE_K = 5500


def _black_body(kelvin):
    t = kelvin / 100
    red = 1.0 if t <= 66 else 1.2929 * (t - 60) ** -0.1332
    green = 0.39008 * math.log(t) - 0.63184 if t <= 66 else 1.1299 * (t - 60) ** -0.0755
    blue = 1.0 if t >= 66 else 0.0 if t <= 19 else 0.54321 * math.log(t - 10) - 1.19625
    return [max(0.0, min(1.0, c)) ** 2.2 for c in (red, green, blue)]


def temperature(kelvin):
    """Linear RGB of a black body as daylight film sees it, luminance 1 (fit: Tanner Helland, 2012, taken to linear)."""
    rgb = [c / w for c, w in zip(_black_body(kelvin), _black_body(WHITE_BALANCE_K))]
    luminance = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]
    return [c / luminance for c in rgb]


class Studio:
    """One set being built. Lights are white; their colours are weights at composition time."""

    def __init__(self, info, view_name, size, samples):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.info = info
        self.view = info.views[view_name]
        self.view_name = view_name
        self.scene = bpy.context.scene
        self.layer = bpy.context.view_layer
        self.lights = []
        self._render_settings(size, samples)
        self._camera()
        world = bpy.data.worlds.new('environment')
        self.scene.world = world
        world.use_nodes = True
        self.world = world

    def _render_settings(self, size, samples):
        scene = self.scene
        scene.render.engine = 'CYCLES'
        cycles = scene.cycles
        cycles.device = 'CPU'
        cycles.samples = samples
        cycles.use_adaptive_sampling = True
        cycles.adaptive_threshold = 0.03
        cycles.adaptive_min_samples = 8
        cycles.use_denoising = False
        cycles.max_bounces = 6
        cycles.diffuse_bounces = 2
        cycles.glossy_bounces = 3
        cycles.transmission_bounces = 8
        cycles.transparent_max_bounces = 8
        cycles.sample_clamp_indirect = 4.0
        cycles.sample_clamp_direct = 0.0
        cycles.blur_glossy = 1.0
        cycles.caustics_reflective = False
        cycles.caustics_refractive = False
        cycles.pixel_filter_type = 'BLACKMAN_HARRIS'
        cycles.filter_width = 1.4
        scene.render.use_persistent_data = True
        scene.render.resolution_x = scene.render.resolution_y = size
        scene.render.resolution_percentage = 100
        scene.view_settings.view_transform = 'Standard'
        scene.render.image_settings.file_format = 'OPEN_EXR_MULTILAYER'
        scene.render.image_settings.color_depth = '32'
        scene.render.image_settings.exr_codec = 'ZIP'
        self.layer.use_pass_z = True
        self.layer.cycles.denoising_store_passes = True
        for slot in self.info.tints:
            aov = self.layer.aovs.add()
            aov.name = f'tint-{slot}'
            aov.type = 'VALUE'

    def _camera(self):
        view = self.view
        data = bpy.data.cameras.new('camera')
        data.lens = view.focal_mm
        data.sensor_width = 36
        data.clip_start = 0.1
        data.clip_end = 2000
        camera = bpy.data.objects.new('camera', data)
        bpy.context.collection.objects.link(camera)
        elevation, azimuth = math.radians(view.elevation), math.radians(view.azimuth)
        offset = Vector(
            (math.sin(azimuth) * math.cos(elevation), -math.cos(azimuth) * math.cos(elevation), math.sin(elevation))
        )
        aim = Vector(view.aim)
        camera.location = aim + offset * view.distance
        camera.rotation_euler = (aim - camera.location).to_track_quat('-Z', 'Y').to_euler()
        data.dof.use_dof = True
        data.dof.focus_distance = (Vector(self.info.stage.point) - camera.location).length
        # Cycles reads the focal length as thousandths of a unit; ours are decimetres, so a tenth of the stop.
        data.dof.aperture_fstop = view.f_stop / 10
        self.scene.camera = camera
        self.camera = camera

    # Lights -------------------------------------------------------------------------------------------------------

    def _register(self, group, name, kind, location, target, angular_size, kelvin, colour, weight):
        if group not in [g.name for g in self.layer.lightgroups]:
            self.layer.lightgroups.add(name=group)
        if any(light['group'] == group for light in self.lights):
            return
        to_light = (Vector(location) - Vector(target)).normalized()
        rgb = list(linear(colour)) if colour else temperature(kelvin)
        self.lights.append(
            {
                'group': group, 'name': name, 'kind': kind, 'direction': list(to_light),
                'angularSizeDeg': angular_size, 'temperatureK': kelvin if not colour else None, 'color': rgb, 'weight': weight,
            }
        )

    def _lamp(self, name, kind, group, location, target):
        data = bpy.data.lights.new(name, kind)
        lamp = bpy.data.objects.new(name, data)
        bpy.context.collection.objects.link(lamp)
        lamp.location = location
        lamp.rotation_euler = (Vector(target) - Vector(location)).to_track_quat('-Z', 'Y').to_euler()
        lamp.lightgroup = group
        return lamp, data

    def sun(self, direction, group='key', level=1.0, angle=1.5, kelvin=5200, colour=None, weight=1.0, name='Sun'):
        """Parallel light from `direction` (towards the light). `level`: brightness of white that faces it."""
        location = Vector(direction).normalized() * 60
        lamp, data = self._lamp(name, 'SUN', group, location, (0, 0, 0))
        data.energy = level * math.pi
        data.angle = math.radians(angle)
        self._register(group, name, 'sun', location, (0, 0, 0), angle, kelvin, colour, weight)
        return lamp

    def softbox(
        self, location, size, group='fill', level=0.5, target=(0, 0, 1), kelvin=5600, colour=None, weight=1.0,
        name='Softbox', spread=180, round_=False,
    ):
        """Area light; `level`: brightness of white at `target` that faces it."""
        lamp, data = self._lamp(name, 'AREA', group, location, target)
        width, height = size if hasattr(size, '__len__') else (size, size)
        data.shape = 'ELLIPSE' if round_ else 'RECTANGLE'
        data.size, data.size_y = width, height
        data.spread = math.radians(spread)
        distance = (Vector(location) - Vector(target)).length
        data.energy = level * math.pi**2 * distance**2
        angular = math.degrees(2 * math.atan(math.sqrt(width * height) / 2 / distance))
        self._register(group, name, 'softbox', location, target, angular, kelvin, colour, weight)
        return lamp

    def spot(
        self, location, target=(0, 0, 0), group='key', level=1.0, cone=30, blend=0.4, radius=0.3, kelvin=4800,
        colour=None, weight=1.0, name='Spot',
    ):
        lamp, data = self._lamp(name, 'SPOT', group, location, target)
        distance = (Vector(location) - Vector(target)).length
        data.energy = level * 4 * math.pi**2 * distance**2
        data.spot_size = math.radians(cone)
        data.spot_blend = blend
        data.shadow_soft_size = radius
        angular = math.degrees(2 * math.atan(radius / distance))
        self._register(group, name, 'spot', location, target, angular, kelvin, colour, weight)
        return lamp

    def practical(self, body, group='practical', name='Practical', colour=None, kelvin=3200, weight=1.0, at=None):
        """A visible, glowing object as a light group of its own."""
        body.lightgroup = group
        where = at if at is not None else tuple(body.location)
        self._register(group, name, 'practical', where, self.info.stage.point, 10, kelvin, colour, weight)

    def environment(
        self, low=0.35, horizon=0.7, high=1.0, level=1.0, kelvin=6500, colour=None, weight=1.0, boxes=(), group='env',
    ):
        """Grey dome, `low` below to `high` above; `boxes`: (direction, half width°, level) windows for reflections."""
        g = Graph(self.world.node_tree)
        direction = g.add('TexCoord', out='Generated')
        z = g.add('SeparateXYZ', out='Z', Vector=direction)
        up = g.map(z, 0.0, 0.8, horizon, high, smooth=True)
        down = g.map(z, -0.5, 0.0, low, horizon, smooth=True)
        value = g.add('Mix', {'data_type': 'FLOAT'}, out=None)
        g._feed(value.inputs['Factor'], g.math('GREATER_THAN', z, 0.0))
        g._feed(value.inputs['A'], down)
        g._feed(value.inputs['B'], up)
        total = value.outputs[0]
        for towards, half_angle, brightness in boxes:
            axis = Vector(towards).normalized()
            dot = g.add('VectorMath', {'operation': 'DOT_PRODUCT'}, out='Value', Vector=direction)
            dot.node.inputs[1].default_value = axis
            edge = math.cos(math.radians(half_angle))
            patch = g.map(dot, edge - 0.03, edge + 0.03, 0, brightness, smooth=True)
            total = g.math('ADD', total, patch)
        background = g.add('Background', Color=(1, 1, 1), Strength=g.math('MULTIPLY', total, level))
        output = g.add('OutputWorld', out=None)
        self.world.node_tree.links.new(background, output.inputs['Surface'])
        self.world.lightgroup = group
        self._register(group, 'Environment', 'environment', (0, 0, 10), (0, 0, 0), 180, kelvin, colour, weight)

    def gobo(self, body, direction, distance, target=(0, 0, 0), roll=0.0):
        """Hangs `body` (drawn in its XY plane) in the light that comes from `direction`, seen by shadow rays alone."""
        axis = Vector(direction).normalized()
        turn = axis.to_track_quat('Z', 'Y').to_matrix().to_4x4()
        spin = Matrix.Rotation(math.radians(roll), 4, 'Z')
        body.matrix_world = Matrix.Translation(Vector(target) + axis * distance) @ turn @ spin
        body.visible_camera = body.visible_diffuse = body.visible_glossy = body.visible_transmission = False
        return body

    # Output -------------------------------------------------------------------------------------------------------

    def render(self, path, seed):
        self.scene.cycles.seed = seed
        self.scene.render.filepath = path
        bpy.ops.render.render(write_still=True)

    def describe(self):
        """Everything of `set.json` that the scene knows."""
        scene, info, view = self.scene, self.info, self.view
        bpy.context.view_layer.update()
        point = Vector(info.stage.point)

        def image(world):
            p = world_to_camera_view(scene, self.camera, world)
            return [p.x, 1 - p.y]

        foot = image(point)
        right = (self.camera.matrix_world.to_3x3() @ Vector((1, 0, 0))).normalized()
        left_edge, right_edge = image(point - right * info.stage.max_width / 2), image(point + right * info.stage.max_width / 2)
        top = image(point + Vector((0, 0, info.stage.max_height)))
        return {
            'family': info.id,
            'title': info.title,
            'view': self.view_name,
            'camera': {
                'elevationDeg': view.elevation,
                'focalLengthMm': view.focal_mm,
                'sensorMm': 36,
                'fovDeg': math.degrees(self.camera.data.angle),
                'positionDm': list(self.camera.matrix_world.translation),
                'worldToCamera': [list(row) for row in self.camera.matrix_world.inverted()],
            },
            'stage': {
                'world': list(point),
                'image': foot,
                'maxWidthDm': info.stage.max_width,
                'maxHeightDm': info.stage.max_height,
                'maxWidth': right_edge[0] - left_edge[0],
                'maxHeight': foot[1] - top[1],
            },
            'floor': {'normal': [0, 0, 1], 'heightDm': point.z, 'gloss': info.floor_gloss, 'roughness': info.floor_roughness},
            'lights': self.lights,
            'tints': info.tints,
            'keywords': info.keywords,
            'whiteLevel': info.white_level,
            'render': {
                'renderer': f'Cycles {bpy.app.version_string}',
                'samples': 2 * scene.cycles.samples,
                'size': scene.render.resolution_x,
            },
        }
