import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/**
 * Account under which PostgreSQL runs. PostgreSQL refuses to run as root, so a root user needs another account for it;
 * for an ordinary user the object is empty, because PostgreSQL runs as that user.
 */
export type SystemAccount = { uid: number; gid: number } | Record<string, never>;

const NOBODY = 65534;

/** @param dataFolder if it exists, its owner is the only account that PostgreSQL accepts */
export function postgresAccount(dataFolder: string): SystemAccount {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const uid = lookUpId(name, '-u');
    const gid = lookUpId(name, '-g');
    if (uid && gid) return { uid, gid };
  }
  return { uid: NOBODY, gid: NOBODY };
}

/** True if the account may enter the folder, which requires that it may pass through every folder above. */
export function canEnter(account: SystemAccount, folder: string): boolean {
  const { status } = spawnSync('sh', ['-c', 'test -x "$1"', 'sh', folder], { ...account, cwd: '/' });
  return status === 0;
}

function lookUpId(name: string, option: '-u' | '-g'): number {
  const { stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
  return Number(stdout?.trim() || Number.NaN);
}
