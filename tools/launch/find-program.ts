import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Folders of system programs that aren't in an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin'];

export async function findProgram(name: string): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of [...folders, ...SYSTEM_FOLDERS]) {
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return null;
}

export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
