import { posix } from 'node:path';
import { TEST } from './reach.ts';

/**
 * Folders and files of slow tests: they start programs of the product, or make whole pictures. The tests beside the code
 * that they use are cheaper, and run for each change that reaches them.
 */
const SLOW = [
  'e2e/',
  'packages/cli/',
  'packages/image-engine/src/codec/',
  'packages/image-engine/src/engine.test.ts',
  'packages/image-engine/src/models/',
  'packages/image-engine/src/pixels/fill/',
  'packages/image-engine/src/pixels/light/harmonize/',
  'packages/image-engine/src/pixels/scene/',
  'packages/image-engine/src/pixels/words/scene-prompt/plan-scenes.test.ts',
  'packages/image-engine/src/process/',
  'packages/image-engine/src/sets/',
  'packages/image-engine/src/tools/',
  'packages/server/src/platform/backup/',
  'packages/server/src/platform/database/planted-bugs.test.ts',
  'packages/server/src/platform/objects/',
  'packages/server/src/service/',
  'packages/server/src/tools/jobs/',
  'packages/server/test/',
  'tools/launch/',
  'tools/pack/',
];
/** Number of changes that run all slow tests between them. */
export const TURNS = 5;

/**
 * Chooses the tests that a change runs: all quick ones, the slow ones whose turn it is, and the slow ones that the
 * change edits or that lie in the folder of a file that it edits. In the order of their paths, slow tests are dealt to
 * the turns like cards, so neighbors, which mostly test the same subject, run in different turns.
 * @param tests paths of the tests that the change can affect
 * @param all paths of all tests
 * @param changed paths of the files that differ
 * @param turn any whole number from 0, such as the number of commits
 */
export function takeTurns(
  tests: Iterable<string>,
  all: readonly string[],
  changed: ReadonlySet<string>,
  turn: number,
): ReadonlySet<string> {
  const slow = all.filter((test) => SLOW.some((place) => test.startsWith(place))).toSorted();
  const later = new Set(slow.filter((_test, index) => index % TURNS !== turn % TURNS));
  const editedFolders = new Set([...changed].filter((file) => !TEST.test(file)).map(posix.dirname));
  const isEdited = (test: string) => changed.has(test) || editedFolders.has(posix.dirname(test));
  return new Set([...tests].filter((test) => !later.has(test) || isEdited(test)));
}
