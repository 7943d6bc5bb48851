/**
 * Signatures in the format of minisign (https://jedisct1.github.io/minisign), so that users can verify a release with
 * third-party software. Ed25519 signatures are deterministic, and so is the rest of the file.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { LaunchError } from '../launch/launch-error.ts';

const KEY_ID_BYTES = 8;
const SEED_BYTES = 32;
const PUBLIC_BYTES = 32;
const SIGNATURE_BYTES = 64;
const PLAIN = Buffer.from('Ed');
/** Identifier of the algorithm that signs the file's hash instead of the file. */
const HASHED = Buffer.from('ED');
/**
 * Length of the header of a secret key in bytes: algorithm, key derivation (none), checksum algorithm, and the
 * derivation's parameters.
 */
const SECRET_HEADER_BYTES = 54;
const CHECKSUM_BYTES = 32;
/** Bytes before the 32 bytes of an Ed25519 key, in the encodings that Node reads. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

interface SecretKey {
  readonly id: Buffer;
  readonly seed: Buffer;
  readonly publicBytes: Buffer;
}

interface PublicKey {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

const blake2b512 = (bytes: Uint8Array): Buffer => createHash('blake2b512').update(bytes).digest();
const idText = (id: Buffer): string => Buffer.from(id.toReversed()).toString('hex').toUpperCase();
const file = (comment: string, bytes: Buffer): string =>
  `untrusted comment: ${comment}\n${bytes.toString('base64')}\n`;

/**
 * Parses a secret key.
 * @throws LaunchError for a key with a password, and for text that isn't a secret key
 */
export function readSecretKey(text: string): SecretKey {
  const bytes = encodeText(text, 'secret key');
  const start = SECRET_HEADER_BYTES;
  const end = start + KEY_ID_BYTES + SEED_BYTES + PUBLIC_BYTES;
  if (bytes.byteLength !== end + CHECKSUM_BYTES || !bytes.subarray(0, 2).equals(PLAIN))
    throw wrong('secret key');
  if (!bytes.subarray(2, 4).equals(Buffer.alloc(2))) {
    throw new LaunchError(
      'This key has a password. Make one without, for the place that keeps your secrets: minisign -G -W',
    );
  }
  const id = bytes.subarray(start, start + KEY_ID_BYTES);
  const secret = bytes.subarray(start + KEY_ID_BYTES, end);
  return { id, seed: secret.subarray(0, SEED_BYTES), publicBytes: secret.subarray(SEED_BYTES) };
}

export const formatPublicKey = ({ id, publicBytes }: SecretKey): string =>
  file(`minisign public key ${idText(id)}`, Buffer.concat([PLAIN, id, publicBytes]));

/**
 * Signs bytes; returns the text of the signature file.
 * @param comment signed as well, and shown on verification
 */
export function signBytes(bytes: Uint8Array, { id, seed }: SecretKey, comment: string): string {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const signature = sign(null, blake2b512(bytes), key);
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  return `${file('signature of a release of Packshot', Buffer.concat([HASHED, id, signature]))}trusted comment: ${comment}\n${whole.toString('base64')}\n`;
}

/**
 * Verifies a signature.
 * @returns the signed comment
 * @throws LaunchError unless this key has signed exactly these bytes
 */
export function verifyBytes(bytes: Uint8Array, signatureText: string, publicKeyText: string): string {
  const key = readPublicKey(publicKeyText);
  const [, line = '', commentLine = '', wholeLine = ''] = signatureText.split('\n');
  const signature = Buffer.from(line, 'base64');
  const comment = commentLine.slice('trusted comment: '.length);
  if (
    signature.byteLength !== HASHED.byteLength + KEY_ID_BYTES + SIGNATURE_BYTES ||
    !signature.subarray(0, 2).equals(HASHED) ||
    !commentLine.startsWith('trusted comment: ')
  ) {
    throw wrong('signature');
  }
  if (!signature.subarray(2, 2 + KEY_ID_BYTES).equals(key.id)) {
    throw new LaunchError(
      `Another key has signed this (${idText(signature.subarray(2, 2 + KEY_ID_BYTES))}).`,
    );
  }
  const own = signature.subarray(2 + KEY_ID_BYTES);
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key.bytes]), format: 'der', type: 'spki' });
  const isWhole = verify(
    null,
    Buffer.concat([own, Buffer.from(comment)]),
    publicKey,
    Buffer.from(wholeLine, 'base64'),
  );
  if (!isWhole || !verify(null, blake2b512(bytes), publicKey, own)) {
    throw new LaunchError('The signature does not belong to these bytes: they were changed.');
  }
  return comment;
}

function readPublicKey(text: string): PublicKey {
  const bytes = encodeText(text, 'public key');
  if (bytes.byteLength !== 2 + KEY_ID_BYTES + PUBLIC_BYTES || !bytes.subarray(0, 2).equals(PLAIN))
    throw wrong('public key');
  return { id: bytes.subarray(2, 2 + KEY_ID_BYTES), bytes: bytes.subarray(2 + KEY_ID_BYTES) };
}

function encodeText(text: string, what: string): Buffer {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('untrusted comment:'));
  if (lines[0] === undefined) throw wrong(what);
  return Buffer.from(lines[0], 'base64');
}

const wrong = (what: string): LaunchError => new LaunchError(`This is not a ${what} of minisign.`);
