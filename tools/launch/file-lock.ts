import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_INTERVAL_MS = 100;

export interface FileLock {
  release(): void;
}

/**
 * Takes an exclusive lock that the operating system releases when this process ends, for any reason. Unlike a file
 * with a process ID, it can't become stale. Node has no function for this, but SQLite's file lock works on every
 * platform. The empty file remains.
 *
 * @param waitMs how long to wait for another holder
 * @returns null when another process still holds it
 */
export async function acquireFileLock(path: string, waitMs = 0): Promise<FileLock | null> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const lock = tryLock(path);
    if (lock !== null || Date.now() >= deadline) return lock;
    await sleep(RETRY_INTERVAL_MS);
  }
}

function tryLock(path: string): FileLock | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null;
    throw error;
  }
  return { release: () => database.close() };
}
