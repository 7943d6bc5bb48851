import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { composeBackup } from './compose/compose-backup.ts';
import type { BackupComposition } from './compose/compose-backup.ts';
import { isBucketPlace, isPlace, openPlaceStore } from './compose/compose-place.ts';
import { loadConfigOrExit } from './platform/config/config.ts';
import { formatReason } from './service/doctor/finding.ts';
import { StorageFullError, StorageUnavailableError } from './platform/objects/object-store.ts';
import { createLogger, unbufferedOutput } from './platform/logging/pino-logger.ts';
import { BackupError } from './platform/backup/archive/backup-error.ts';
import type { BackupManifest } from './platform/backup/archive/manifest.ts';
import { readArchive } from './platform/backup/archive/read-archive.ts';
import type { ArchiveToRead } from './platform/backup/archive/read-archive.ts';
import { SHORTEST_PASSPHRASE } from './platform/backup/archive/sealing.ts';
import { BackupPlace } from './platform/backup/place/backup-place.ts';
import type { PlaceToOpen } from './platform/backup/place/backup-place.ts';
import { iterateObjects } from './platform/backup/place/contents.ts';
import { withLease } from './platform/backup/place/leases.ts';
import { findNewest, prune } from './platform/backup/place/prune.ts';
import { verifyPlace } from './platform/backup/place/snapshots.ts';
import { assertNotNewer, tryRestore } from './platform/backup/restore.ts';
import type { RestoreOptions } from './platform/backup/restore.ts';
import { startingWith } from './starting.ts';

/*
 * Implements the commands backup, verify, list, prune, restore and try-restore, which `npm run backup` and `npm run
 * restore` start (tools/launch/backup.ts).
 */

const MB = 1024 * 1024;
const NEWEST = 'newest';
/** Exit code of a backup in which pictures are missing. */
const INCOMPLETE = 3;
/** Default number of days for which pruning keeps every backup. */
const KEEP_DAYS = 30;
const PROGRESS_INTERVAL_MS = 5_000;
/** PostgreSQL's code for a full disk. */
const DISK_FULL = '53100';

const VERIFIED = 'Every byte is as it was written, and every row is whole';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Creates a function that prints the progress at intervals. */
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

/**
 * A backup with missing pictures is complete otherwise, so it isn't deleted. The exit code reports a failure, so that
 * an operator of nightly backups notices.
 */
function failIfMissing({ missing }: BackupManifest): void {
  if (missing.length > 0) process.exitCode = INCOMPLETE;
}

interface BackupArguments {
  readonly place: string;
  /** True if the path was given with a trailing slash. */
  readonly isFolder: boolean;
  readonly passphrase: string | null;
  /**
   * Name of a backup in a backup place, or NEWEST. If null, `verify` checks all backups and other commands use the
   * newest.
   */
  readonly at: string | null;
  readonly isAgain: boolean;
  readonly isIncremental: boolean;
  readonly keepDays: number;
}

/** Opens a backup place (a folder or bucket with several backups) for `work`, and closes it afterwards. */
async function inPlace<Result>(
  { place, passphrase }: BackupArguments,
  work: (toOpen: PlaceToOpen) => Promise<Result>,
): Promise<Result> {
  const { toOpen, close } = await openPlaceStore(place, passphrase, () => loadConfigOrExit().backupBucket);
  try {
    return await work(toOpen);
  } finally {
    close();
  }
}

/**
 * Resolves the name of a backup; NEWEST becomes the name of the newest.
 * @throws BackupError if the newest is requested from a place without backups
 */
async function namedIn(place: BackupPlace, at: string): Promise<string> {
  if (at !== NEWEST) return at;
  const { newest, fromFuture } = findNewest(await place.snapshots(), new Date());
  for (const each of fromFuture)
    say(`${each} is dated in the future and not taken for the newest; --at ${each} takes it.`);
  if (newest === undefined) throw new BackupError(`There are no complete backups in ${place.shown}.`);
  return newest;
}

/** Verifies every byte of an archive, or of one or all backups in a backup place. */
async function verify(request: BackupArguments): Promise<void> {
  const { place: file, passphrase, at } = request;
  if (!isPlace(file)) {
    const manifest = await readArchive({ file, passphrase });
    assertNotNewer(manifest);
    say(`${VERIFIED}. ${summary(manifest)}`);
    sayMissing(manifest);
    return;
  }
  await inPlace(request, async (toOpen) => {
    const place = await BackupPlace.open(toOpen);
    const names = at === null ? undefined : [await namedIn(place, at)];
    const verification = await verifyPlace(place, names);
    for (const { name, manifest } of verification.snapshots) {
      assertNotNewer(manifest);
      say(`${name}: ${summary(manifest)}`);
      sayMissing(manifest);
    }
    say(
      `${VERIFIED}: ${String(verification.snapshots.length)} backups and ${String(verification.content)} pictures.`,
    );
  });
}

async function list(request: BackupArguments): Promise<void> {
  await inPlace(request, async (toOpen) => {
    const place = await BackupPlace.open(toOpen);
    const names = await place.snapshots();
    for (const name of await place.begunSnapshots()) {
      if (!names.includes(name)) {
        say(`${name}  not complete: it was interrupted, is being made, or has lost its complete.json`);
        continue;
      }
      const { sizeBytes } = await place.snapshot(name);
      say(`${name}  ${(sizeBytes / MB).toFixed(1)} MB and its pictures`);
    }
    if (names.length === 0) say(`There are no complete backups in ${place.shown}.`);
  });
}

