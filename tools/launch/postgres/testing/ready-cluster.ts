import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

let model: Promise<string> | undefined;

/**
 * Copies a cluster that has run and was stopped into a folder that doesn't exist yet, which takes a tenth of the time
 * of creating one. For tests of later events; tests of the first start create their own.
 */
export async function putReadyCluster(folder: string): Promise<void> {
  // Preserve file owners, because PostgreSQL doesn't start on another account's files.
  await promisify(execFile)('cp', ['-a', await (model ??= makeModel()), folder]);
  // Otherwise all copies would request the same port.
  rmSync(join(folder, 'port'), { force: true });
}

async function makeModel(): Promise<string> {
  const base = mkdtempSync(join(tmpdir(), 'packshot-ready-cluster-'));
  process.once('exit', () => rmSync(base, { recursive: true, force: true }));
  // When the tests run as root, let PostgreSQL's account pass through.
  chmodSync(base, 0o755);
  const folder = join(base, 'postgres');
  const server = await startEmbeddedPostgres({ folder, durability: 'none' });
  await server.stop();
  return folder;
}
