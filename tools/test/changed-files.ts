import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { run } from '../check/run.ts';
import { LaunchError } from '../launch/launch-error.ts';

/**
 * Paths from the root of the files that differ from a commit: committed, uncommitted or untracked. Scripts that differ
 * only in comments are left out, because tests can't notice comments.
 * @throws LaunchError for a commit that Git doesn't know
 */
export async function changedFiles(base: string, root: string): Promise<ReadonlySet<string>> {
  const compared = await run('git', ['diff', '--name-only', '--no-renames', '-z', '--end-of-options', base], {
    cwd: root,
  });
  if (compared.code !== 0)
    throw new LaunchError(`Git cannot compare with ${base}: ${compared.output.trim()}`);
  const untracked = await run('git', ['ls-files', '--others', '--exclude-standard', '-z'], { cwd: root });
  const before = (path: string): string | null => readAt(base, path, root);
  return new Set([
    ...listPaths(compared.output).filter(
      (path) => !differsInComments(path, before(path), readNow(join(root, path))),
    ),
    ...listPaths(untracked.output),
  ]);
}

const listPaths = (output: string): string[] => output.split('\0').filter((path) => path !== '');

const SCRIPT = /\.(?:js|mjs|ts|tsx)$/;
/** Matches comments that programs read: test environments, compiler and bundler directives. */
const DIRECTIVE = /@(?:ts|vite|vitest|license)\b|__PURE__/;

/**
 * True for a script whose code is the same before and after, apart from comments and spacing.
 * @param before null for a file that didn't exist
 * @param after null for a deleted file
 */
export function differsInComments(path: string, before: string | null, after: string | null): boolean {
  if (!SCRIPT.test(path) || before === null || after === null) return false;
  return codeLines(path, before) === codeLines(path, after);
}

/** Lines of a script without comments, indentation and empty lines. */
function codeLines(path: string, source: string): string {
  let code = '';
  let end = 0;
  for (const comment of parseSync(path, source).comments) {
    if (DIRECTIVE.test(comment.value)) continue;
    code += source.slice(end, comment.start);
    end = comment.end;
  }
  return (code + source.slice(end))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function readNow(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function readAt(commit: string, path: string, root: string): string | null {
  if (!SCRIPT.test(path)) return null;
  const { status, stdout } = spawnSync('git', ['show', `${commit}:${path}`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  return status === 0 ? stdout : null;
}
