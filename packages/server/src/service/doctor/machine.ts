import { access, constants, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { misspelledSettings } from '../../platform/config/misspelled.ts';
import { bad, doubtful, good, formatReason } from './finding.ts';
import type { DoctorFinding } from './finding.ts';

const GB = 1024 ** 3;
/** Free space below which the check warns. Enough for at least a day of work, and for the database to recover. */
const SCARCE_BYTES = 2 * GB;
/** Free space below which the server is about to refuse uploads. */
const FULL_BYTES = GB / 4;
const OTHERS = 0o077;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** Checks the names of environment variables; their values were validated before. */
export function configuration(): DoctorFinding {
  const [first] = misspelledSettings();
  return first === undefined
    ? good('configuration', 'It is valid.')
    : doubtful(
        'configuration',
        `${first.name} is no setting, so it has no effect.`,
        `Set ${first.meant} instead.`,
      );
}

export async function disk(dataDir: string): Promise<DoctorFinding> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const says = `${(freeBytes / GB).toFixed(1)} GB are free below ${dataDir}.`;
  const fix =
    'Free space, or move DATA_DIR to a larger disk. When it is full, uploads are refused; nothing is lost.';
  if (freeBytes < FULL_BYTES) return bad('disk', says, fix);
  return freeBytes < SCARCE_BYTES ? doubtful('disk', says, fix) : good('disk', says);
}

export async function dataFolder(dataDir: string): Promise<DoctorFinding> {
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return good('data folder', `${dataDir} can be read and written to.`);
  } catch (error) {
    return bad(
      'data folder',
      `${dataDir} cannot be used (${formatReason(error)}).`,
      'Run this as the account that runs the product, give that account the folder (chown), or set DATA_DIR.',
    );
  }
}

/**
 * Checks whether other users of the machine can read the secrets, with which they could forge sessions and pictures.
 */
export async function secrets(dataDir: string): Promise<DoctorFinding> {
  const folder = join(dataDir, 'secrets');
  const open = await openToOthers(folder);
  if (open === null) return good('secrets', 'There are none yet; the first start makes them.');
  if (open.length === 0) return good('secrets', `Only their owner can read what is in ${folder}.`);
  return bad(
    'secrets',
    `Other accounts of this machine can read ${open.join(', ')}.`,
    `chmod -R go= ${folder}, and, if others used this machine, delete ${join(folder, 'session')}: everybody has to sign in again.`,
  );
}

/** Lists the files in a folder that other users can access, except certificates; null if the folder doesn't exist. */
async function openToOthers(folder: string): Promise<string[] | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  // If other users can't enter the folder, they can't read its files either.
  if (((await stat(folder)).mode & OTHERS) === 0) return [];
  const open: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    // Certificates are public.
    if (!entry.isFile() || entry.name.includes('certificate')) continue;
    if (((await stat(path)).mode & OTHERS) !== 0) open.push(path);
  }
  return open;
}

/**
 * Checks the certificates that sign pictures. Only those that the server generated; the configuration checks an
 * operator's own certificate.
 */
export async function credentials(dataDir: string, nowMs: number): Promise<DoctorFinding> {
  const folder = join(dataDir, 'secrets', 'credentials');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pem'));
  for (const name of names) {
    const pem = await readFile(join(folder, name), 'utf8');
    for (const [text] of pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)) {
      const until = Date.parse(new X509Certificate(text).validTo);
      if (until > nowMs) continue;
      return doubtful(
        'certificates',
        `${name} was valid until ${new Date(until).toISOString().slice(0, 10)}.`,
        'Restart the workers: they make the next one.',
      );
    }
  }
  return good('certificates', names.length === 0 ? 'The first signed picture makes one.' : 'They are valid.');
}

/** Checks how long the site's TLS certificate is valid. */
export function siteCertificate(host: string, validTo: string, nowMs: number): DoctorFinding {
  const until = Date.parse(validTo);
  const says = `The certificate of ${host} is valid until ${new Date(until).toISOString().slice(0, 10)}.`;
  if (until > nowMs + MONTH_MS / 2) return good('site certificate', says);
  return doubtful(
    'site certificate',
    says,
    'Renew it; certbot and Caddy do that by themselves when they run.',
  );
}

/** Checks whether models are converted and cached; without them, the first cut-out has to wait. */
export async function models(folder: string): Promise<DoctorFinding> {
  const names = await readdir(folder).catch(() => []);
  if (names.length > 0) return good('models', `They are prepared in ${folder}.`);
  return doubtful(
    'models',
    `No models are prepared in ${folder}.`,
    'The first cut-out prepares them, for which it takes some seconds and a gigabyte of memory. Nothing has to be done.',
  );
}

/** Checks whether there is space for a migration, which may rewrite a table and PostgreSQL's log. */
export async function spaceFor(dataDir: string, databaseBytes: number): Promise<DoctorFinding> {
  const { bavail, bsize } = await statfs(dataDir);
  const neededBytes = 2 * databaseBytes + FULL_BYTES;
  const says = `An upgrade needs up to ${(neededBytes / GB).toFixed(1)} GB for a while; ${((bavail * bsize) / GB).toFixed(1)} GB are free.`;
  if (bavail * bsize >= neededBytes) return good('space', says);
  return bad(
    'space',
    says,
    'Free space first: a migration on a full disk is rolled back, and the product does not start.',
  );
}
