/** Makes documents of a run's cut-outs and scenes, which the user can correct and adjust on the stage. */
import { isOfCutOut } from '@packshot/contract/tools/quality-flags';
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { RunFix } from '../../../lib/handover/run-fix.ts';
import { completeResult } from '../documents/show-result.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { MadeWork, ResultPicture } from '../open/open-made.ts';
import type { StudioServices } from '../state/services.ts';

/**
 * The server makes the row's cut-out, and its scene for adjusting, again, free of charge, because a run stores neither.
 * @returns null if the server can't make them
 * @throws ApiError if the server refuses
 */
export async function workOfRunItem(
  services: StudioServices,
  { opens, runId, row, doubts }: RunFix,
  file: File,
): Promise<MadeWork | null> {
  const cutOut = await services.openRunItem(runId, row, null);
  const product = cutOut && toPicture(cutOut, 'cut-out', PHOTO_ID);
  if (!product) return null;
  const photo = { file, uploadKey: null, openedFrom: null };
  if (opens === 'cut-out') {
    // The flags of the row, because the engine may have judged the run's cut-out differently.
    const ofRow = doubts.filter(isOfCutOut);
    const flagged = ofRow.length > 0 ? { ...product, doubts: ofRow } : product;
    return { photo, pictures: [flagged], tool: 'cut-out', reused: null };
  }
  const task = await services.openRunItem(runId, row, product.key);
  const scene = task && toPicture(task, 'scene', product.id);
  if (!scene) return null;
  const { seed = null, scene: facts = null, placement = null } = task.result ?? {};
  const madeScene = { ...scene, scene: { runId: services.newId(), seed, facts, placement } };
  return { photo, pictures: [product, madeScene], tool: 'scene', reused: null };
}

/** Picture of a task, whose pixels stay on the server; null if the task made none. */
function toPicture(
  { task_id: id, result }: TaskState,
  tool: 'cut-out' | 'scene',
  inputId: string,
): ResultPicture | null {
  const complete = completeResult(result);
  if (!complete) return null;
  const { key, widthPx, heightPx } = complete;
  const { doubts, view } = result?.cut_out ?? {};
  return {
    id,
    tool,
    inputId,
    key,
    widthPx,
    heightPx,
    isDownloaded: false,
    scene: null,
    strength: null,
    ...(doubts && { doubts }),
    ...(view && { view }),
    pixels: null,
  };
}
