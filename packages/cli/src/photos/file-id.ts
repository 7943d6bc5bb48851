import { statSync } from 'node:fs';

/**
 * Identity of the file at a path, however the path is written; null if it is missing or unreachable, which a later read
 * or write reports.
 */
export function getFileId(path: string): string | null {
  try {
    const there = statSync(path, { bigint: true });
    return `${there.dev}:${there.ino}`;
  } catch {
    return null;
  }
}
