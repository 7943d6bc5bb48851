/**
 * Builds the signature of a C2PA claim: COSE_Sign1 with a detached claim, and the certificates in the protected
 * header. Sources: RFC 9052 (4.2, 4.4), RFC 9360 (x5chain), RFC 8949 (CBOR), C2PA 2.2 (13.2).
 */
import { latin1 } from '../../pixels/file/metadata/chunks.ts';

/** Numbers of the signature algorithms in COSE (RFC 9053; RFC 8230 for PS256). */
const COSE_ALGORITHMS = { es256: -7, es384: -35, ps256: -37, ed25519: -8 } as const;
export type SigningAlgorithm = keyof typeof COSE_ALGORITHMS;

/** Public data of a signer, without its private key. */
export interface SigningIdentity {
  readonly algorithm: SigningAlgorithm;
  /** Certificates in DER: the signer's own, then the intermediate ones, without the root. */
  readonly certificates: readonly Uint8Array[];
  /** Length of an RSA key, in bytes; undefined for other keys. */
  readonly rsaBytes?: number | undefined;
}

/** Function that signs bytes; ECDSA signatures are r and s, concatenated. */
export type SignBytes = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Lengths of signatures by algorithm; for RSA the length depends on the key. */
const SIGNATURE_BYTES = { es256: 64, es384: 96, ed25519: 64 } as const;

const signatureBytes = ({ algorithm, rsaBytes }: SigningIdentity): number =>
  algorithm === 'ps256' ? (rsaBytes ?? 256) : SIGNATURE_BYTES[algorithm];

/** Exact length of a signature, for which the file reserves space; unused bytes would not be protected by it. */
export const reservedBytes = (identity: SigningIdentity): number =>
  coseSign1(createProtectedHeader(identity), new Uint8Array(signatureBytes(identity))).length;

/**
 * Signs a claim.
 * @returns exactly `reservedBytes` bytes
 */
export async function coseSignature(
  claim: Uint8Array,
  identity: SigningIdentity,
  signBytes: SignBytes,
): Promise<Uint8Array> {
  const header = createProtectedHeader(identity);
  const signed = array([text('Signature1'), bytes(header), bytes(new Uint8Array(0)), bytes(claim)]);
  const signature = await signBytes(signed);
  if (signature.length !== signatureBytes(identity))
    throw new Error('The signature does not fit the room that was left for it');
  return coseSign1(header, signature);
}

function createProtectedHeader({ algorithm, certificates }: SigningIdentity): Uint8Array {
  const [only] = certificates;
  const chain =
    certificates.length === 1 && only !== undefined
      ? bytes(only)
      : array(certificates.map((each) => bytes(each)));
  return map([
    [integer(1), integer(COSE_ALGORITHMS[algorithm])],
    [integer(33), chain],
  ]);
}

/** Encodes COSE_Sign1 without unprotected headers and without the claim, which is detached. */
const coseSign1 = (header: Uint8Array, signature: Uint8Array): Uint8Array =>
  join([
    Uint8Array.of(TAG_COSE_SIGN1),
    array([bytes(header), map([]), Uint8Array.of(NULL), bytes(signature)]),
  ]);

const TAG_COSE_SIGN1 = 0xd2;
const NULL = 0xf6;

const join = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** Major types of CBOR, stored in the first three bits. */
const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5 } as const;

function head(type: keyof typeof MAJOR, value: number): Uint8Array {
  const first = MAJOR[type] << 5;
  if (value < 24) return Uint8Array.of(first | value);
  if (value < 0x100) return Uint8Array.of(first | 24, value);
  if (value < 0x1_0000) return Uint8Array.of(first | 25, value >> 8, value & 0xff);
  return Uint8Array.of(first | 26, value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff);
}

const integer = (value: number): Uint8Array =>
  value < 0 ? head('negative', -1 - value) : head('unsigned', value);
const bytes = (content: Uint8Array): Uint8Array => join([head('bytes', content.length), content]);
const text = (content: string): Uint8Array => join([head('text', content.length), latin1(content)]);
const array = (items: readonly Uint8Array[]): Uint8Array => join([head('array', items.length), ...items]);
const map = (entries: readonly (readonly [Uint8Array, Uint8Array])[]): Uint8Array =>
  join([head('map', entries.length), ...entries.flat()]);
