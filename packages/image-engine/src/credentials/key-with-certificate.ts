import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { KnownBy } from '../tools/read-provenance/run.ts';
import type { SignBytes, SigningIdentity } from '../tools/sign/cose.ts';

/** Signing identity that signs through `sign`, without exposing its private key. */
export interface PictureSigner extends SigningIdentity {
  readonly sign: SignBytes;
  /** Certificate data by which files that this signer signed are recognized. */
  readonly knownBy: KnownBy;
}

/** A signer's key with its certificates, the signer's own certificate first. */
export interface KeyWithCertificates {
  readonly key: KeyObject;
  readonly certificates: readonly X509Certificate[];
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g;

/** Reads all certificates of a PEM file. Throws if one is damaged. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(CERTIFICATES) ?? []).map((each) => new X509Certificate(each));

/** Reads a PEM private key. Throws for other content or an encrypted key. */
export const privateKeyIn = (pem: string): KeyObject => createPrivateKey(pem);

/** Signature algorithm of a key; null for types and sizes of keys that aren't supported. */
export function getSigningAlgorithm({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): PictureSigner['algorithm'] | null {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ed25519') return 'ed25519';
  if (asymmetricKeyType === 'rsa' && modulusLength >= 2048) return 'ps256';
  if (asymmetricKeyType !== 'ec') return null;
  return namedCurve === 'prime256v1' ? 'es256' : namedCurve === 'secp384r1' ? 'es384' : null;
}

const HASHES = { es256: 'sha256', es384: 'sha384', ps256: 'sha256', ed25519: null } as const;

/**
 * Creates a signer. Leaves root certificates out of its chain, because a reader that trusts a root has its
 * certificate.
 * @param ownRoot root that issues only this installation's certificates
 */
export function createSigner(
  { key, certificates }: KeyWithCertificates,
  ownRoot?: X509Certificate,
): PictureSigner {
  const algorithm = getSigningAlgorithm(key);
  if (algorithm === null) throw new Error('This key cannot sign Content Credentials');
  return {
    algorithm,
    rsaBytes: algorithm === 'ps256' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8 : undefined,
    certificates: certificates
      .filter((certificate) => !certificate.checkIssued(certificate))
      .map(({ raw }) => new Uint8Array(raw)),
    knownBy: ownRoot ? { issuer: ownRoot.toString(), serialNumber: null } : knownByNumber(certificates),
    async sign(bytes) {
      const options =
        algorithm === 'ps256'
          ? { key, padding: RSA_PSS_PADDING, saltLength: SALT_BYTES }
          : { key, dsaEncoding: 'ieee-p1363' as const };
      return new Uint8Array(sign(HASHES[algorithm], bytes, options));
    },
  };
}

/**
 * Recognizes files by the issuer and serial number of their certificate, because a public authority issues certificates
 * to many signers.
 */
const knownByNumber = ([own, issuer]: readonly X509Certificate[]): KnownBy => ({
  issuer: issuer?.toString() ?? null,
  serialNumber: own ? BigInt(`0x${own.serialNumber}`).toString() : null,
});

/** Parameters of RSASSA-PSS, with a salt as long as the hash (RFC 8230). */
const RSA_PSS_PADDING = 6;
const SALT_BYTES = 32;
