import { ERRORS, READ_URL_TTL_S } from '@packshot/contract';
import { translateStored } from '@packshot/contract/text/translation';
import type { DeclaredLight, ErrorCode, ProductPixels, TaskResult, TaskState } from '@packshot/contract';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type { WaitingLine } from './waiting-line-store.ts';
import type { StoredProductPixels as StoredPixels, StoredScene, StoredTaskResult, Task } from './model.ts';

export interface PresentDependencies {
  readonly objects: ObjectStore;
  readonly line: Pick<WaitingLine, 'findPlace'>;
}

/** Builds a task's representation for clients. Signs the links at this moment, so that their lifetime starts now. */
export async function presentTask(task: Task, { objects, line }: PresentDependencies): Promise<TaskState> {
  const state: TaskState = { task_id: task.id, status: task.status, progress: task.progress };
  if (task.stage !== null) state.stage = translateStored(task.stage);
  const waiting = task.status === 'PENDING' ? await line.findPlace(task.id) : null;
  if (waiting !== null) state.queue = { place: waiting.place, wait_s: waiting.waitS };
  if (task.result !== null) state.result = await presentResult(task.result, task.variant, objects);
  const code = task.status === 'REVOKED' ? 'TASK_CANCELLED' : knownCode(task.errorCode);
  const { errorProduct: product } = task;
  if (code !== null)
    state.error = { code, message: ERRORS[code].message, ...(product !== null && { product }) };
  return state;
}

/**
 * Returns TASK_FAILED for an error code that this release doesn't know; an older or newer release may have stored it.
 */
const knownCode = (code: ErrorCode | null): ErrorCode | null =>
  code === null || Object.hasOwn(ERRORS, code) ? code : 'TASK_FAILED';

async function presentResult(
  result: StoredTaskResult,
  variant: number,
  objects: ObjectStore,
): Promise<TaskResult> {
  const { engine } = result;
  if ('finalDescription' in result) {
    const { finalDescription, shopTexts, readText } = result;
    return {
      final_description: finalDescription,
      ...(shopTexts !== undefined && { shop_texts: shopTexts }),
      ...(readText !== undefined && { read_text: [...readText] }),
      ...(engine !== undefined && { engine }),
    };
  }
  const expiresInSeconds = READ_URL_TTL_S;
  const [imageUrl, standardUrl] = await Promise.all([
    objects.signedReadUrl(result.fullKey, { expiresInSeconds }),
    objects.signedReadUrl(result.standardKey, { expiresInSeconds }),
  ]);
  return {
    image_url: imageUrl,
    std_url: standardUrl,
    key: result.fullKey,
    width: result.widthPx,
    height: result.heightPx,
    ...(engine !== undefined && { engine }),
    ...(result.provenance !== undefined && { provenance: result.provenance }),
    ...(result.product !== undefined && { product: result.product }),
    ...('cutOut' in result && { cut_out: result.cutOut }),
    ...('scene' in result && { variant, ...presentScene(result) }),
    ...(result.productPixels && { product_pixels: await presentPixels(result.productPixels, objects) }),
  };
}

function presentScene({ scene: { seed, facts, placement } }: StoredScene): TaskResult {
  const presented: TaskResult = { seed };
  if (facts !== null) presented.scene = facts;
  if (placement !== null) presented.placement = placement;
  return presented;
}

async function presentPixels(
  { total, changed, worstDeltaE, comparedWith, light, heatMapKey }: StoredPixels,
  objects: ObjectStore,
): Promise<ProductPixels> {
  const heatMapUrl = await objects.signedReadUrl(heatMapKey, { expiresInSeconds: READ_URL_TTL_S });
  return {
    total,
    changed,
    ...(worstDeltaE !== undefined && { worst_delta_e: worstDeltaE }),
    ...(comparedWith !== undefined && { compared_with: comparedWith }),
    ...(light !== undefined && { light: light && presentLight(light) }),
    heat_map_url: heatMapUrl,
  };
}

const presentLight = ({ strength, leastGain, mostGain }: DeclaredLight): ProductPixels['light'] => ({
  strength,
  least_gain: leastGain,
  most_gain: mostGain,
});
