import { createHash } from 'node:crypto';
import type { CutOutFacts } from '@packshot/contract';
import { isSceneInput } from '../tools/kinds/scene.ts';
import type { ClaimedTask, StoredCutOut, StoredPicture, StoredScene } from '../tools/model.ts';
import type { TestServices } from './test-services.ts';

export async function claimTask({ lifecycle }: TestServices, taskId: string): Promise<ClaimedTask> {
  const task = await lifecycle.claim(taskId);
  if (task === null) throw new Error(`The task ${taskId} cannot be taken`);
  return task;
}

const PICTURE = Buffer.from('pic!');

/** Quality facts that the fake engine states about its cut-outs. */
export const CUT_OUT_FACTS: CutOutFacts = {
  confidence: 0.6,
  doubts: [{ reason: 'at-border', place: 'top', box: { x: 0, y: 0, width: 0.5, height: 0.1 } }],
  view: { pose: 'lies', elevationDeg: 62, lightSide: 'left', footLines: [], confidence: 0.8 },
};

const FACTS: StoredScene['scene']['facts'] = {
  reference_id: 'still-water',
  title: 'Still water',
  light: 'overcast',
  palette: [],
  understood: [],
  ignored: [],
};

/** Stores the result files of a claimed task, as the job handler does after the engine's work. */
export async function writeResult(
  { lifecycle, objects }: TestServices,
  { id: taskId, userId, attempt, input }: ClaimedTask,
): Promise<StoredPicture | StoredCutOut | StoredScene> {
  const asset = (rendition: 'full' | 'standard') => ({
    key: `results/${userId}/${taskId}/${attempt}-${rendition}.png`,
    userId,
    taskId,
    attempt,
    rendition,
    contentType: 'image/png',
    sizeBytes: PICTURE.byteLength,
    sha256: createHash('sha256').update(PICTURE).digest('hex'),
  });
  const [full, standard] = [asset('full'), asset('standard')];
  await lifecycle.announceAssets([full, standard]);
  for (const { key, contentType } of [full, standard]) {
    await objects.write(key, PICTURE, { contentType });
  }
  const picture = { fullKey: full.key, standardKey: standard.key, widthPx: 2, heightPx: 2 };
  if (input.tool === 'cut-out') return { ...picture, cutOut: CUT_OUT_FACTS };
  if (!isSceneInput(input)) return picture;
  return { ...picture, scene: { facts: FACTS, seed: input.seed, placement: null } };
}

/** Completes a task with a result. Returns false if the result came too late. */
export async function settleWithResult(services: TestServices, task: ClaimedTask): Promise<boolean> {
  return services.lifecycle.succeed(task, await writeResult(services, task));
}

export async function succeedTask(services: TestServices, taskId: string): Promise<void> {
  const isSettled = await settleWithResult(services, await claimTask(services, taskId));
  if (!isSettled) throw new Error(`The task ${taskId} was not settled`);
}
