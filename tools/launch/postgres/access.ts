import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { LaunchError } from '../launch-error.ts';
import type { ClusterLayout } from './place.ts';

export const ROLE = 'packshot';
/** Name of our database; a new cluster contains only the database `postgres`. */
export const DATABASE = 'packshot';

/** Connection URL. It contains the password, so code must not log it. */
export function buildUrl(port: number, password: string, database: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${String(port)}/${database}`;
}

/**
 * Reads the password of the cluster's only role, from a file that only its owner can read. Creates the file for a new
 * cluster.
 * @throws LaunchError if the file of an existing cluster is missing
 */
export function readPassword(place: ClusterLayout): string {
  const file = join(place.folder, 'password');
  if (!existsSync(file) || statSync(file).size === 0) {
    if (existsSync(place.dataFolder)) {
      throw new LaunchError(
        `${file} is missing, without which the database beside it cannot be opened.\n` +
          'Restore it from a backup.',
      );
    }
    writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * True if the server accepts our connection.
 * @throws LaunchError if the password differs from the cluster's
 */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 5_000 });
  // Ignores the error that occurs if a server that is shutting down closes the connection.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new LaunchError(
        'The embedded PostgreSQL refuses the password in its folder: the file `password` does not belong to its data.',
        { cause: error },
      );
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** @param adminUrl URL of the database that a new cluster contains */
export async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, ssl: false });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
