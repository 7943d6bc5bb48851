"""Renders items of the plan, one after the other, as layers. Run by Blender:

blender -b --factory-startup --python render.py -- PLAN.json WORK_DIR OUT_DIR [--limit N] [--scale S] ID...

Skips items that OUT_DIR already has. Writes these files per item to WORK_DIR/ID, for develop.py:
  product.exr  the product alone, lit as in the room: its coverage and its light
  through.exr  only for clear things: the product in front of even white, without reflections
  texture.exr  the room without the product: colors and shapes, no light
  light.exr    the light in the room, a third of the size: with the product's shadow and mirror image, without the product
  empty.exr    the same without the product's shadow, about a seventh of the size
  scene.json   a description of the scene
"""

import argparse
import json
import math
import pathlib
import shutil
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'studio-sets')]

import bpy  # noqa: E402
import numpy as np  # noqa: E402
from bpy_extras.object_utils import world_to_camera_view  # noqa: E402
from mathutils import Matrix, Vector  # noqa: E402

import rooms  # noqa: E402
import surfaces  # noqa: E402
from kit import shapes  # noqa: E402
from kit.studio import Studio  # noqa: E402
from things import BUILDERS, Maker, turn_all  # noqa: E402

PRODUCT_SAMPLES, THROUGH_SAMPLES, TEXTURE_SAMPLES, LIGHT_SAMPLES, EMPTY_SAMPLES = 12, 9, 2, 8, 8
# A thing that fills the frame is rendered with fewer samples: at most PRODUCT_RAYS rays, but at least FEWEST_SAMPLES.
PRODUCT_RAYS, FEWEST_SAMPLES = 1_300_000, 6
# Light on the ground is smooth, so it is rendered smaller than the ground's texture.
LIGHT_SCALE, EMPTY_SCALE = 0.3, 0.15
# A phone's focal length is given for 36 mm film, so this sensor width goes with it.
SENSOR_MM = 36


class Booth(Studio):
    """Studio with the lamps of the studio sets, but without a set, and with its own camera and render passes."""

    def __init__(self, item, scale):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.item = item
        self.scene = bpy.context.scene
        self.layer = bpy.context.view_layer
        self.lights = []
        self._settings(item, scale)
        world = bpy.data.worlds.new('environment')
        self.scene.world = world
        world.use_nodes = True
        # The sky is so smooth that an importance map of it costs more than it saves.
        world.cycles.sampling_method = 'NONE'
        self.world = world
        self.cpu = {}

    def _settings(self, item, scale):
        scene = self.scene
        scene.render.engine = 'CYCLES'
        cycles = scene.cycles
        cycles.device = 'CPU'
        cycles.use_denoising = False
        cycles.use_adaptive_sampling = True
        cycles.adaptive_threshold = 0.12
        cycles.max_bounces = 12 if item['kind'] == 'clear' else 4
        cycles.diffuse_bounces = 1
        cycles.glossy_bounces = 2
        cycles.transmission_bounces = 12
        cycles.transparent_max_bounces = 12
        cycles.sample_clamp_indirect = 3.0
        cycles.blur_glossy = 1.0
        cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.pixel_filter_type = 'BLACKMAN_HARRIS'
        cycles.filter_width = 1.5
        cycles.film_transparent_glass = False
        scene.cycles_curves.shape = 'RIBBONS'
        scene.render.threads_mode = 'FIXED'
        scene.render.threads = 2
        scene.render.use_persistent_data = True
        scene.render.resolution_x = round(item['widthPx'] * scale)
        scene.render.resolution_y = round(item['heightPx'] * scale)
        scene.render.resolution_percentage = 100
        scene.render.image_settings.file_format = 'OPEN_EXR_MULTILAYER'
        scene.render.image_settings.color_depth = '32'
        scene.render.image_settings.exr_codec = 'NONE'
        scene.view_settings.view_transform = 'Standard'

    def _register(self, *_):
        """Does nothing: these lamps need no light groups, because their mix never changes after the render."""

    def shoot(self, path, samples, percentage=100, transparent=False, lit=True, groups=(), border=None):
        """One render. `lit=False` renders colors and shapes without light."""
        scene, layer, started = self.scene, self.layer, time.process_time()
        bounces = scene.cycles.max_bounces
        scene.cycles.samples = samples
        scene.cycles.adaptive_min_samples = min(6, samples)
        scene.cycles.seed = self.item['seed'] % 100_000
        scene.cycles.max_bounces = bounces if lit else 0
        scene.render.film_transparent = transparent
        scene.render.resolution_percentage = percentage
        scene.render.filepath = str(path)
        scene.render.use_border = border is not None
        scene.render.use_crop_to_border = False
        if border is not None:
            scene.render.border_min_x, scene.render.border_max_x, scene.render.border_min_y, scene.render.border_max_y = border
        layer.cycles.denoising_store_passes = True
        layer.use_pass_diffuse_color = not lit or not transparent
        layer.use_pass_diffuse_direct = layer.use_pass_diffuse_indirect = lit and not transparent
        for _ in list(layer.lightgroups):
            bpy.ops.scene.view_layer_remove_lightgroup()
        for group in groups:
            layer.lightgroups.add(name=group)
        bpy.ops.render.render(write_still=True)
        scene.cycles.max_bounces = bounces
        self.cpu[path.stem] = round(time.process_time() - started, 2)


