import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

let model: Promise<string> | undefined;

/**
 * Puts a cluster that has run and was stopped into a folder that does not exist yet: copying one takes a tenth of the time of making it.
 * For tests of what happens to a cluster later; those of the first start make theirs.
 */
export async function putReadyCluster(folder: string): Promise<void> {
  // Whose each file is comes along, because PostgreSQL does not start on what another account owns.
  await promisify(execFile)('cp', ['-a', await (model ??= makeModel()), folder]);
  // Otherwise all copies would ask for one port.
  rmSync(join(folder, 'port'), { force: true });
}

async function makeModel(): Promise<string> {
  const base = mkdtempSync(join(tmpdir(), 'packshot-ready-cluster-'));
  process.once('exit', () => rmSync(base, { recursive: true, force: true }));
  // Lets the account that runs PostgreSQL pass through when the tests run as root.
  chmodSync(base, 0o755);
  const folder = join(base, 'postgres');
  const server = await startEmbeddedPostgres({ folder, durability: 'none' });
  await server.stop();
  return folder;
}
