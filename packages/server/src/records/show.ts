import { createHash } from 'node:crypto';
import { digitalSourceFor, MADE_PICTURE_MAX_BYTES, RECORD_SLOTS } from '@packshot/contract';
import type { Provenance, RecordSlot } from '@packshot/contract';
import { marksIn } from '@packshot/image-engine/pixels';
import { DomainError } from '../platform/domain-error.ts';
import { ObjectNotFoundError } from '../platform/objects/object-store.ts';
import { readPictureHeader, readHead } from '../uploads/picture-header.ts';
import type { PictureHeader } from '../uploads/picture-header.ts';
import { slotKey } from './model.ts';
import type { SlotKeys, StoredRecord } from './model.ts';
import type { RecordDependencies } from './dependencies.ts';

/**
 * Checks a record's pictures before the record becomes visible: finds the pictures uploaded for it, and makes sure
 * that its output exists, belongs to the owner and is a picture.
 * @returns the record's keys, including uploaded ones, and its output's size and provenance if those were unknown
 * @throws DomainError OUTPUT_MISSING, or the refusal of a file that isn't a picture
 */
export async function checkedPictures(
  deps: RecordDependencies,
  record: StoredRecord,
): Promise<Partial<Pick<StoredRecord, 'keys' | 'widthPx' | 'heightPx' | 'provenance'>>> {
  const uploadedPictures = await Promise.all(
    RECORD_SLOTS.filter((slot) => record.keys[slot] === null).map(
      async (slot) => [slot, await uploadedInto(deps, record, slot)] as const,
    ),
  );
  const uploadedKeys = uploadedPictures.map(([slot, picture]) => [slot, picture?.key ?? null] as const);
  const keys: SlotKeys = { ...record.keys, ...Object.fromEntries(uploadedKeys) };
  const { output_image: outputKey } = keys;
  if (outputKey === null) throw new DomainError('OUTPUT_MISSING');
  // Pictures uploaded for the record were checked above. A generated result is a picture in any case, but another
  // upload of the user may be any file.
  if (outputKey === record.keys.output_image) await assertPicture(deps, record.userId, outputKey);
  const output = uploadedPictures.find(([slot]) => slot === 'output_image')?.[1];
  const embeddedProvenance = output && (await madeHere(deps, record.userId, output));
  return {
    keys,
    ...(output && output.widthPx > 0 && { widthPx: output.widthPx, heightPx: output.heightPx }),
    ...(output && { provenance: embeddedProvenance ?? output.provenance }),
  };
}

/**
 * Returns the provenance of an uploaded picture if the server stored the same bytes for the user before; otherwise
 * null. The server compares and signs a composite before storing it, whereas claims in other files can't be trusted.
 */
async function madeHere(
  { database, objects }: RecordDependencies,
  userId: string,
  { key, sizeBytes }: UploadedPicture,
): Promise<Provenance | null> {
  const files = await database.stores.records.listFilesOfSize(userId, sizeBytes);
  if (files.length === 0) return null;
  const hash = createHash('sha256');
  for await (const chunk of (await objects.readStream(key)).body) hash.update(chunk);
  const sha256 = hash.digest('hex');
  return files.find((file) => file.sha256 === sha256)?.provenance ?? null;
}

interface SniffedPicture extends PictureHeader {
  /** Provenance that the file itself claims, as far as it can be trusted, or null. */
  readonly provenance: Provenance | null;
}

interface UploadedPicture extends SniffedPicture {
  readonly key: string;
  readonly sizeBytes: number;
}

async function uploadedInto(
  deps: RecordDependencies,
  { userId, id }: StoredRecord,
  slot: RecordSlot,
): Promise<UploadedPicture | null> {
  const key = slotKey(userId, id, slot);
  const head = await deps.objects.head(key);
  return head && { key, sizeBytes: head.sizeBytes, ...(await sniff(deps, key, head.sizeBytes)) };
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
    const marks = marksIn(head);
    const isMarked = digitalSourceFor(marks) !== 'algorithmicallyEnhanced';
    return {
      ...readPictureHeader(head, sizeBytes, MADE_PICTURE_MAX_BYTES),
      provenance: isMarked ? marks : null,
    };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) throw new DomainError('OUTPUT_MISSING', { cause: error });
    throw error;
  }
}
