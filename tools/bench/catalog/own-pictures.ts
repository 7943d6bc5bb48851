import { linkSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LaunchSettings } from '../../launch/settings.ts';
import { onPool } from '../shop-owner.ts';

/** Suffix of the file in which the object store records an object's media type. */
const TYPE_SUFFIX = '~type';

/** Gives each row a picture of its own, as in a real run; a browser would fetch and decode the same URL only once. */
export const ownPictures = (settings: LaunchSettings, runId: string): Promise<void> =>
  onPool(settings, async (pool) => {
    const { rows } = await pool.query<{ row: number; thumb_key: string }>(
      'select row, thumb_key from run_items where run_id = $1 and thumb_key is not null',
      [runId],
    );
    for (const { row, thumb_key: key } of rows) link(settings.dataFolder, key, ownKey(key, row));
    await pool.query(
      `update run_items set thumb_key = regexp_replace(thumb_key, '(\\.[a-z]+)$', '-' || row || '\\1') where run_id = $1`,
      [runId],
    );
  });

const ownKey = (key: string, row: number): string => key.replace(/(\.[a-z]+)$/, `-${row}$1`);

function link(dataFolder: string, from: string, to: string): void {
  const at = (key: string): string => join(dataFolder, 'storage', 'objects', key);
  mkdirSync(dirname(at(to)), { recursive: true });
  for (const suffix of ['', TYPE_SUFFIX]) linkSync(at(from) + suffix, at(to) + suffix);
}
