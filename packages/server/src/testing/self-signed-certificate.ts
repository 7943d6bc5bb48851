import { generateKeyPairSync, sign } from 'node:crypto';

/** Encodes a value in DER (X.690): tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const SEQUENCE = 0x30;
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const VERSION_3 = Buffer.from('a003020102', 'hex');
const SERIAL_1 = Buffer.from('020101', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;

/**
 * Creates an RSA key with a self-signed certificate (RFC 5280), in the form in which Google publishes its keys.
 * @param until in UTC, `YYMMDDhhmmssZ`
 */
export function selfSignedCertificate(until = '491231235959Z'): {
  readonly privatePem: string;
  readonly certificate: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from('test')))));
  const utc = (text: string): Buffer => der(0x17, Buffer.from(text));
  const validity = der(SEQUENCE, utc('200101000000Z'), utc(until));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = der(SEQUENCE, VERSION_3, SERIAL_1, SHA256_WITH_RSA, name, validity, name, spki);
  const signature = sign('sha256', body, privateKey);
  const certificate = pem(der(SEQUENCE, body, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature)));
  return { privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate };
}
