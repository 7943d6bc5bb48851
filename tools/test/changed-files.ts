import { run } from '../check/run.ts';
import { LaunchError } from '../launch/launch-error.ts';

/**
 * Paths from the root of the files that differ from a commit: committed, uncommitted or untracked.
 * @throws LaunchError for a commit that Git doesn't know
 */
export async function changedFiles(base: string, root: string): Promise<ReadonlySet<string>> {
  const compared = await run('git', ['diff', '--name-only', '--no-renames', '-z', '--end-of-options', base], {
    cwd: root,
  });
  if (compared.code !== 0)
    throw new LaunchError(`Git cannot compare with ${base}: ${compared.output.trim()}`);
  const untracked = await run('git', ['ls-files', '--others', '--exclude-standard', '-z'], { cwd: root });
  return new Set(`${compared.output}${untracked.output}`.split('\0').filter((line) => line !== ''));
}
