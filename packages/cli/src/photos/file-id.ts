import { statSync } from 'node:fs';

/**
 * Identity of the file at a path, equal for all spellings of the path and for links; null if the file is missing or
 * unreachable, which a later read or write reports.
 */
export function getFileId(path: string): string | null {
  try {
    const there = statSync(path, { bigint: true });
    return `${there.dev}:${there.ino}`;
  } catch {
    return null;
  }
}
