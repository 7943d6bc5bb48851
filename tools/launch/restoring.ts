import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.ts';

/*
 * Name of a marker file, which is in the data folder while a backup is being restored. It is created in an empty
 * folder and removed when the restore is complete, so a folder with a marker is incomplete and contains only restored
 * files.
 */

const MARKER = 'restoring.json';
/** Name of the lock file that a running product or restore holds, in the same folder. */
export const LOCK = 'packshot.lock';

export const isRestoring = (dataFolder: string): boolean => existsSync(join(dataFolder, MARKER));

/** @throws LaunchError if a restore of the folder was interrupted or is still running */
export function assertNotRestoring(dataFolder: string): void {
  if (!isRestoring(dataFolder)) return;
  throw new LaunchError(
    `A backup is being restored into ${dataFolder}, or was when it was interrupted: the folder is not complete.\n` +
      'If it was interrupted, run the same npm run restore again; it begins anew.',
  );
}

export function listContents(dataFolder: string): string[] {
  return readdirSync(dataFolder).filter((name) => name !== MARKER && !name.startsWith(LOCK));
}

export function beginRestoring(dataFolder: string, file: string): void {
  writeFileSync(join(dataFolder, MARKER), `${JSON.stringify({ file, at: new Date().toISOString() })}\n`, {
    flush: true,
  });
}

export function endRestoring(dataFolder: string): void {
  rmSync(join(dataFolder, MARKER), { force: true });
}

/** Removes the files of an interrupted restore, including a cluster in another location. */
export function removeRestored(dataFolder: string): void {
  const location = join(dataFolder, 'postgres', 'location.json');
  if (existsSync(location)) {
    const { folder } = JSON.parse(readFileSync(location, 'utf8')) as { folder: string };
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of listContents(dataFolder))
    rmSync(join(dataFolder, name), { recursive: true, force: true });
}
