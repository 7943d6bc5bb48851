import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { LaunchError } from '../launch-error.ts';
import { canEnter, postgresAccount } from './account.ts';
import type { SystemAccount } from './account.ts';

/** Folder in which root stores files that PostgreSQL's account must reach even if it may not enter the checkout. */
export const SYSTEM_FOLDER = '/var/lib/packshot';

/** Locations of a cluster's files, and the account that owns them. */
export interface ClusterLayout {
  account: SystemAccount;
  /** Folder with the password, the number of the last port, the log and the cluster. */
  folder: string;
  dataFolder: string;
  /** Folder for copies of the PostgreSQL programs, if they are needed. */
  sharedFolder: string;
  /** Reason why the cluster isn't in the requested folder; missing if it is. */
  note?: string;
}

/**
 * Prepares the folder for the account under which PostgreSQL runs. If root starts a checkout that other accounts may
 * not enter (/root is private on most systems), the cluster is created in /var/lib/packshot instead, and a file
 * `location.json` in the requested folder records this.
 */
export function preparePlace(folder: string): ClusterLayout {
  try {
    return prepareFolder(folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!UNWRITABLE.has(code)) throw error;
    throw new LaunchError(
      `${folder} cannot be written to (${code}).\nGive the folder to the account that starts this (chown), mount it to be written to, or set DATA_DIR.`,
      { cause: error },
    );
  }
}

const UNWRITABLE: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

function prepareFolder(folder: string): ClusterLayout {
  const requestedFolder = resolve(folder);
  mkdirSync(requestedFolder, { recursive: true });
  const real = realpathSync(requestedFolder);
  const account = postgresAccount(join(real, 'data'));
  if (account.uid === undefined) {
    if ((statSync(real).mode & 0o777) !== 0o700) chmodSync(real, 0o700);
    return { account, folder: real, dataFolder: join(real, 'data'), sharedFolder: real };
  }
  const location = readLocation(real);
  if (location === null && letIn(account, real)) {
    return { account, folder: real, dataFolder: join(real, 'data'), sharedFolder: SYSTEM_FOLDER };
  }
  return placeElsewhere(real, location);
}

function placeElsewhere(real: string, location: Location | null): ClusterLayout {
  if (location && location.askedFolder !== real) {
    throw new LaunchError(
      `${real} was moved or copied from ${location.askedFolder}, but its database stayed in ${location.folder}.\n` +
        `If it was moved, write the new path into "askedFolder" of ${join(real, 'location.json')}.\n` +
        'If it was copied, remove that file here: the copy then starts with an empty database.',
    );
  }
  const name = createHash('sha256').update(real).digest('hex').slice(0, 12);
  const folder = location?.folder ?? join(SYSTEM_FOLDER, `postgres-${name}`);
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true });
  const account = postgresAccount(join(folder, 'data'));
  if (!letIn(account, folder)) {
    throw new LaunchError(
      `PostgreSQL cannot run as root, and its account may enter neither ${real} nor ${folder}.\n` +
        'Set DATA_DIR to a folder that other accounts may enter, or start as an ordinary user.',
    );
  }
  if (!location)
    writeFileSync(join(real, 'location.json'), `${JSON.stringify({ askedFolder: real, folder })}\n`);
  return {
    account,
    folder,
    dataFolder: join(folder, 'data'),
    sharedFolder: SYSTEM_FOLDER,
    note: `The database lies in ${folder}: PostgreSQL does not run as root, and its account may not enter ${real}.`,
  };
}

/**
 * Makes the account the folder's owner.
 * @returns whether the account can reach the folder
 */
function letIn(account: SystemAccount, folder: string): boolean {
  if (account.uid === undefined) return true;
  chmodSync(folder, 0o700);
  chownSync(folder, account.uid, account.gid);
  return canEnter(account, folder);
}

interface Location {
  askedFolder: string;
  folder: string;
}

function readLocation(folder: string): Location | null {
  const file = join(folder, 'location.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Location) : null;
}
