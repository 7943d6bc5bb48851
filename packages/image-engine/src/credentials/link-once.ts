import { linkSync, rmSync } from 'node:fs';

/** Moves a finished file to its path, unless another process has created that path in the meantime. */
export function linkOnce(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
