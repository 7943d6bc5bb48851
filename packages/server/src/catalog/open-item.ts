/** Makes the cut-out and the scene of a finished item again, so that its owner can correct or adjust them. */
import { likelyView, nearestScene, sceneOfRecipe, sureView, TOOL_IDS } from '@packshot/contract';
import type { ItemState, OpenItemRequest } from '@packshot/contract';
import { readInLife, seenInName } from '@packshot/image-engine/pixels';
import type { Foreground, StoredTaskResult } from '../tools/model.ts';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { RunDependencies } from './dependencies.ts';
import { MADE_STATES } from './model.ts';
import type { StoredItem, StoredRun } from './model.ts';
import { getProductName } from './product-name.ts';

/**
 * Starts a free task: first the item's cut-out, then its scene from this cut-out, like the first picture of the item.
 * @returns IDs of the tasks
 * @throws DomainError RUN_NOT_READY for an item without pictures, NOT_FOUND for the scene of an item without one and for
 * a cut-out of another photo, and the errors of a request
 */
export async function openItem(
  { database, generations }: Pick<RunDependencies, 'database' | 'generations'>,
  caller: Caller,
  run: StoredRun,
  item: StoredItem,
  { cut_out_key: cutOutKey }: OpenItemRequest,
): Promise<readonly string[]> {
  const { photoKey } = item;
  const scene = sceneOfRecipe(run.recipe);
  const [output] = run.recipe.outputs;
  if (!(MADE_STATES as readonly ItemState[]).includes(item.state)) throw new DomainError('RUN_NOT_READY');
  if (photoKey === null) throw new DomainError('NOT_FOUND');
  if (cutOutKey === undefined) {
    const form = { input: { imageKey: photoKey }, toolId: TOOL_IDS.bgRemove, engine: null };
    return (await generations.acceptPaid(caller, 'cut-out', form)).taskIds;
  }
  if (scene === null || output === undefined) throw new DomainError('NOT_FOUND');
  const origin = await database.stores.records.findOrigin(caller.userId, cutOutKey);
  if (!origin || !('cutOut' in origin.result) || origin.input.imageKey !== photoKey)
    throw new DomainError('NOT_FOUND');
  const { result } = origin;
  const read = result.cutOut.view ?? null;
  const usualPose = seenInName(getProductName(item));
  const named = read && usualPose ? readInLife(read, usualPose, wholeShape(result)) : read;
  // With a scene lock, the engine doesn't use a view of which it is unsure.
  const view = scene.view ?? (scene.look ? sureView(named) : likelyView(named)) ?? undefined;
  const { ownScene } = item;
  const input = {
    ...scene,
    ...nearestScene(output),
    imageKey: cutOutKey,
    ...(ownScene ? { prompt: '', ...ownScene } : { view, scale: scene.scale ?? read?.scale }),
  };
  const form = { input, toolId: TOOL_IDS.product, engine: null };
  return (await generations.acceptPaid(caller, 'scene', form)).taskIds;
}

/** Box of a cut-out's product; undefined if it is unknown, or reaches an edge of the photo, which may cut it off. */
function wholeShape(result: StoredTaskResult): Foreground | undefined {
  if (!('foreground' in result) || result.foreground === undefined) return undefined;
  const { xPx, yPx, widthPx, heightPx } = result.foreground;
  const isInside = xPx > 0 && yPx > 0 && xPx + widthPx < result.widthPx && yPx + heightPx < result.heightPx;
  return isInside ? result.foreground : undefined;
}
