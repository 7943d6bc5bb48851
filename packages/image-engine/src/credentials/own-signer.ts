/**
 * Root and signer certificates of this installation, created at the first start and renewed in time. Trusted time
 * stamps would need requests to a third party; without them, a signed file is valid only as long as its signing
 * certificate. Each signer is therefore used for one year, and its certificate is valid for ten.
 */
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { createCertificate } from './certificate.ts';
import { certificatesIn, privateKeyIn, createSigner } from './key-with-certificate.ts';
import type { PictureSigner } from './key-with-certificate.ts';
import { linkOnce } from './link-once.ts';

const YEAR_MS = 365.25 * 24 * 3_600_000;
const ROOT_YEARS = 30;
const SIGNER_YEARS = 10;
const SIGNS_YEARS = 1;
/** Time by which certificates are backdated, because the clocks of computers that verify them may be slow. */
const EARLIER_MS = 24 * 3_600_000;

const ORGANIZATION = 'Packshot';

/** File name of the root certificate without its private key, for publication. */
export const ROOT_CERTIFICATE = 'root-certificate.pem';

interface SignerClock {
  now(): Date;
}

interface Held {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  readonly commonName: string;
}

/**
 * Reads or creates the keys and certificates in `folder`. Several processes may call it at once: all get the same root,
 * and signers that this root issued.
 * @throws if a missing file can't be created, or an existing one is damaged
 */
export function openOwnSigner(folder: string, clock: SignerClock): () => PictureSigner {
  let present: { readonly signer: PictureSigner; readonly renewAt: number } | undefined;
  const presentSigner = (): PictureSigner => {
    const now = clock.now().getTime();
    if (present === undefined || now >= present.renewAt) {
      const root = rootIn(folder, now);
      const { key, certificate } = signerIn(folder, root, now);
      present = {
        signer: createSigner({ key, certificates: [certificate] }, root.certificate),
        renewAt: getRenewalMs(certificate),
      };
    }
    return present.signer;
  };
  presentSigner();
  return presentSigner;
}

const getExpiryMs = (certificate: X509Certificate): number => Date.parse(certificate.validTo);
const getRenewalMs = (certificate: X509Certificate): number =>
  getExpiryMs(certificate) - (SIGNER_YEARS - SIGNS_YEARS) * YEAR_MS;

/**
 * Reads the root certificate. Creates a new root if there is none or if it would expire before a signer created now.
 */
function rootIn(folder: string, now: number): Held {
  const path = join(folder, 'root.pem');
  const lives = ({ certificate }: Held): boolean => getExpiryMs(certificate) > now + SIGNER_YEARS * YEAR_MS;
  const existingRoot = read(path);
  if (existingRoot !== null && lives(existingRoot)) return existingRoot;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existingRoot !== null)
    renameIfThere(path, join(folder, `root-until-${existingRoot.certificate.validTo.slice(-8, -4)}.pem`));
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const commonName = `Packshot root ${computeKeyId(key)}`;
  const certificate = createCertificate({
    kind: 'root',
    organization: ORGANIZATION,
    commonName,
    key,
    from: new Date(now - EARLIER_MS),
    until: new Date(now + ROOT_YEARS * YEAR_MS),
  });
  // Only one of several processes that start at once can create the root's file; all of them then read that file.
  const temporary = write(path, key, certificate);
  linkOnce(temporary, path);
  const root = read(path);
  if (root === null) throw new Error(`${path} disappeared while it was being made`);
  publish(folder, root);
  return root;
}

/**
 * Writes the root certificate, without its private key, to a file that readers can download to trust this installation.
 */
function publish(folder: string, { certificate }: Held): void {
  const path = join(folder, ROOT_CERTIFICATE);
  const temporary = write(path, null, certificate.raw);
  chmodSync(temporary, 0o644);
  renameSync(temporary, path);
}

function signerIn(folder: string, root: Held, now: number): Held {
  const path = join(folder, 'signer.pem');
  const existingSigner = read(path);
  if (
    existingSigner !== null &&
    existingSigner.certificate.checkIssued(root.certificate) &&
    now < getRenewalMs(existingSigner.certificate)
  )
    return existingSigner;
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const certificate = createCertificate({
    kind: 'signer',
    organization: ORGANIZATION,
    commonName: `Packshot, self-hosted, ${computeKeyId(root.key)}`,
    key,
    from: new Date(now - EARLIER_MS),
    until: new Date(now + SIGNER_YEARS * YEAR_MS),
    issuer: { organization: ORGANIZATION, commonName: root.commonName, key: root.key },
  });
  // If several processes replace the signer at once, the last file wins; all signers are equally valid.
  renameSync(write(path, key, certificate), path);
  const savedPair = read(path);
  if (savedPair === null) throw new Error(`${path} disappeared while it was being made`);
  return savedPair;
}

/** Short identifier of a key, which distinguishes the certificates of different installations. */
const computeKeyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 8);

/** Writes a temporary file beside `path` that only its owner can read, and returns its path. */
function write(path: string, key: KeyObject | null, certificate: Uint8Array): string {
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    const secret = key === null ? '' : key.export({ type: 'pkcs8', format: 'pem' }).toString();
    writeSync(file, `${secret}${new X509Certificate(certificate).toString()}`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return temporary;
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function read(path: string): Held | null {
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const key = privateKeyIn(pem);
    const [certificate] = certificatesIn(pem);
    if (certificate?.checkPrivateKey(key) !== true) throw new Error('they do not belong together');
    const commonName = /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? '';
    return { key, certificate, commonName };
  } catch (error) {
    throw new Error(`${path} does not hold a key with its certificate; delete the file to make a new one`, {
      cause: error,
    });
  }
}
