import type { ObjectStore } from '../platform/objects/object-store.ts';

/** How long a store that could be written to counts as one that can. */
const TRUSTED_MS = 5_000;
const DOUBTED_MS = 1_000;

interface Check {
  readonly outcome: Promise<void>;
  readonly endsAtMs: number;
}

const checks = new WeakMap<Pick<ObjectStore, 'check'>, Check>();

/**
 * Refuses work whose result could not be stored: it would be accepted, and then wait without an end in sight.
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
