import { randomUUID } from 'node:crypto';
import { UPLOAD_MAX_BYTES, UPLOAD_POLICY_TTL_S } from '@packshot/contract';
import type { ErrorCode, UploadTarget } from '@packshot/contract';
import type { Caller } from '../platform/access/caller.ts';
import type { UploadDatabase, UploadStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { Clock } from '../platform/clock.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import { assertRoom } from './quota.ts';
import type { QuotaDependencies } from './quota.ts';
import { getOwner, RECORDS_FOLDER } from './folders.ts';
import { readPictureFacts, readPictureHeader, readHead } from './picture-header.ts';

/** Content types that an upload may declare. The bytes determine the real type. */
export const UPLOAD_CONTENT_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'image/avif',
] as const;
export const UPLOAD_MIN_BYTES = 1;

export interface StoredUpload {
  readonly key: string;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface UploadDependencies extends QuotaDependencies {
  readonly database: UploadDatabase;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/** Smallest size that an upload can have, in bytes. */
const ANYTHING = 1;
/** Maximum number of uploads whose size is looked up before a request is refused for lack of space. */
const LOOKED_UP = 50;

/**
 * Runs `work` if the user's storage limit allows this many bytes. Before refusing, looks up the sizes of uploads whose
 * permission has expired and that may never have arrived.
 */
async function withRoom(
  deps: UploadDependencies,
  caller: Caller,
  sizeBytes: number,
  work: (stores: UploadStores) => Promise<void>,
): Promise<void> {
  const attempt = () =>
    deps.database.transaction(async (stores) => {
      await assertRoom(deps, stores, caller, sizeBytes, deps.clock.now());
      await work(stores);
    });
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof DomainError) || !QUOTA_CODES.includes(error.code)) throw error;
    const { uploads } = deps.database.stores;
    const unsized = await uploads.listUnsized(caller.userId, deps.clock.now(), LOOKED_UP);
    if (unsized.length === 0) throw error;
    for (const key of unsized) await uploads.noteSize(key, (await deps.objects.head(key))?.sizeBytes ?? 0);
    await attempt();
  }
}

const uploadKey = ({ userId }: Caller, id: string): string => `uploads/${userId}/${id}`;

const QUOTA_CODES: readonly ErrorCode[] = ['STORAGE_QUOTA', 'GUEST_STORAGE_QUOTA'];

export function createUploadService(deps: UploadDependencies) {
  return {
    /** Creates an upload target: a signed policy for one object of the caller. */
    async createTarget(caller: Caller, objectName: string): Promise<UploadTarget> {
      assertPermitted(caller, 'uploads.create');
      const key = uploadKey(caller, randomUUID());
      // The row is inserted before the bytes arrive, so that the sweeper knows every object.
      await withRoom(deps, caller, UPLOAD_MAX_BYTES, async (stores) => {
        await stores.uploads.insert({
          key,
          userId: caller.userId,
          label: objectName,
          policyExpiresAt: new Date(deps.clock.now().getTime() + UPLOAD_POLICY_TTL_S * 1000),
        });
      });
      const target = await deps.objects.createUploadTarget({
        key,
        contentTypes: UPLOAD_CONTENT_TYPES,
        minSizeBytes: UPLOAD_MIN_BYTES,
        maxSizeBytes: UPLOAD_MAX_BYTES,
        expiresInSeconds: UPLOAD_POLICY_TTL_S,
      });
      return { ...target, key };
    },

    /**
     * Stores bytes that a program sent in its request. Files that aren't pictures are refused.
     * @param label the client's name for the file
     * @throws DomainError the refusal of a file, STORAGE_QUOTA
     */
    async store(caller: Caller, bytes: Uint8Array, label: string, id: string = randomUUID()) {
      assertPermitted(caller, 'uploads.create');
      const sizeBytes = bytes.byteLength;
      if (sizeBytes > UPLOAD_MAX_BYTES) throw new DomainError('TOO_LARGE_BYTES');
      const { widthPx, heightPx, mediaType } = readPictureFacts(bytes);
      const key = uploadKey(caller, id);
      await withRoom(deps, caller, sizeBytes, async ({ uploads }) => {
        const { userId } = caller;
        await uploads.insert({ key, userId, label, policyExpiresAt: deps.clock.now(), sizeBytes });
      });
      await deps.objects.write(key, bytes, { contentType: mediaType });
      return { key, mediaType, sizeBytes, widthPx, heightPx };
    },

    /** Finds the upload that was stored with this id; null if there is none. */
    async find(caller: Caller, id: string): Promise<(StoredUpload & { readonly label: string }) | null> {
      const key = uploadKey(caller, id);
      const label = await deps.database.stores.uploads.findLabel(caller.userId, key);
      const head = label === null ? null : await deps.objects.head(key);
      if (label === null || head === null) return null;
      const { widthPx, heightPx } = readPictureHeader(
        await readHead(deps.objects, key, head.sizeBytes),
        head.sizeBytes,
      );
      return { key, label, mediaType: head.contentType, sizeBytes: head.sizeBytes, widthPx, heightPx };
    },

    /** Deletes an upload. The caller must know that no request has used it. */
    async discard(caller: Caller, key: string): Promise<void> {
      const { uploads } = deps.database.stores;
      if (!(await uploads.isOwned(caller.userId, key))) return;
      await deps.objects.delete(key);
      await uploads.delete([key]);
    },

    /**
     * Called by the local store before it accepts any byte. Checks that the object is still expected, because an
     * upload permission may outlive its account or record. Throws UPLOAD_EXPIRED, or STORAGE_QUOTA for a History
     * picture that no longer fits.
     */
    async assertAwaited(key: string): Promise<void> {
      const { accounts, records, uploads } = deps.database.stores;
      const owner = getOwner(key);
      const [, , recordId = ''] = key.split('/');
      const account = owner === undefined ? null : await accounts.find(owner);
      const isAwaited =
        owner !== undefined &&
        account !== null &&
        (key.startsWith(RECORDS_FOLDER)
          ? (await records.find(owner, recordId)) !== null
          : await uploads.isOwned(owner, key));
      if (!isAwaited) throw new DomainError('UPLOAD_EXPIRED');
      if (!key.startsWith(RECORDS_FOLDER)) return;
      const { role } = account;
      await deps.database.transaction(async (stores) => {
        await assertRoom(deps, stores, { userId: owner, role }, ANYTHING, deps.clock.now());
      });
    },

    /** Called by the local store before it serves an object, because a link may outlive the account. Throws NOT_FOUND. */
    async assertReadable(key: string): Promise<void> {
      const owner = getOwner(key);
      if (owner !== undefined && !(await deps.database.stores.accounts.isHere(owner)))
        throw new DomainError('NOT_FOUND');
    },

    /** Records an object's size. Called by the local store when the object has arrived. */
    async noteArrival(key: string, sizeBytes: number): Promise<void> {
      const { records, uploads } = deps.database.stores;
      const [, , recordId = ''] = key.split('/');
      if (key.startsWith(RECORDS_FOLDER)) await records.addSlotBytes(recordId, sizeBytes);
      else await uploads.noteSize(key, sizeBytes);
    },
  };
}

export type UploadService = ReturnType<typeof createUploadService>;
