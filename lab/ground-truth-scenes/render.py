"""Renders products in studio sets, and alone on paper by the same camera. Run by Blender:

blender -b --factory-startup --python render.py -- PLAN.json WORK_DIR [--samples N] ID...

Writes these files per pair to WORK_DIR/ID, for develop.py:
  truth-a.exr, truth-b.exr  the product in the set, cropped as a scene shows it, with two seeds
  product.exr               the product alone, lit as on its paper, with its coverage
  ground.exr                the paper without the product, with its shadow, half the size
  pair.json                 a description of the pair
"""

import argparse
import hashlib
import importlib
import importlib.util
import json
import math
import pathlib
import shutil
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TRUTH_SET, SETS = HERE.parent / 'ground-truth', HERE.parent / 'studio-sets'
sys.path[:0] = [str(TRUTH_SET), str(SETS)]

import bpy  # noqa: E402
import numpy as np  # noqa: E402
from mathutils import Matrix, Vector  # noqa: E402

import rooms  # noqa: E402
from kit.studio import Studio  # noqa: E402
from things import BUILDERS, Maker  # noqa: E402

# Imported by path, because lab/studio-sets also has a render.py.
_spec = importlib.util.spec_from_file_location('truth_set_render', TRUTH_SET / 'render.py')
truth_set = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(truth_set)

PRODUCT_SAMPLES, GROUND_SAMPLES, TRUTH_SAMPLES = 10, 8, 6
GROUND_SCALE = 50
# Size of the product as a share of the stage's room; a larger product would hang over the edge of a plinth.
FILLS = 0.9
# From this camera elevation on, a product lies in the middle of the stage's room, as in the engine.
LIES_FROM_DEG = 60
# Plain grounds, used instead for products whose planned ground is not plain.
PAPERS = ('paper-white', 'paper-gray', 'table-white')


def stand_on_stage(studio, item, bodies):
    """Poses the product, moves it to the stage and scales it to the stage's room. Returns its place and its bounds."""
    stage, elevation = studio.info.stage, math.radians(studio.view.elevation)
    points, _, _ = truth_set.pose(studio.maker, item, bodies)
    wide, deep, high = np.ptp(points, axis=0)
    seen = high * math.cos(elevation) + deep * math.sin(elevation)
    scale = FILLS * min(stage.max_width / max(wide, deep), stage.max_height / seen)
    place = np.array(stage.point, float)
    if studio.view.elevation >= LIES_FROM_DEG:
        place[1] += stage.max_height / 2
    matrix = Matrix.Translation(Vector(place)) @ Matrix.Scale(scale, 4)
    for body in bodies:
        body.matrix_world = matrix @ body.matrix_world
    bpy.context.view_layer.update()
    points = points * scale
    return place, points.min(0), points.max(0)


def frame(scene, crop):
    """Crops the square render to the part that a scene shows."""
    scene.render.use_border = scene.render.use_crop_to_border = True
    scene.render.border_min_x, scene.render.border_max_x = crop['x'], crop['x'] + crop['width']
    scene.render.border_min_y, scene.render.border_max_y = 1 - crop['y'] - crop['height'], 1 - crop['y']


def paper_of(item):
    """The ground of the product's photo: the planned ground if it is plain."""
    if item['ground']['kind'] == 'plain':
        return item['ground']
    return {'kind': 'plain', 'name': PAPERS[hashlib.md5(item['id'].encode()).digest()[0] % len(PAPERS)]}


def photo_corner(studio, item, place, low, high, pictures):
    """Hides the set, and puts paper and the photo's own lamps around the product. Returns the new bodies."""
    for body in studio.furniture:
        body.hide_render = True
    studio.camera.data.dof.use_dof = False
    studio._register = lambda *_: None
    world = bpy.data.worlds.new('photo')
    world.use_nodes = True
    studio.scene.world = studio.world = world
    before = set(bpy.data.objects)
    room = rooms.Room(item, low, high, None, pictures)
    room.build()
    paper = [body for body in set(bpy.data.objects) - before if body.type == 'MESH']
    for body in paper:
        body.location = Vector(body.location) + Vector(place)
    lit = rooms.light(studio, item, place + (low + high) / 2, max(room.size, 0.2))
    for lamp in set(bpy.data.objects) - before:
        lamp.lightgroup = ''
        if lamp.type == 'LIGHT':
            lamp.visible_camera = lamp.visible_transmission = False
    world.lightgroup = ''
    return paper, lit, room.colors


def shoot(studio, path, samples, seed, percentage=100, transparent=False):
    scene = studio.scene
    scene.cycles.samples = samples
    scene.render.film_transparent = transparent
    scene.render.resolution_percentage = percentage
    studio.render(str(path), seed)


def render_pair(pair, work, pictures, samples):
    module = importlib.import_module(f'scenes.{pair["scene"].replace("-", "_")}')
    studio = Studio(module.INFO, pair['view'], pair['renderPx'], samples)
    module.build(studio)
    studio.furniture = list(bpy.data.objects)
    item = {**pair['item'], 'elevationDeg': studio.view.elevation}
    item['ground'] = paper_of(item)
    studio.maker = Maker(item)
    BUILDERS[item['thing']](studio.maker)
    bodies = [b for b in set(bpy.data.objects) - set(studio.furniture) if b.type in ('MESH', 'CURVE')]
    place, low, high = stand_on_stage(studio, item, bodies)
    frame(studio.scene, pair['crop'])
    studio.scene.render.threads_mode = 'FIXED'
    studio.scene.render.threads = 2
    cycles = studio.scene.cycles
    if item['kind'] == 'clear':
        cycles.max_bounces = cycles.transmission_bounces = cycles.transparent_max_bounces = 8
    for half, seed in (('a', 11), ('b', 9011)):
        shoot(studio, work / f'truth-{half}.exr', samples, seed)
    layer = studio.layer
    for _ in list(layer.lightgroups):
        bpy.ops.scene.view_layer_remove_lightgroup()
    lights = studio.lights
    paper, lit, colors = photo_corner(studio, item, place, low, high, pictures)
    truth_set.see(paper, False)
    cycles.adaptive_threshold = 0.1
    shoot(studio, work / 'product.exr', PRODUCT_SAMPLES, 5, transparent=True)
    truth_set.see(paper, True)
    truth_set.see(bodies, False)
    shoot(studio, work / 'ground.exr', GROUND_SAMPLES, 7, GROUND_SCALE)
    described = {**pair, 'item': item, 'setLights': lights, 'photoLight': lit, 'groundColors': colors, 'materials': studio.maker.materials}
    (work / 'pair.json').write_text(json.dumps(described))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('plan', type=pathlib.Path)
    parser.add_argument('work', type=pathlib.Path)
    parser.add_argument('ids', nargs='+')
    parser.add_argument('--samples', type=int, default=TRUTH_SAMPLES)
    args = parser.parse_args(sys.argv[sys.argv.index('--') + 1 :])
    for pair in json.loads(args.plan.read_text())['pairs']:
        if pair['id'] not in args.ids:
            continue
        started = time.time()
        draft = args.work / f'.{pair["id"]}'
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        render_pair(pair, draft, args.work / 'textures', args.samples)
        draft.rename(args.work / pair['id'])
        print('RENDERED', pair['id'], f'{time.time() - started:.1f} s', flush=True)


if __name__ == '__main__':
    main()
