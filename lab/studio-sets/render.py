"""Renders one view of one set as two half-sample buffers. Run by Blender:

blender -b --factory-startup --python render.py -- SCENE VIEW OUT_DIR [--size PX] [--samples N]

SCENE is the name of a file in scenes/, or products/NAME.
"""

import argparse
import importlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from kit.studio import Studio  # noqa: E402
from sources import blocks_hash, scene_hash  # noqa: E402


# From this angle on, little of a product's height is visible, and the product takes the depth of the stage behind its
# foot.
STEEP_DEG = 40
# Maximum height of the stage as a share of the picture; above it, closer framings could not show the product larger.
HIGHEST_ROOM = 0.43


def of_scene(module, description):
    """`description` with the optional `SCALE` and `HANGS` of the scene's script."""
    if hasattr(module, 'SCALE'):
        description['scale'] = module.SCALE
    if getattr(module, 'HANGS', False):
        description['stage']['hangs'] = True
        # Puts the floor below the picture, because no product stands in a scene for hanging products.
        description['floor']['heightDm'] = 0.0
    return description


def with_room(description):
    """`description` with a stage that fits into the picture at any camera elevation."""
    stage = description['stage']
    if description['camera']['elevationDeg'] >= STEEP_DEG:
        stage['maxHeight'] = stage['maxWidth'] * stage['maxHeightDm'] / stage['maxWidthDm']
        fits = min(1, HIGHEST_ROOM / stage['maxHeight'])
        for side in ('maxWidth', 'maxHeight', 'maxWidthDm', 'maxHeightDm'):
            stage[side] *= fits
    return description


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('scene')
    parser.add_argument('view')
    parser.add_argument('out', type=pathlib.Path)
    parser.add_argument('--size', type=int, default=1280, help='what the engine shows of a set is 1280 px wide')
    parser.add_argument('--samples', type=int, default=0, help='samples of each of the two halves')
    parser.add_argument('--halves', type=int, default=2, help='1: a single one, enough for a look')
    args = parser.parse_args(sys.argv[sys.argv.index('--') + 1 :])

    name = args.scene.replace('-', '_')
    name = name if '/' in name else f'scenes/{name}'
    # Computed before the render, because the script may be edited during the render.
    hashes = {'sceneHash': scene_hash(name, args.view), 'blocksHash': blocks_hash(name)}
    module = importlib.import_module(name.replace('/', '.'))
    studio = Studio(module.INFO, args.view, args.size, args.samples or module.INFO.samples)
    module.build(studio)
    args.out.mkdir(parents=True, exist_ok=True)
    for half, seed in (('a', 11), ('b', 9011))[: args.halves]:
        studio.render(str(args.out / f'half-{half}.exr'), seed)
    description = of_scene(module, with_room(studio.describe()))
    description |= hashes
    (args.out / 'scene.json').write_text(json.dumps(description, indent=1))


main()
