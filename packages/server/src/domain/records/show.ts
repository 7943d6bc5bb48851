import { RECORD_SLOTS } from '@packshot/contract';
import type { RecordSlot } from '@packshot/contract';
import { DomainError } from '../domain-error.ts';
import { PROBE_HEAD_BYTES } from '../ports/image-probe.ts';
import { ObjectNotFoundError } from '../ports/object-store.ts';
import { slotKey } from './model.ts';
import type { SlotKeys, StoredRecord } from './model.ts';
import type { RecordDependencies } from './dependencies.ts';

/**
 * Looks at a record's pictures before anybody else does: takes over what was uploaded into its slots, and makes sure
 * that its output is there, the owner's, and a picture.
 * @returns its keys, with what was uploaded
 * @throws DomainError OUTPUT_MISSING, or the refusal of a file that is no picture
 */
export async function checkedKeys(deps: RecordDependencies, record: StoredRecord): Promise<SlotKeys> {
  const found = await Promise.all(
    RECORD_SLOTS.filter((slot) => record.keys[slot] === null).map(
      async (slot) => [slot, await uploadedInto(deps, record, slot)] as const,
    ),
  );
  const keys: SlotKeys = { ...record.keys, ...Object.fromEntries(found) };
  const { output_image: outputKey } = keys;
  if (outputKey === null) throw new DomainError('OUTPUT_MISSING');
  // What lies in a slot was looked at above. A result is a picture because the server made it; one's own upload may be anything.
  if (outputKey === record.keys.output_image) await assertPicture(deps, record.userId, outputKey);
  return keys;
}

async function uploadedInto(
  deps: RecordDependencies,
  { userId, id }: StoredRecord,
  slot: RecordSlot,
): Promise<string | null> {
  const key = slotKey(userId, id, slot);
  const head = await deps.objects.head(key);
  if (head === null) return null;
  await sniff(deps, key, head.sizeBytes);
  return key;
}

async function assertPicture(deps: RecordDependencies, userId: string, key: string): Promise<void> {
  const head = await deps.objects.head(key);
  if (head === null) throw new DomainError('OUTPUT_MISSING');
  if (await deps.database.stores.assets.isStored(userId, key)) return;
  await sniff(deps, key, head.sizeBytes);
}

/** By its bytes, never by the type that it was sent with. */
async function sniff(
  { objects, imageProbe }: RecordDependencies,
  key: string,
  sizeBytes: number,
): Promise<void> {
  if (sizeBytes === 0) throw new DomainError('EMPTY_FILE');
  try {
    imageProbe.check(await objects.readRange(key, 0, Math.min(sizeBytes, PROBE_HEAD_BYTES) - 1), sizeBytes);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new DomainError('OUTPUT_MISSING', { cause: error });
    throw error;
  }
}
