import { linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { runningPostgresUrl } from '../../launch/postgres/embedded-postgres.ts';
import type { LaunchSettings } from '../../launch/settings.ts';

/** What the store keeps beside an object. */
const TYPE_SUFFIX = '~type';

/** Gives each row a picture of its own, as in a real run: a browser fetches and decodes the same address once. */
export async function ownPictures({ dataFolder }: LaunchSettings, runId: string): Promise<void> {
  const url = runningPostgresUrl(join(dataFolder, 'postgres'));
  if (url === null) throw new Error('The database does not run.');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ row: number; thumb_key: string }>(
      'select row, thumb_key from run_items where run_id = $1 and thumb_key is not null',
      [runId],
    );
    for (const { row, thumb_key: key } of rows) link(dataFolder, key, ownKey(key, row));
    await client.query(
      `update run_items set thumb_key = regexp_replace(thumb_key, '(\\.[a-z]+)$', '-' || row || '\\1') where run_id = $1`,
      [runId],
    );
  } finally {
    await client.end();
  }
}

const ownKey = (key: string, row: number): string => key.replace(/(\.[a-z]+)$/, `-${row}$1`);

function link(dataFolder: string, from: string, to: string): void {
  const at = (key: string): string => join(dataFolder, 'storage', 'objects', key);
  mkdirSync(dirname(at(to)), { recursive: true });
  for (const suffix of ['', TYPE_SUFFIX]) linkSync(at(from) + suffix, at(to) + suffix);
}