def points_of(bodies):
    """Sample of the vertices of all meshes, in world coordinates."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    found = []
    for body in bodies:
        if body.type not in ('MESH', 'CURVE'):
            continue
        evaluated = body.evaluated_get(depsgraph)
        mesh = evaluated.to_mesh()
        if len(mesh.vertices):
            p = np.empty(len(mesh.vertices) * 3)
            mesh.vertices.foreach_get('co', p)
            p = p.reshape(-1, 3)
            step = max(1, len(p) // 1500)
            p = p[::step]
            m = np.array(body.matrix_world)
            found.append(p @ m[:3, :3].T + m[:3, 3])
            if body.particle_systems:
                # Adds points around the mesh, because hair extends beyond it.
                middle = found[-1].mean(0)
                reach = body.particle_systems[0].settings.hair_length
                away = found[-1] - middle
                found.append(found[-1] + away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6) * reach)
        evaluated.to_mesh_clear()
    return np.concatenate(found)


def pose(t, item, bodies):
    """Poses the thing as it stands, lies or hangs, and sets it on the ground. Returns its points."""
    if item['pose'] == 'lies' and t.lying is not None:
        turn_all(bodies, t.lying)
        x, y, z = (math.radians(a) for a in t.lying)
        turn = np.array((Matrix.Rotation(z, 3, 'Z') @ Matrix.Rotation(y, 3, 'Y') @ Matrix.Rotation(x, 3, 'X')))
        t.printed = [(text, body, turn @ normal) for text, body, normal in t.printed]
    yaw = item['yawDeg']
    if item['pose'] == 'hangs':
        yaw = max(-12, min(12, yaw / 8)) if t.held is not None else 0
    elif item['thing'] in ('slat-chair', 'shelf', 'record-player') and abs(yaw) > 70:
        yaw = math.copysign(180 - abs(yaw), yaw) if abs(yaw) > 110 else yaw * 0.6
    turn_all(bodies, (0, 0, yaw))
    turn = np.array(Matrix.Rotation(math.radians(yaw), 3, 'Z'))
    t.printed = [(text, body, turn @ normal) for text, body, normal in t.printed]
    held = None if t.held is None else turn @ np.array(t.held)
    points = points_of(bodies)
    center = (points.min(0) + points.max(0)) / 2
    shift = np.array([-center[0], -center[1], -points[:, 2].min()])
    if item['pose'] == 'hangs':
        shift = np.array([-center[0], -points[:, 1].max(), 0])
    turn_all(bodies, (0, 0, 0), shift)
    if held is not None:
        held = held + shift
    return points + shift, held, yaw


def aim_camera(booth, item, points):
    """The camera at its elevation, at the distance where the thing fills its share of the frame. Returns the border
    of the thing.
    """
    scene = booth.scene
    data = bpy.data.cameras.new('camera')
    camera = bpy.data.objects.new('camera', data)
    bpy.context.collection.objects.link(camera)
    scene.camera = camera
    booth.camera = camera
    width, height = item['widthPx'], item['heightPx']
    data.sensor_fit = 'HORIZONTAL' if width >= height else 'VERTICAL'
    data.sensor_width = data.sensor_height = SENSOR_MM
    data.lens = item['focalMm']
    data.clip_start, data.clip_end = 0.01, 5000
    elevation, roll = math.radians(item['elevationDeg']), math.radians(item['rollDeg'])
    back = np.array([0, -math.cos(elevation), math.sin(elevation)])
    right = np.array([1.0, 0, 0])
    up = np.cross(back, right)
    right, up = right * math.cos(roll) + up * math.sin(roll), up * math.cos(roll) - right * math.sin(roll)
    half = SENSOR_MM / 2 / item['focalMm']
    half_x, half_y = (half, half * height / width) if width >= height else (half * width / height, half)
    target = (points.min(0) + points.max(0)) / 2
    fill = item['fill']

    def extent(target, distance):
        p = points - target
        depth = distance - p @ back
        x, y = p @ right / depth / half_x, p @ up / depth / half_y
        return x.min(), x.max(), y.min(), y.max(), depth.min()

    low, high = 0.1, 3000.0
    for _ in range(60):
        middle = math.sqrt(low * high)
        x0, x1, y0, y1, near = extent(target, middle)
        too_near = near <= 0.02 * middle or max(x1 - x0, y1 - y0) / 2 > fill
        low, high = (middle, high) if too_near else (low, middle)
    distance = high
    for _ in range(4):
        x0, x1, y0, y1, _ = extent(target, distance)
        shift_x, shift_y = (x0 + x1) / 2 - item['offset'][0], (y0 + y1) / 2 - item['offset'][1]
        target = target + right * shift_x * half_x * distance + up * shift_y * half_y * distance
    place = target + back * distance
    m = np.eye(4)
    m[:3, 0], m[:3, 1], m[:3, 2], m[:3, 3] = right, up, back, place
    camera.matrix_world = Matrix(m.tolist())
    bpy.context.view_layer.update()
    x0, x1, y0, y1, _ = extent(target, distance)
    # Fur gets a wide margin, because the extent of its hair is unknown before the render.
    margin = 0.02 if item['kind'] != 'fur' else 2
    border = [(v + 1) / 2 for v in (x0 - margin, x1 + margin, y0 - margin, y1 + margin)]
    return [min(1, max(0, v)) for v in border]


def see(bodies, camera):
    for body in bodies:
        body.visible_camera = camera


def words_of(t, booth, item):
    """The words that face the camera, with the height of their capitals in the picture."""
    bpy.context.view_layer.update()
    found = []
    place = np.array(booth.camera.matrix_world.translation)
    for text, body, normal in t.printed:
        mesh = body.data
        p = np.empty(len(mesh.vertices) * 3)
        mesh.vertices.foreach_get('co', p)
        m = np.array(body.matrix_world)
        p = p.reshape(-1, 3) @ m[:3, :3].T + m[:3, 3]
        center = (p.min(0) + p.max(0)) / 2
        towards = place - center
        facing = float(normal @ towards / np.linalg.norm(towards) / np.linalg.norm(normal))
        xy = np.array([world_to_camera_view(booth.scene, booth.camera, Vector(q))[:2] for q in p[:: max(1, len(p) // 200)]])
        x, y = xy[:, 0] * item['widthPx'], (1 - xy[:, 1]) * item['heightPx']
        inside = x.min() > 0 and y.min() > 0 and x.max() < item['widthPx'] and y.max() < item['heightPx']
        if facing > 0.3 and inside:
            box = {'leftPx': round(float(x.min())), 'topPx': round(float(y.min())), 'widthPx': round(float(np.ptp(x))), 'heightPx': round(float(np.ptp(y)))}
            found.append({'text': text, 'facing': round(facing, 2), 'box': box})
    return found


def foot_of(points, booth, item):
    """Bounds of the area where the thing touches the ground, in pixels; None if it hangs."""
    if item['pose'] == 'hangs':
        return None
    low = points[points[:, 2] < points[:, 2].min() + 0.02 * max(0.1, np.ptp(points[:, 2]))]
    xy = np.array([world_to_camera_view(booth.scene, booth.camera, Vector(q))[:2] for q in low[:: max(1, len(low) // 300)]])
    x, y = xy[:, 0] * item['widthPx'], (1 - xy[:, 1]) * item['heightPx']
    return {'leftPx': round(float(x.min()), 1), 'rightPx': round(float(x.max()), 1), 'topPx': round(float(y.min()), 1), 'bottomPx': round(float(y.max()), 1)}


def white_dome(center, size):
    """Even white background on all sides for clear things, visible only to rays that passed through them."""
    s = surfaces.Surface('dome')
    material = s.finish(s.add('Emission', Color=(1, 1, 1), Strength=1.0))
    material.cycles.sample_as_light = False
    dome = shapes.place(shapes.sphere('dome', size * 200, material, 3), tuple(center))
    dome.lightgroup = 'through'
    dome.visible_camera = dome.visible_diffuse = dome.visible_glossy = dome.visible_shadow = False
    dome.visible_transmission = True
    return dome


def world_not_through(booth):
    """Hides the sky from rays that came through glass."""
    tree = booth.world.node_tree
    output = next(n for n in tree.nodes if n.type == 'OUTPUT_WORLD')
    shader = output.inputs['Surface'].links[0].from_socket
    path, black, mix = tree.nodes.new('ShaderNodeLightPath'), tree.nodes.new('ShaderNodeBackground'), tree.nodes.new('ShaderNodeMixShader')
    black.inputs['Strength'].default_value = 0
    tree.links.new(path.outputs['Is Transmission Ray'], mix.inputs[0])
    tree.links.new(shader, mix.inputs[1])
    tree.links.new(black.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], output.inputs['Surface'])
    return lambda: tree.links.new(shader, output.inputs['Surface'])


def render_item(item, work, pictures, scale):
    booth = Booth(item, scale)
    t = Maker(item)
    BUILDERS[item['thing']](t)
    bodies = [b for b in bpy.data.objects if b.type in ('MESH', 'CURVE')]
    points, held, yaw = pose(t, item, bodies)
    border = aim_camera(booth, item, points)
    before = set(bpy.data.objects)
    low, high = points.min(0), points.max(0)
    room = rooms.Room(item, low, high, held, pictures)
    room.build()
    surroundings = [b for b in set(bpy.data.objects) - before if b.type in ('MESH', 'CURVE')]
    lit = rooms.light(booth, item, (low + high) / 2, max(room.size, 0.2))
    for lamp in bpy.data.objects:
        if lamp.type == 'LIGHT':
            lamp.visible_camera = lamp.visible_transmission = False
    clutter = set(room.clutter)
    work.mkdir(parents=True, exist_ok=True)

    # The product alone: bodies that could hide the product are holdouts, and the camera does not see the rest.
    see([b for b in surroundings if b not in clutter], False)
    for body in clutter:
        body.is_holdout = True
    area = (border[1] - border[0]) * (border[3] - border[2]) * item['widthPx'] * item['heightPx']
    samples = round(min(PRODUCT_SAMPLES, max(FEWEST_SAMPLES, PRODUCT_RAYS / max(1, area))))
    booth.shoot(work / 'product.exr', samples, transparent=True, border=border)
    if item['kind'] == 'clear':
        dome = white_dome((low + high) / 2, max(room.size, 0.2))
        for body in surroundings:
            body.visible_transmission = False
        sky = world_not_through(booth)
        booth.shoot(work / 'through.exr', THROUGH_SAMPLES, transparent=True, groups=['through'], border=border)
        bpy.data.objects.remove(dome)
        for body in surroundings:
            body.visible_transmission = True
        sky()
    # The room without the product.
    see(surroundings, True)
    for body in clutter:
        body.is_holdout = False
    see(bodies, False)
    booth.shoot(work / 'light.exr', LIGHT_SAMPLES, round(100 * LIGHT_SCALE))
    for body in bodies:
        body.hide_render = True
    booth.shoot(work / 'empty.exr', EMPTY_SAMPLES, round(100 * EMPTY_SCALE))
    for lamp in bpy.data.objects:
        if lamp.type == 'LIGHT':
            lamp.hide_render = True
    booth.scene.world = None
    booth.shoot(work / 'texture.exr', TEXTURE_SAMPLES, lit=False)

    camera = booth.camera
    scene = {
        'item': item,
        'yawDeg': round(yaw, 1),
        'light': lit,
        'groundColors': room.colors,
        'materials': t.materials,
        'colors': t.colors,
        'words': words_of(t, booth, item),
        'foot': foot_of(points, booth, item),
        'sizeDm': [round(float(v), 3) for v in high - low],
        'camera': {
            'positionDm': [round(float(v), 4) for v in camera.matrix_world.translation],
            'worldToCamera': [[round(float(v), 6) for v in row] for row in camera.matrix_world.inverted()],
            'fovDeg': round(math.degrees(camera.data.angle), 3),
        },
        'cpuSeconds': booth.cpu,
    }
    (work / 'scene.json').write_text(json.dumps(scene))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('plan', type=pathlib.Path)
    parser.add_argument('work', type=pathlib.Path)
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--limit', type=int, default=1000)
    parser.add_argument('--scale', type=float, default=1.0)
    parser.add_argument('--only', nargs='*', default=[])
    args = parser.parse_args(sys.argv[sys.argv.index('--') + 1 :])
    items = json.loads(args.plan.read_text())['items']
    def is_open(item):
        done = args.out / item['id'] / 'photo.jpg', args.work / item['id'] / 'failed.json', args.work / f'{item["id"]}.failed'
        return not any(path.exists() for path in done)

    todo = [i for i in items if (not args.only or i['id'] in args.only) and is_open(i)]
    for item in todo[: args.limit]:
        ready = args.work / item['id']
        if (ready / 'scene.json').exists():
            continue
        started, cpu = time.time(), time.process_time()
        draft = args.work / f'.{item["id"]}'
        shutil.rmtree(draft, ignore_errors=True)
        try:
            render_item(item, draft, args.work / 'textures', args.scale)
        except Exception as error:  # This item fails; the others continue.
            import traceback

            traceback.print_exc()
            print('FAILED', item['id'], error, flush=True)
            (args.work / f'{item["id"]}.failed').write_text(str(error))
            continue
        draft.rename(ready)
        print('RENDERED', item['id'], f'{time.time() - started:.1f} s, cpu {time.process_time() - cpu:.1f}', json.loads((ready / 'scene.json').read_text())['cpuSeconds'], flush=True)


if __name__ == '__main__':
    main()
