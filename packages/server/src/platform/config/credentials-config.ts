import { readFileSync } from 'node:fs';
import type { X509Certificate } from 'node:crypto';
import { getSigningAlgorithm, certificatesIn, privateKeyIn } from '@packshot/image-engine/credentials';
import type { KeyWithCertificates } from '@packshot/image-engine/credentials';
import type { ConfigValues } from './keys.ts';

/**
 * OIDs of the extended key usages that a signer's certificate may have: mail, documents, C2PA claims (C2PA 2.2,
 * 14.5.1).
 */
const PURPOSES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'];

/**
 * Loads the operator's own certificate and its key.
 * @returns null if none is configured, or a one-line problem if the files are invalid
 */
export function credentialsConfig({
  CREDENTIALS_CERTIFICATE_FILE: chainFile,
  CREDENTIALS_KEY_FILE: keyFile,
}: ConfigValues): KeyWithCertificates | null | string {
  if (chainFile === undefined || keyFile === undefined) return null;
  const key = attempt(() => privateKeyIn(readFileSync(keyFile, 'utf8')));
  if (key === null) return 'CREDENTIALS_KEY_FILE: must hold a private key in PEM without a password';
  if (getSigningAlgorithm(key) === null)
    return 'CREDENTIALS_KEY_FILE: must be a key on P-256 or P-384, Ed25519, or RSA of at least 2048 bits';
  const certificates = attempt(() => certificatesIn(readFileSync(chainFile, 'utf8'))) ?? [];
  const problem = findProblem(certificates, (own) => own.checkPrivateKey(key));
  return problem === null ? { key, certificates } : `CREDENTIALS_CERTIFICATE_FILE: ${problem}`;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

function findProblem(
  certificates: readonly X509Certificate[],
  isOfKey: (own: X509Certificate) => boolean,
): string | null {
  const [own] = certificates;
  if (own === undefined) return 'must hold certificates in PEM, the signer’s own first';
  if (!isOfKey(own)) return 'its first certificate does not belong to the key in CREDENTIALS_KEY_FILE';
  if (own.ca || own.checkIssued(own))
    return 'its first certificate is a root; it must be a signer’s, issued by one';
  const purposes: readonly string[] = own.keyUsage ?? [];
  if (!PURPOSES.some((purpose) => purposes.includes(purpose)))
    return 'its first certificate is not for signing mails, documents or claims of C2PA (extended key usage)';
  if (!maySign(own)) return 'its first certificate is not for digital signatures (key usage)';
  const isInOrder = certificates
    .slice(1)
    .every((issuer, at) => certificates[at]?.checkIssued(issuer) === true);
  if (!isInOrder) return 'each certificate must be followed by the one that issued it';
  const now = Date.now();
  if (Date.parse(own.validFrom) > now) return `its first certificate is valid from ${own.validFrom}`;
  if (Date.parse(own.validTo) <= now) return `its first certificate was valid until ${own.validTo}`;
  return null;
}

/**
 * Matches the DER bytes of the key-usage extension: its OID, whether it is critical, and its bits (RFC 5280, 4.2.1.3),
 * the first of which is digitalSignature.
 */
const KEY_USAGE = /0603551d0f(?:0101ff)?04040302[0-9a-f]{2}([0-9a-f]{2})/;

function maySign({ raw }: X509Certificate): boolean {
  const bits = KEY_USAGE.exec(raw.toString('hex'))?.[1] ?? '0';
  return (Number.parseInt(bits, 16) & 0x80) !== 0;
}
