import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

let model: Promise<string> | undefined;

/**
 * Copies a stopped cluster that has run before into a folder that doesn't exist yet, which is faster than creating a
 * cluster.
 */
export async function putReadyCluster(folder: string): Promise<void> {
  // Preserves the files' owners, because PostgreSQL doesn't start if another account owns its files.
  await promisify(execFile)('cp', ['-a', await (model ??= makeModel()), folder]);
  // Removes the recorded port, because all copies would otherwise request the same one.
  rmSync(join(folder, 'port'), { force: true });
}

async function makeModel(): Promise<string> {
  const base = mkdtempSync(join(tmpdir(), 'packshot-ready-cluster-'));
  process.once('exit', () => rmSync(base, { recursive: true, force: true }));
  // If the tests run as root, PostgreSQL's account must be able to pass through this folder.
  chmodSync(base, 0o755);
  const folder = join(base, 'postgres');
  const server = await startEmbeddedPostgres({ folder, durability: 'none' });
  await server.stop();
  return folder;
}
