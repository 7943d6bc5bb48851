/** Creates X.509 certificates as C2PA requires. Sources: RFC 5280, X.690, C2PA 2.2 (14.5). */
import { createHash, createPublicKey, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export interface CertificateOrder {
  readonly kind: 'root' | 'signer';
  readonly organization: string;
  readonly commonName: string;
  readonly key: KeyObject;
  readonly from: Date;
  readonly until: Date;
  /** Issuer of the certificate; without an issuer it is self-signed. */
  readonly issuer?: { readonly organization: string; readonly commonName: string; readonly key: KeyObject };
}

/** Creates an ECDSA certificate (SHA-256) in DER. */
export function createCertificate(order: CertificateOrder): Uint8Array {
  const { kind, organization, commonName, key, from, until, issuer = order } = order;
  const isRoot = kind === 'root';
  const extensions = [
    extension(OID.basicConstraints, isRoot ? sequence(TRUE) : sequence(), { isCritical: true }),
    // Key usage bits, counted from the left: 0 digitalSignature; 5 keyCertSign, 6 cRLSign.
    extension(OID.keyUsage, isRoot ? bits(1, 0x06) : bits(7, 0x80), { isCritical: true }),
    ...(isRoot ? [] : [extension(OID.extendedKeyUsage, sequence(oid(OID.emailProtection)))]),
    extension(OID.subjectKeyIdentifier, der(0x04, computeKeyIdentifier(key))),
    extension(OID.authorityKeyIdentifier, sequence(der(0x80, computeKeyIdentifier(issuer.key)))),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serialNumber()),
    ECDSA_WITH_SHA256,
    name(issuer),
    sequence(time(from), time(until)),
    name({ organization, commonName }),
    publicPart(key),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, { key: issuer.key, dsaEncoding: 'der' });
  return sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.of(0), signature));
}

const OID = {
  organization: '55040a',
  commonName: '550403',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  subjectKeyIdentifier: '551d0e',
  authorityKeyIdentifier: '551d23',
  emailProtection: '2b06010505070304',
} as const;

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const TRUE = der(0x01, Buffer.of(0xff));
const bits = (unused: number, byte: number): Buffer => der(0x03, Buffer.of(unused, byte));

const extension = (id: string, value: Uint8Array, { isCritical = false } = {}): Buffer =>
  sequence(oid(id), ...(isCritical ? [TRUE] : []), der(0x04, value));

/** Distinguished name; each attribute is a set with one member. */
const name = ({
  organization,
  commonName,
}: Pick<CertificateOrder, 'organization' | 'commonName'>): Buffer => {
  const part = (id: string, text: string): Buffer =>
    der(0x31, sequence(oid(id), der(0x0c, Buffer.from(text, 'utf8'))));
  return sequence(part(OID.organization, organization), part(OID.commonName, commonName));
};

/** Encodes a time. Its year has four digits from 2050 on (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}

/** Random serial number: positive, and without leading zeros, which DER would drop. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = 0x40 | ((bytes[0] ?? 0) & 0x3f);
  return bytes;
}

const publicPart = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });

/** Identifier of a key. Any identifier that is unique to the key is allowed (RFC 5280, 4.2.1.2). */
const computeKeyIdentifier = (key: KeyObject): Buffer =>
  createHash('sha256').update(publicPart(key)).digest().subarray(0, 20);
