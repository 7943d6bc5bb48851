import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of the repository's files, including new ones that aren't committed yet. */
export function trackedFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  }).toString();
  return [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)));
}
