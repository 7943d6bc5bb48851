import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { composeBackup } from './compose/compose-backup.ts';
import { loadConfigOrExit } from './config/config.ts';
import { createLogger, unbufferedOutput } from './gateways/logger.ts';
import { BackupError } from './storage/backup/archive/backup-error.ts';
import type { BackupManifest } from './storage/backup/archive/manifest.ts';
import { readArchive } from './storage/backup/archive/read-archive.ts';
import { SHORTEST_PASSPHRASE } from './storage/backup/archive/sealing.ts';
import { assertNotNewer } from './storage/backup/restore.ts';
import { startingWith } from './starting.ts';

/*
 * backup | verify | restore, as npm run backup and npm run restore start them (tools/launch/backup.ts).
 */

const MB = 1024 * 1024;
const PROGRESS_INTERVAL_MS = 5_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Says from time to time how far it is. */
function progressSayer(what: string): (progress: { readonly objects: number }) => void {
  let saidMs = Date.now();
  return ({ objects }) => {
    if (Date.now() - saidMs < PROGRESS_INTERVAL_MS) return;
    saidMs = Date.now();
    say(`  ${String(objects)} pictures ${what}`);
  };
}

function passphraseIn(file: string | undefined): string | null {
  if (file === undefined) return null;
  let passphrase: string;
  try {
    passphrase = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new BackupError(`The passphrase's file ${file} cannot be read.`, { cause });
  }
  if (passphrase.length < SHORTEST_PASSPHRASE) {
    throw new BackupError(
      `A passphrase has at least ${String(SHORTEST_PASSPHRASE)} characters; ${file} has fewer.`,
    );
  }
  return passphrase;
}

function summary({ createdAt, product, objects, tables }: BackupManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const sizeMb = (objects.sizeBytes / MB).toFixed(1);
  return `${createdAt}, release ${product}: ${String(objects.count)} pictures (${sizeMb} MB), ${String(rows)} rows in ${String(tables.length)} tables`;
}

function sayMissing({ missing }: BackupManifest): void {
  if (missing.length === 0) return;
  say(`${String(missing.length)} pictures that the database names were not in the store:`);
  for (const key of missing.slice(0, 10)) say(`  ${key}`);
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'passphrase-file': { type: 'string' }, again: { type: 'boolean', default: false } },
  });
  const [command, place = ''] = positionals;
  const passphrase = passphraseIn(values['passphrase-file']);
  const archive = { file: resolve(place), passphrase };
  if (command === 'verify') {
    const manifest = await readArchive(archive);
    assertNotNewer(manifest);
    say(`Every byte is as it was written. ${summary(manifest)}`);
    sayMissing(manifest);
    return;
  }
  const config = loadConfigOrExit();
  const logger = createLogger('warn', 'backup', unbufferedOutput());
  const composition = await startingWith(config, () => composeBackup(config, logger));
  try {
    if (command === 'backup') {
      const made = await composition.backUp(archive.file, passphrase, progressSayer('copied'));
      say(`${made.file}\nwas written and read back. ${summary(made.manifest)}`);
      sayMissing(made.manifest);
    } else {
      const manifest = await readArchive(archive);
      const onProgress = progressSayer('restored');
      await composition.restore({ ...archive, manifest }, { isAgain: values.again, onProgress });
      say(`Restored: ${summary(manifest)}`);
      sayMissing(manifest);
    }
  } finally {
    composition.close();
  }
}

try {
  await run();
} catch (error) {
  const known = error instanceof BackupError;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
