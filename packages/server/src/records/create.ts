import type { RecordStores } from './stores.ts';
import { UPLOAD_CONTENT_TYPES, UPLOAD_MIN_BYTES } from '../uploads/service.ts';
import { randomUUID } from 'node:crypto';
import { RECORD_SLOTS, UPLOAD_MAX_BYTES, UPLOAD_POLICY_TTL_S } from '@packshot/contract';
import type { CreatedRecord, NewRecord, RecordSlot } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { ToolKinds } from '../tools/tool.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import { slotKey } from './model.ts';
import type { SlotKeys, StoredRecord } from './model.ts';
import { knownFacts } from './origin.ts';
import type { RecordDependencies } from './dependencies.ts';

/** Maximum size of a thumbnail, in bytes. */
const THUMBNAIL_MAX_BYTES = 1024 * 1024;

/**
 * Creates History records, initially hidden, either all or none. A record refers to the stored pictures that its input
 * or result names; every other picture gets an upload target.
 * @throws DomainError NOT_FOUND for a key that the caller doesn't own
 */
export async function createRecords(
  { database, objects, tools }: RecordDependencies,
  caller: Caller,
  inputs: readonly NewRecord[],
): Promise<CreatedRecord[]> {
  assertPermitted(caller, 'history.write');
  const records = await database.transaction(async (stores) => {
    const created: StoredRecord[] = [];
    for (const input of inputs) {
      created.push(await stores.records.insertOrFind(await recordFrom(stores, tools, caller.userId, input)));
    }
    return created;
  });
  return Promise.all(
    records.map(async (record) => ({ id: record.id, upload: await createTargets(record, objects) })),
  );
}

async function recordFrom(
  stores: RecordStores,
  tools: ToolKinds,
  userId: string,
  input: NewRecord,
): Promise<Omit<StoredRecord, 'createdAt'>> {
  const inputKeys: SlotKeys = {
    thumb: input.thumb_url_key ?? null,
    input_image: input.input_image_url_key ?? null,
    standard_output_image: input.standard_output_image_url_key ?? null,
    input_mask_image: input.input_mask_image_url_key ?? null,
    reference_image: input.reference_image_url_key ?? null,
    output_image: input.output_image_url_key ?? null,
  };
  for (const key of Object.values(inputKeys)) if (key !== null) await assertOwned(stores, userId, key);
  const { output_image: outputKey } = inputKeys;
  const origin = outputKey === null ? null : await stores.records.findOrigin(userId, outputKey);
  const originFacts = origin && knownFacts(tools, origin);
  return {
    id: randomUUID(),
    userId,
    toolType: input.tool_type,
    name: input.name,
    prompt: input.text_prompt,
    widthPx: null,
    heightPx: null,
    seed: input.seed ?? null,
    placement: null,
    scene: null,
    cutOut: null,
    settings: input.settings ?? {},
    engine: null,
    provenance: null,
    isVisible: false,
    isStarred: false,
    confirmedAt: null,
    deletedAt: null,
    ...originFacts,
    keys: { ...inputKeys, ...originFacts?.keys },
  };
}

async function assertOwned(stores: RecordStores, userId: string, key: string): Promise<void> {
  const isOwned = (await stores.uploads.isOwned(userId, key)) || (await stores.assets.isStored(userId, key));
  if (!isOwned) throw new DomainError('NOT_FOUND');
}

/** Creates upload targets for the pictures that a record doesn't have yet. */
async function createTargets(record: StoredRecord, objects: ObjectStore): Promise<CreatedRecord['upload']> {
  const createTarget = async (slot: RecordSlot): Promise<CreatedRecord['upload'][RecordSlot]> => {
    if (record.keys[slot] !== null) return null;
    const key = slotKey(record.userId, record.id, slot);
    const target = await objects.createUploadTarget({
      key,
      contentTypes: UPLOAD_CONTENT_TYPES,
      minSizeBytes: UPLOAD_MIN_BYTES,
      maxSizeBytes: slot === 'thumb' ? THUMBNAIL_MAX_BYTES : UPLOAD_MAX_BYTES,
      expiresInSeconds: UPLOAD_POLICY_TTL_S,
    });
    return { ...target, key };
  };
  const targets = await Promise.all(
    RECORD_SLOTS.map(async (slot) => [slot, await createTarget(slot)] as const),
  );
  return Object.fromEntries(targets) as CreatedRecord['upload'];
}