async function pruneBackups(request: BackupArguments): Promise<void> {
  await inPlace(request, async (toOpen) => {
    const place = await BackupPlace.open(toOpen);
    const { keepDays } = request;
    const pruneResult = await withLease(place, 'prune', (renew) =>
      prune(place, { now: new Date(), keepDays, renew }),
    );
    for (const name of pruneResult.removed) say(`${name}  removed`);
    for (const name of pruneResult.retained) say(`${name}  kept`);
    say(`${String(pruneResult.removedContent)} pieces that no other backup needs were removed.`);
  });
}

/** @throws BackupError */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new BackupError(`${folder} is no folder and can't be created as one. Give another name.`, {
      cause,
    });
  }
}

async function backUp(request: BackupArguments, composition: BackupComposition): Promise<void> {
  const { place: file, passphrase, at } = request;
  if (at !== null) throw new BackupError('--at is for verify and restore: a backup is made now.');
  const onProgress = progressSayer('looked at');
  if (!request.isIncremental && !isBucketPlace(file)) {
    if (request.isFolder) await createFolder(file);
    const writtenBackup = await composition.backUp(file, passphrase, onProgress);
    say(`${writtenBackup.file}\nwas written and read back. ${summary(writtenBackup.manifest)}`);
    sayMissing(writtenBackup.manifest);
    failIfMissing(writtenBackup.manifest);
    return;
  }
  await inPlace(request, async (toOpen) => {
    const place = await BackupPlace.openOrCreate(toOpen, new Date());
    const { name, manifest, written } = await composition.backUpInto(place, passphrase, onProgress);
    const sizeMb = (written.sizeBytes / MB).toFixed(1);
    say(`${name} in ${place.shown}\nwas written and read back. ${summary(manifest)}`);
    say(`New in this place: ${String(written.objects)} pictures (${sizeMb} MB).`);
    sayMissing(manifest);
    failIfMissing(manifest);
  });
}

type BackupToRestore = Pick<RestoreOptions, 'archive' | 'manifest' | 'contents'>;

/**
 * Restores a single archive, or a backup from a backup place.
 * @param work runs with the backup
 * @param completedVerb verb that describes the completed work
 */
async function restoreFrom(
  request: BackupArguments,
  work: (backup: BackupToRestore) => Promise<void>,
  completedVerb: string,
): Promise<void> {
  const { place: file, passphrase } = request;
  const restoreOne = async (archive: ArchiveToRead, contents: RestoreOptions['contents']): Promise<void> => {
    const manifest = await readArchive(archive);
    await work({ archive, manifest, contents });
    say(`${completedVerb}: ${summary(manifest)}`);
    sayMissing(manifest);
  };
  if (!isPlace(file)) {
    await restoreOne({ file, passphrase }, null);
    return;
  }
  await inPlace(request, async (toOpen) => {
    const place = await BackupPlace.open(toOpen);
    const name = await namedIn(place, request.at ?? NEWEST);
    const { parts } = await place.snapshot(name);
    await restoreOne(place.archive(name, parts), (contents) => iterateObjects(place, contents));
  });
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'passphrase-file': { type: 'string' },
      again: { type: 'boolean', default: false },
      incremental: { type: 'boolean', default: false },
      at: { type: 'string' },
      'keep-days': { type: 'string', default: String(KEEP_DAYS) },
    },
  });
  const [command, place = ''] = positionals;
  const request: BackupArguments = {
    place: isBucketPlace(place) ? place : resolve(place),
    // The name of a file has an extension, so that a missing folder never becomes a file.
    isFolder: /[\\/]$/.test(place) || !basename(place).includes('.'),
    passphrase: passphraseIn(values['passphrase-file']),
    at: values.at ?? null,
    isAgain: values.again,
    isIncremental: values.incremental,
    keepDays: parseDays(values['keep-days']),
  };
  if (command === 'verify') return verify(request);
  if (command === 'list') return list(request);
  if (command === 'prune') return pruneBackups(request);
  const onProgress = progressSayer('restored');
  const config = loadConfigOrExit();
  if (command === 'try-restore') {
    const { databaseUrl } = config;
    const attempt = (backup: BackupToRestore) => tryRestore({ ...backup, databaseUrl, onProgress });
    return restoreFrom(request, attempt, 'Restored into a throw-away database');
  }
  const logger = createLogger('warn', 'backup', unbufferedOutput());
  const composition = await startingWith(config, () => composeBackup(config, logger));
  try {
    const { isAgain } = request;
    await (command === 'backup'
      ? backUp(request, composition)
      : restoreFrom(request, (backup) => composition.restore(backup, { isAgain, onProgress }), 'Restored'));
  } finally {
    composition.close();
  }
}

function parseDays(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new BackupError(`--keep-days is a number of days, not ${text}.`);
}

/** Message of an error that the operator understands, or null. Errors of a failing store have it in their cause. */
function knownMessage(error: unknown): string | null {
  if (error instanceof BackupError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === DISK_FULL)
    return 'There is no room for the database. For --load, TMPDIR chooses another folder.';
  if (error instanceof StorageFullError) return 'There is no room for the backup; it does not count.';
  if (error instanceof StorageUnavailableError) {
    return `The store or the backup's place could not be read or written (${formatReason(error)}).`;
  }
  return null;
}

try {
  await run();
} catch (error) {
  const expectedMessage = knownMessage(error);
  process.stderr.write(`${expectedMessage ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
}
