import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../.packshot');

/** Where build.sh renders the truth set, unless it is told otherwise. */
export const RENDERED_SET = join(FOLDER, 'truth-set');
/** The same of the pairs of lab/truth-scenes. */
export const RENDERED_PAIRS = join(FOLDER, 'truth-scenes');
