import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCertificate } from '@packshot/image-engine/credentials';
import type { CertificateOrder } from '@packshot/image-engine/credentials';
import { ConfigError, loadConfig } from './config.ts';

const DAY_MS = 24 * 3_600_000;
const ORGANIZATION = 'Shop';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-brought-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const createKey = (namedCurve = 'prime256v1'): KeyObject =>
  generateKeyPairSync('ec', { namedCurve }).privateKey;
const rootKey = createKey();
const ROOT = { organization: ORGANIZATION, commonName: 'Root', key: rootKey };

const issueCertificate = (key: KeyObject, more: Partial<CertificateOrder> = {}): string => {
  const now = Date.now();
  const order: CertificateOrder = {
    kind: 'signer',
    organization: ORGANIZATION,
    commonName: 'Signer',
    key,
    from: new Date(now - DAY_MS),
    until: new Date(now + 30 * DAY_MS),
    issuer: ROOT,
    ...more,
  };
  return new X509Certificate(createCertificate(order)).toString();
};
const root = issueCertificate(rootKey, { kind: 'root', commonName: 'Root' });
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Loads the configuration with these two files. Returns its certificate, or the first problem. */
function load(certificates: string | null, key: string | null) {
  const file = (name: string, content: string | null): Record<string, string> => {
    if (content === null) return {};
    const path = join(folder, name);
    writeFileSync(path, content);
    return { [name === 'key.pem' ? 'CREDENTIALS_KEY_FILE' : 'CREDENTIALS_CERTIFICATE_FILE']: path };
  };
  const environment = { DATABASE_URL: 'postgres://a:b@db.example/packshot', DATA_DIR: folder };
  try {
    return loadConfig({ ...environment, ...file('chain.pem', certificates), ...file('key.pem', key) })
      .credentials;
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')[1]?.trim();
    throw error;
  }
}

it('an operator’s certificates are accepted with their key', () => {
  const key = createKey();
  expect(load(issueCertificate(key) + root, pem(key))).toMatchObject({
    certificates: [{ ca: false }, { ca: true }],
  });
  expect(load(null, null)).toBeNull();
});

const key = createKey();
const CHAIN = '- CREDENTIALS_CERTIFICATE_FILE: ';
it.each([
  ['a key without certificates', null, pem(key), `${CHAIN}is needed when CREDENTIALS_KEY_FILE is set`],
  [
    'a file that isn’t a key',
    issueCertificate(key),
    'nonsense',
    '- CREDENTIALS_KEY_FILE: must hold a private key in PEM without a password',
  ],
  [
    'a key on an unsupported curve',
    issueCertificate(key),
    pem(createKey('secp256k1')),
    '- CREDENTIALS_KEY_FILE: must be a key on P-256 or P-384, Ed25519, or RSA of at least 2048 bits',
  ],
  [
    'a file without certificates',
    'nonsense',
    pem(key),
    `${CHAIN}must hold certificates in PEM, the signer’s own first`,
  ],
  [
    'a certificate of another key',
    issueCertificate(createKey()),
    pem(key),
    `${CHAIN}its first certificate does not belong to the key in CREDENTIALS_KEY_FILE`,
  ],
  [
    'a root certificate alone',
    root,
    pem(rootKey),
    `${CHAIN}its first certificate is a root; it must be a signer’s, issued by one`,
  ],
  [
    'a chain out of order',
    issueCertificate(key) + issueCertificate(createKey(), { commonName: 'Other' }) + root,
    pem(key),
    `${CHAIN}each certificate must be followed by the one that issued it`,
  ],
])('%s is refused with a clear sentence', (_what, certificates, ownKey, sentence) => {
  expect(load(certificates, ownKey)).toBe(sentence);
});

it('an expired certificate is refused', () => {
  const ended = issueCertificate(key, { until: new Date(Date.now() - 3_600_000) });
  expect(load(ended, pem(key))).toContain('its first certificate was valid until');
});
