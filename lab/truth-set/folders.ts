import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../.packshot');

/** Default folder in which build.sh renders the truth set. */
export const RENDERED_SET = join(FOLDER, 'truth-set');
/** Default folder of the rendered pairs of lab/truth-scenes. */
export const RENDERED_PAIRS = join(FOLDER, 'truth-scenes');
