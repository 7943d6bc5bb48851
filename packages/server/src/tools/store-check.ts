import type { ObjectStore } from '../platform/objects/object-store.ts';

/**
 * How long the result of a check of the object store counts: `TRUSTED_MS` after a success, `DOUBTED_MS` after a
 * failure.
 */
const TRUSTED_MS = 5_000;
const DOUBTED_MS = 1_000;

interface StoreCheck {
  readonly outcome: Promise<void>;
  readonly endsAtMs: number;
}

const checks = new WeakMap<Pick<ObjectStore, 'check'>, StoreCheck>();

/**
 * Refuses work if its result couldn't be stored. Otherwise the work would be accepted and then wait indefinitely.
 * @throws StorageFullError, StorageUnavailableError
 */
export async function assertStoreTakesMore(objects: Pick<ObjectStore, 'check'>): Promise<void> {
  const nowMs = performance.now();
  let check = checks.get(objects);
  if (check === undefined || check.endsAtMs < nowMs) {
    check = { outcome: objects.check(), endsAtMs: nowMs + TRUSTED_MS };
    checks.set(objects, check);
    const failed = { ...check, endsAtMs: nowMs + DOUBTED_MS };
    check.outcome.catch(() => checks.set(objects, failed));
  }
  await check.outcome;
}
