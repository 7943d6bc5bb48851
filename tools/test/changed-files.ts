import { run } from '../check/run.ts';
import { LaunchError } from '../launch/launch-error.ts';

/**
 * Files that differ from a commit, committed or not, by their paths from the root; excludes untracked files.
 * @throws {LaunchError} for a commit that Git does not know
 */
export async function changedFiles(base: string, root: string): Promise<ReadonlySet<string>> {
  const command = ['diff', '--name-only', '--no-renames', '-z', '--end-of-options', base];
  const { code, output } = await run('git', command, { cwd: root });
  if (code !== 0) throw new LaunchError(`Git cannot compare with ${base}: ${output.trim()}`);
  return new Set(output.split('\0').filter((line) => line !== ''));
}
