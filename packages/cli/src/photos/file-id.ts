import { statSync } from 'node:fs';

/** What a path leads to, however it is written; null: it is not there, or cannot be reached, which whoever reads or writes it finds out. */
export function getFileId(path: string): string | null {
  try {
    const there = statSync(path, { bigint: true });
    return `${there.dev}:${there.ino}`;
  } catch {
    return null;
  }
}
