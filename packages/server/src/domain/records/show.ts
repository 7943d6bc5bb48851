import { RECORD_SLOTS } from '@packshot/contract';
import type { Provenance, RecordSlot } from '@packshot/contract';
import { stepsIn } from '@packshot/image-engine/pixels';
import { DomainError } from '../domain-error.ts';
import { ObjectNotFoundError } from '../ports/object-store.ts';
import { pictureHeaderOf, readHead } from '../uploads/picture-header.ts';
import type { PictureHeader } from '../uploads/picture-header.ts';
import { slotKey } from './model.ts';
import type { SlotKeys, StoredRecord } from './model.ts';
import type { RecordDependencies } from './dependencies.ts';

/**
 * Checks a record's pictures before it becomes visible: picks up what was uploaded into its slots, and makes
 * sure that its output exists, belongs to the owner, and is a picture.
 * @returns its keys, including uploaded ones, and its output's size and provenance if those were unknown
 * @throws DomainError OUTPUT_MISSING, or the refusal of a file that is not a picture
 */
export async function checkedPictures(
  deps: RecordDependencies,
  record: StoredRecord,
): Promise<Partial<Pick<StoredRecord, 'keys' | 'widthPx' | 'heightPx' | 'provenance'>>> {
  const found = await Promise.all(
    RECORD_SLOTS.filter((slot) => record.keys[slot] === null).map(
      async (slot) => [slot, await uploadedInto(deps, record, slot)] as const,
    ),
  );
  const uploadedKeys = found.map(([slot, picture]) => [slot, picture?.key ?? null] as const);
  const keys: SlotKeys = { ...record.keys, ...Object.fromEntries(uploadedKeys) };
  const { output_image: outputKey } = keys;
  if (outputKey === null) throw new DomainError('OUTPUT_MISSING');
  // Pictures in slots were checked above. A result is a picture because the server made it; an upload may be
  // anything.
  if (outputKey === record.keys.output_image) await assertPicture(deps, record.userId, outputKey);
  const output = found.find(([slot]) => slot === 'output_image')?.[1];
  return {
    keys,
    ...(output && output.widthPx > 0 && { widthPx: output.widthPx, heightPx: output.heightPx }),
    ...(output && { provenance: output.provenance }),
  };
}

interface SniffedPicture extends PictureHeader {
  readonly provenance: Provenance | null;
}

async function uploadedInto(
  deps: RecordDependencies,
  { userId, id }: StoredRecord,
  slot: RecordSlot,
): Promise<(SniffedPicture & { readonly key: string }) | null> {
  const key = slotKey(userId, id, slot);
  const head = await deps.objects.head(key);
  return head && { key, ...(await sniff(deps, key, head.sizeBytes)) };
}

async function assertPicture(deps: RecordDependencies, userId: string, key: string): Promise<void> {
  const head = await deps.objects.head(key);
  if (head === null) throw new DomainError('OUTPUT_MISSING');
  if (await deps.database.stores.assets.isStored(userId, key)) return;
  await sniff(deps, key, head.sizeBytes);
}

async function sniff(
  { objects }: RecordDependencies,
  key: string,
  sizeBytes: number,
): Promise<SniffedPicture> {
  try {
    const head = await readHead(objects, key, sizeBytes);
    // A browser writes it in front of the picture's data.
    return { ...pictureHeaderOf(head, sizeBytes), provenance: stepsIn(head) };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new DomainError('OUTPUT_MISSING', { cause: error });
    throw error;
  }
}
