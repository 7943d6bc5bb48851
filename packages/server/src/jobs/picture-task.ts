import { createHash } from 'node:crypto';
import type { ClaimedTask, StoredPicture, ToolName } from '../domain/generations/model.ts';
import type { NewAsset } from '../domain/ports/stores.ts';
import { engineTask } from './engine-task.ts';
import type { EngineTool } from './engine-task.ts';
import type { JobHandler } from './job.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** What a tool of the engine makes of pictures: the full-size PNG, and a WebP for quick display. */
export interface Renditions {
  readonly png: Uint8Array;
  readonly std: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Where a product was changed, WebP. */
  readonly heatMap?: Uint8Array | undefined;
}

/** The handler of a tool that makes one picture of others. */
export function pictureTask<Tool extends ToolName>(
  definition: EngineTool<Tool, Renditions>,
): JobHandler<Tool> {
  return engineTask(definition, (task, result, deps, signal) => storePicture(task, result, deps, signal));
}

/** What the full-size file is. */
interface FullFormat {
  readonly extension: string;
  readonly contentType: string;
}
const PNG: FullFormat = { extension: 'png', contentType: 'image/png' };

/** Keys carry the attempt: one that lost its task cannot overwrite what another settled with. */
export async function storePicture(
  task: ClaimedTask,
  { png, std, widthPx, heightPx, heatMap }: Renditions,
  { objects, lifecycle }: WorkerDependencies,
  signal: AbortSignal,
  { extension, contentType }: FullFormat = PNG,
): Promise<StoredPicture & { readonly heatMapKey?: string }> {
  const prefix = `results/${task.userId}/${task.id}/${task.attempt}`;
  const full = describe(task, 'full', `${prefix}-full.${extension}`, contentType, png);
  const standard = describe(task, 'standard', `${prefix}-standard.webp`, 'image/webp', std);
  const map = heatMap && describe(task, 'heat-map', `${prefix}-heat-map.webp`, 'image/webp', heatMap);
  await lifecycle.announceAssets([full, standard, ...(map === undefined ? [] : [map])]);
  signal.throwIfAborted();
  await objects.write(standard.key, std, { contentType: standard.contentType });
  await objects.write(full.key, png, { contentType: full.contentType });
  const picture = { fullKey: full.key, standardKey: standard.key, widthPx, heightPx };
  if (map === undefined || heatMap === undefined) return picture;
  await objects.write(map.key, heatMap, { contentType: map.contentType });
  return { ...picture, heatMapKey: map.key };
}

function describe(
  task: ClaimedTask,
  rendition: NewAsset['rendition'],
  key: string,
  contentType: string,
  bytes: Uint8Array,
): NewAsset {
  return {
    key,
    userId: task.userId,
    taskId: task.id,
    attempt: task.attempt,
    rendition,
    contentType,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
