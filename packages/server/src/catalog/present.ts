import { ERRORS, READ_URL_TTL_S, RUN_RETENTION_DAYS } from '@packshot/contract';
import type { FileDelivery, Run, RunDelivery, RunItem, RunOutput, StyleOutlier } from '@packshot/contract';
import { DAY_MS } from '../platform/durations.ts';
import { linkToFile } from '../tools/file-service.ts';
import type { FileLinkDependencies } from '../tools/file-service.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import type {
  DeliveryFigures,
  StoredDelivery,
  StoredItem,
  ItemOutput,
  StoredRun,
  RunFigures,
} from './model.ts';
import { findingsOfOutput } from '@packshot/contract/channels/verdicts';

export function presentRun(
  run: StoredRun,
  { counts, sources, credits }: RunFigures,
  delivery: DeliveryFigures | undefined,
): Run {
  const { finishedAt } = run;
  return {
    id: run.id,
    name: run.name,
    status: run.status,
    paused_because: run.pausedBecause,
    recipe: {
      id: run.recipeId,
      name: run.recipeName,
      version: run.recipeVersion,
      hash: run.recipeHash,
    },
    only_changed: run.onlyChanged,
    items: Object.values(counts).reduce((sum, items) => sum + items, 0),
    counts,
    sources,
    to: delivery === undefined ? null : presentDelivery(run, delivery),
    credits,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    expires_at: finishedAt && new Date(finishedAt.getTime() + RUN_RETENTION_DAYS * DAY_MS).toISOString(),
  };
}

function presentDelivery(run: StoredRun, { reason, ...figures }: DeliveryFigures): RunDelivery {
  return {
    bucket_id: run.toBucketId,
    bucket_name: run.toBucketName ?? '',
    folder: run.toFolder,
    overwrite: run.toOverwrite,
    hold_doubtful: run.toHold,
    ...figures,
    problem: reason && { code: reason, message: ERRORS[reason].message },
    ended_at: run.deliveredAt?.toISOString() ?? null,
  };
}

export async function presentOutlier(
  { row, sku, variant, slot, sourceName, state, thumbKey }: StoredItem,
  off: StyleOutlier['off'],
  { objects }: { readonly objects: ObjectStore },
): Promise<StyleOutlier> {
  const thumb_url = thumbKey && (await objects.signedReadUrl(thumbKey, { expiresInSeconds: READ_URL_TTL_S }));
  return { row, sku, variant, slot, source_name: sourceName, state, thumb_url, off };
}

/**
 * Settings of the links to an item's files. `userId` is the user whose downloads are charged; with `isForProgram`,
 * every link downloads the file.
 */
export interface ItemLinks {
  readonly userId: string;
  readonly isForProgram: boolean;
}
/**
 * Builds the representation of an item for clients.
 * @param links null for lists, which only link to the thumbnail
 */
export async function presentItem(
  { recipe }: Pick<StoredRun, 'recipe'>,
  item: StoredItem,
  outputs: readonly ItemOutput[],
  deliveries: readonly StoredDelivery[],
  deps: Omit<FileLinkDependencies, 'database'>,
  links: ItemLinks | null,
): Promise<RunItem> {
  const today = deps.clock.now();
  const createReadUrl = (key: string): Promise<string> =>
    deps.objects.signedReadUrl(key, { expiresInSeconds: READ_URL_TTL_S });
  const payerKey = outputs[0]?.key ?? null;
  const createDownloadUrl = ({ key, name }: ItemOutput, { userId }: ItemLinks): Promise<string> =>
    linkToFile(deps, { userId, key, payerKey, name });
  const { photoKey, thumbKey, reason } = item;
  const presented = outputs.map(async (output): Promise<RunOutput> => {
    const download_url = links && (await createDownloadUrl(output, links));
    return {
      id: output.outputId,
      name: output.name,
      format: output.format,
      width: output.widthPx,
      height: output.heightPx,
      bytes: output.sizeBytes,
      sha256: output.sha256,
      unsigned_sha256: output.unsignedSha256,
      scale: output.scale,
      findings:
        findingsOfOutput(output, today)?.map(({ kind, level, sentence }) => ({
          rule: kind,
          level: level === 'refused' ? 'error' : 'warning',
          message: sentence,
        })) ?? null,
      delivery: presentFileDelivery(
        deliveries.find(({ row, outputId }) => row === output.row && outputId === output.outputId),
      ),
      // On a page the link shows the file; in a program's response it downloads the file.
      url: links?.isForProgram === false ? await createReadUrl(output.key) : download_url,
      download_url,
    };
  });
  return {
    row: item.row,
    sku: item.sku,
    variant: item.variant,
    slot: item.slot,
    columns: item.columns,
    source: { kind: item.sourceKind, name: item.sourceName },
    state: item.state,
    reason: reason && { code: reason, message: ERRORS[reason].message },
    score: item.score,
    doubts: [...item.doubts],
    review: item.review,
    reused: item.isReused,
    credits: item.credits,
    outputs: await Promise.all(presented),
    thumb_url: thumbKey && (await createReadUrl(thumbKey)),
    photo_url: links !== null && photoKey !== null ? await createReadUrl(photoKey) : null,
    photo_key: photoKey,
    has_scene: recipe.steps.ground.kind === 'set' && outputs.length > 0 && photoKey !== null,
  };
}

const presentFileDelivery = (storedDelivery: StoredDelivery | undefined): FileDelivery | null =>
  storedDelivery === undefined
    ? null
    : {
        state: storedDelivery.state,
        name: storedDelivery.name,
        reason: storedDelivery.reason && {
          code: storedDelivery.reason,
          message: ERRORS[storedDelivery.reason].message,
        },
      };
