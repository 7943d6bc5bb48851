// Prints the plan as JSON for the Python programs: node write-plan.ts > plan.json. With --ids, prints only the IDs of
// the pairs.
import { join } from 'node:path';
import { computeCrop } from '../../packages/image-engine/src/pixels/stage/crop.ts';
import { SETS_FOLDER, readSetDescription } from '../../packages/image-engine/src/sets/set-description.ts';
import { PAIRS } from './pairs.ts';

/** Side length of the truth in pixels; it shows the same area as a scene with the usual framing. */
const SIDE_PX = 640;
const SQUARE = 1;

const pairs = await Promise.all(
  PAIRS.map(async (pair) => {
    const set = await readSetDescription(join(SETS_FOLDER, pair.setId));
    const crop = computeCrop(set, SQUARE, 'usual');
    return {
      ...pair,
      scene: set.family,
      view: set.view,
      lights: set.lights,
      crop,
      renderPx: Math.round(SIDE_PX / crop.width),
    };
  }),
);
const isForShell = process.argv.includes('--ids');
process.stdout.write(
  isForShell ? pairs.map(({ id }) => `${id}\n`).join('') : `${JSON.stringify({ pairs }, undefined, 1)}\n`,
);
