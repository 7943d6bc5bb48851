import { randomUUID } from 'node:crypto';
import { BackupError } from '../archive/backup-error.ts';
import type { BackupPlace } from './backup-place.ts';

/** Age from which a lease that wasn't renewed is ignored, because its process must have ended. */
const LEASE_MS = 10 * 60_000;
const RENEW_MS = 60_000;

type LeasedWork = 'backup' | 'prune';

/**
 * Prevents pruning and backups from running at the same time. Each process writes its lease before it looks for
 * others, so that of two concurrent processes at least one sees the other.
 * @param of name of the backup; two backups with the same name can't be made at the same time
 */
export async function withLease<Result>(
  place: BackupPlace,
  work: LeasedWork,
  body: (renew: () => Promise<void>) => Promise<Result>,
  of = '',
): Promise<Result> {
  const kind = of === '' ? `${work}-` : `${work}-${of}-`;
  const own = `${kind}${randomUUID()}`;
  await place.writeLease(own);
  let renewedMs = performance.now();
  try {
    await assertAlone(place, { work, kind, own });
    return await body(async () => {
      if (performance.now() - renewedMs < RENEW_MS) return;
      renewedMs = performance.now();
      await place.writeLease(own);
    });
  } finally {
    await place.deleteLease(own);
  }
}

/** True while a process makes the backup with this name; false if that process was killed more than ten minutes ago. */
export async function isBeingMade(place: BackupPlace, name: string, nowMs: number): Promise<boolean> {
  const leases = [...(await place.leases())];
  return leases.some(
    ([lease, renewedMs]) => lease.startsWith(`backup-${name}-`) && renewedMs >= nowMs - LEASE_MS,
  );
}

async function assertAlone(
  place: BackupPlace,
  { work, kind, own }: { readonly work: LeasedWork; readonly kind: string; readonly own: string },
): Promise<void> {
  const leases = await place.leases();
  const nowMs = leases.get(own) ?? 0;
  for (const [name, renewedMs] of leases) {
    if (name === own) continue;
    if (renewedMs < nowMs - LEASE_MS) {
      await place.deleteLease(name);
      continue;
    }
    const isOfSameName = kind !== `${work}-` && name.startsWith(kind);
    if (isOfSameName)
      throw new BackupError(`Another backup of this second is made in ${place.shown}: try again.`);
    // Two backups with different names may run at the same time.
    if (work === 'backup' && name.startsWith('backup-')) continue;
    throw new BackupError(
      `Another ${name.startsWith('backup-') ? 'backup' : 'pruning'} works in ${place.shown}. If it was killed, try again ten minutes after that.`,
    );
  }
}
