import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../.packshot');

/** Default folder in which build.sh renders the ground truth. */
export const RENDERED_SET = join(FOLDER, 'ground-truth');
/** Default folder of the rendered pairs of lab/ground-truth-scenes. */
export const RENDERED_PAIRS = join(FOLDER, 'ground-truth-scenes');
