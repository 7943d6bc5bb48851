import { randomUUID } from 'node:crypto';
import {
  UPLOAD_CONTENT_TYPES,
  UPLOAD_MAX_BYTES,
  UPLOAD_MIN_BYTES,
  UPLOAD_POLICY_TTL_S,
} from '@packshot/contract';
import type { UploadTarget } from '@packshot/contract';
import type { Caller } from '../caller.ts';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { Database } from '../ports/stores.ts';
import { RECORDS_FOLDER } from '../records/model.ts';
import { ownerOf } from '../upkeep/folders.ts';

export interface UploadService {
  /** A signed policy for one object of the caller's. */
  createTarget(caller: Caller, objectName: string): Promise<UploadTarget>;
  /**
   * Asked at the door of the local store before a byte is taken: is somebody still waiting for this object? Permission to upload
   * may be older than the end of the account, or of the record, that it was given for. Throws UPLOAD_EXPIRED.
   */
  assertAwaited(key: string): Promise<void>;
}

export interface UploadDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

export function createUploadService(deps: UploadDependencies): UploadService {
  return {
    async createTarget(caller, objectName) {
      assertPermitted(caller, 'uploads.create');
      const key = `uploads/${caller.userId}/${randomUUID()}`;
      // The row comes first, so that an object never exists that nobody would sweep.
      await deps.database.transaction(async (stores) => {
        // Who is being deleted waits for this, or this for them.
        if ((await stores.accounts.lock(caller.userId)) === null) throw new DomainError('UNAUTHENTICATED');
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

    async assertAwaited(key) {
      const { accounts, records, uploads } = deps.database.stores;
      const owner = ownerOf(key);
      const [, , recordId = ''] = key.split('/');
      const isAwaited =
        owner !== undefined &&
        (await accounts.find(owner)) !== null &&
        (key.startsWith(RECORDS_FOLDER)
          ? (await records.find(owner, recordId)) !== null
          : await uploads.isOwned(owner, key));
      if (!isAwaited) throw new DomainError('UPLOAD_EXPIRED');
    },
  };
}
