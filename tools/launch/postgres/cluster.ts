import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from '../launch-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { ClusterLayout } from './place.ts';

/**
 * Creates a new cluster next to its final name and renames it when complete. If the start is killed meanwhile, nothing
 * that looks like a database remains.
 */
export function initializeCluster(
  place: ClusterLayout,
  binaries: PostgresBinaries,
  role: string,
  password: string,
): void {
  const incoming = `${place.dataFolder}.new`;
  const passwordFile = join(place.folder, 'initial-password');
  rmSync(incoming, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.account.uid !== undefined) chownSync(passwordFile, place.account.uid, place.account.gid);
  const options = {
    pgdata: incoming,
    username: role,
    auth: 'scram-sha-256',
    pwfile: passwordFile,
    encoding: 'UTF8',
    ...getLocaleOptions(binaries),
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const result = spawnSync(binaries.initdb, flags, {
    ...place.account,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    encoding: 'utf8',
  });
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(incoming, { recursive: true, force: true });
    throw new LaunchError(
      `PostgreSQL could not make its data folder ${place.dataFolder}:\n` +
        (result.error?.message ?? `${result.stderr}${result.stdout}`.trim()),
    );
  }
  renameSync(incoming, place.dataFolder);
}

/** Locale options. The builtin provider (from version 17) sorts the same on every system, so clusters can move. */
function getLocaleOptions(binaries: PostgresBinaries): Record<string, string> {
  return Number(binaries.majorVersion) >= 17
    ? { locale: 'C', 'locale-provider': 'builtin', 'builtin-locale': 'C.UTF-8' }
    : { locale: 'C.UTF-8' };
}

/** Refuses data of another major version, which this PostgreSQL can't read. */
export function assertMajorVersion(place: ClusterLayout, binaries: PostgresBinaries): void {
  const file = join(place.dataFolder, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new LaunchError(
      `${place.dataFolder} is not a PostgreSQL data folder. Move it away and start again.`,
    );
  }
  const version = readFileSync(file, 'utf8').trim();
  if (version === binaries.majorVersion) return;
  throw new LaunchError(
    `The database in ${place.dataFolder} was made by PostgreSQL ${version}; this release brings ${binaries.majorVersion}.\n` +
      (Number(version) < Number(binaries.majorVersion)
        ? 'Nothing has been changed. npm start brings it to the newer version; see npm run upgrade -- --check.\n'
        : 'Nothing has been changed. Go back to the release that made it, make a backup (npm run backup), and restore it with\n' +
          'this one into another data folder (npm run restore): a backup does not depend on the version.\n') +
      `Or run PostgreSQL ${version} on it yourself and set DATABASE_URL.`,
  );
}
