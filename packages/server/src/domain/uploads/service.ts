import { randomUUID } from 'node:crypto';
import {
  UPLOAD_CONTENT_TYPES,
  UPLOAD_MAX_BYTES,
  UPLOAD_MIN_BYTES,
  UPLOAD_POLICY_TTL_S,
} from '@packshot/contract';
import type { UploadTarget } from '@packshot/contract';
import type { Caller } from '../caller.ts';
import { assertPermitted } from '../permissions.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { Database } from '../ports/stores.ts';

export interface UploadService {
  /** A signed policy for one object of the caller's. */
  createTarget(caller: Caller, objectName: string): Promise<UploadTarget>;
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
      await deps.database.stores.uploads.insert({
        key,
        userId: caller.userId,
        label: objectName,
        policyExpiresAt: new Date(deps.clock.now().getTime() + UPLOAD_POLICY_TTL_S * 1000),
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
  };
}
