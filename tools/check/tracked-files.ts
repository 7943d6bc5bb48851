import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Files of the repository, by their paths in it; what is new but not yet committed counts as well. */
export function trackedFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  }).toString();
  return [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)));
}
