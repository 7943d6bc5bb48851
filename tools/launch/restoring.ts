import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.ts';

/*
 * While a backup is restored, a file in the data folder says so. It is made in an empty folder and goes when everything
 * is there; so a folder that has it is not complete, and holds nothing but what a restore has put there.
 */

const MARKER = 'restoring.json';
/** The lock of the one who restores, which lies in the folder too. */
export const LOCK = 'packshot.lock';

export const isRestoring = (dataFolder: string): boolean => existsSync(join(dataFolder, MARKER));

/** @throws LaunchError for a folder whose restore was interrupted or still runs */
export function assertNotRestoring(dataFolder: string): void {
  if (!isRestoring(dataFolder)) return;
  throw new LaunchError(
    `A backup is being restored into ${dataFolder}, or was when it was interrupted: the folder is not complete.\n` +
      'If it was interrupted, run the same npm run restore again; it begins anew.',
  );
}

/** What is in the folder besides what belongs to restoring. */
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

/** Removes what an interrupted restore has put into the folder, and a cluster that it had to put elsewhere. */
export function removeRestored(dataFolder: string): void {
  const location = join(dataFolder, 'postgres', 'location.json');
  if (existsSync(location)) {
    const { folder } = JSON.parse(readFileSync(location, 'utf8')) as { folder: string };
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of listContents(dataFolder))
    rmSync(join(dataFolder, name), { recursive: true, force: true });
}
