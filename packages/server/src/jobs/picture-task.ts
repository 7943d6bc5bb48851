import { createHash } from 'node:crypto';
import type { TaskTool } from '@packshot/contract';
import type { Renditions } from '@packshot/image-engine';
import type { NewAsset } from '../domain/generations/asset-store.ts';
import type { ClaimedTask, StoredPicture } from '../domain/generations/model.ts';
import { engineTask } from './engine-task.ts';
import type { EngineWork } from './engine-task.ts';
import type { JobHandler } from './job.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** What a tool makes of pictures. */
interface MadePicture extends Renditions {
  /** Where a product was changed, WebP. */
  readonly heatMap?: Uint8Array | undefined;
}

/** The handler of a tool that makes one picture of others. */
export function pictureTask<Tool extends TaskTool>(
  definition: EngineWork<Tool, MadePicture>,
): JobHandler<Tool> {
  return engineTask(definition, (task, result, deps, signal) => storePicture(task, result, deps, signal));
}

interface FileFormat {
  readonly extension: string;
  readonly contentType: string;
}
const PNG: FileFormat = { extension: 'png', contentType: 'image/png' };
const WEBP: FileFormat = { extension: 'webp', contentType: 'image/webp' };

/**
 * Announces a picture's files, then writes them. Keys carry the attempt: one that lost its task cannot overwrite what another settled with.
 * @param format of the full-size file
 */
export async function storePicture(
  task: ClaimedTask,
  made: MadePicture,
  { objects, lifecycle }: WorkerDependencies,
  signal: AbortSignal,
  format: FileFormat = PNG,
): Promise<StoredPicture & { readonly heatMapKey?: string }> {
  const full = assetOf(task, 'full', format, made.full);
  const standard = assetOf(task, 'standard', WEBP, made.standard);
  const heatMap = made.heatMap && assetOf(task, 'heat-map', WEBP, made.heatMap);
  await lifecycle.announceAssets([full, standard, ...(heatMap === undefined ? [] : [heatMap])]);
  signal.throwIfAborted();
  await objects.write(standard.key, made.standard, { contentType: standard.contentType });
  await objects.write(full.key, made.full, { contentType: full.contentType });
  const { widthPx, heightPx } = made;
  const picture = { fullKey: full.key, standardKey: standard.key, widthPx, heightPx };
  if (heatMap === undefined || made.heatMap === undefined) return picture;
  await objects.write(heatMap.key, made.heatMap, { contentType: heatMap.contentType });
  return { ...picture, heatMapKey: heatMap.key };
}

function assetOf(
  { userId, id: taskId, attempt }: ClaimedTask,
  rendition: NewAsset['rendition'],
  { extension, contentType }: FileFormat,
  bytes: Uint8Array,
): NewAsset {
  return {
    key: `results/${userId}/${taskId}/${attempt}-${rendition}.${extension}`,
    userId,
    taskId,
    attempt,
    rendition,
    contentType,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
