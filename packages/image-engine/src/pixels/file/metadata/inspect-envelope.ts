/**
 * Checks all bytes of Content Credentials that no C2PA signature covers: names, flags and lengths of the boxes around
 * them, their position in the file, and padding. The signature covers the claim, and the claim has the hashes of its
 * assertions; every other byte must follow from these two. Changing such bytes would change the file without changing
 * any signed statement. Sources: C2PA 2.2, 10.3 (claims), 11.1 (boxes), 13.2 (signatures), annex A (files); RFC 9052,
 * 4.2.
 */
import type { Envelope } from '@packshot/contract/provenance/credentials-verdict';
import { ByteReader } from '../header/bytes.ts';
import { boxesIn, parseSuperBox } from './boxes.ts';
import type { SuperBox } from './boxes.ts';
import { CBOR_NULL, parseCbor } from './cbor.ts';
import type { CborValue } from './cbor.ts';
import { storeIn } from './store-in-file.ts';

export function inspectEnvelope(file: Uint8Array): Envelope {
  const store = storeIn(file);
  if (store === null) return hasRemains(file) ? 'broken' : 'none';
  const [box, ...others] = boxesIn(store) ?? [];
  const whole = box && others.length === 0 ? parseSuperBox(box) : null;
  if (whole === null || !isNamed(whole, 'c2pa', ['c2pa'])) return 'broken';
  const manifests = whole.boxes.map((one) => parseSuperBox(one));
  const labels = new Set(manifests.map((manifest) => manifest?.label));
  if (manifests.length === 0 || labels.size < manifests.length) return 'broken';
  const envelopes = manifests.map(envelopeOfManifest);
  return envelopes.find((one) => one === 'broken') ?? envelopes.find((one) => one === 'filled') ?? 'sound';
}

/** Value of the flags “requestable” and “has a label”, the only flags allowed in boxes that aren't hashed. */
const TOGGLES = 3;
/** Box types of a manifest and an update manifest, and of a compressed manifest. */
const MANIFEST_KINDS = ['c2ma', 'c2um'];
const COMPRESSED_KIND = 'c2cm';

/** Boxes in a manifest. Each may occur once; the first three are required. */
const PARTS = [
  { kind: 'c2as', labels: ['c2pa.assertions'] },
  { kind: 'c2cl', labels: ['c2pa.claim', 'c2pa.claim.v2'] },
  { kind: 'c2cs', labels: ['c2pa.signature'] },
  { kind: 'c2vc', labels: ['c2pa.credentials'] },
  { kind: 'c2db', labels: ['c2pa.databoxes'] },
] as const;

const isNamed = (
  { kind, toggles, label, rest }: SuperBox,
  expectedKind: string,
  labels: readonly string[],
): boolean => kind === expectedKind && labels.includes(label) && toggles === TOGGLES && rest.length === 0;

function envelopeOfManifest(manifest: SuperBox | null): Envelope {
  if (manifest === null || manifest.label === '' || manifest.toggles !== TOGGLES || manifest.rest.length > 0)
    return 'broken';
  // A compressed manifest isn't checked here; the C2PA library unpacks and checks it.
  if (manifest.kind === COMPRESSED_KIND) return 'sound';
  if (!MANIFEST_KINDS.includes(manifest.kind)) return 'broken';
  const partsByKind = new Map<string, SuperBox>();
  for (const box of manifest.boxes) {
    const part = parseSuperBox(box);
    const knownPart = PARTS.find(({ kind, labels }) => part !== null && isNamed(part, kind, labels));
    if (part === null || knownPart === undefined || partsByKind.has(knownPart.kind)) return 'broken';
    partsByKind.set(knownPart.kind, part);
  }
  const [assertions, claim, signature] = [
    partsByKind.get('c2as'),
    partsByKind.get('c2cl'),
    partsByKind.get('c2cs'),
  ];
  if (assertions === undefined || claim === undefined || signature === undefined) return 'broken';
  const claimed = cborIn(claim);
  const isClaimed =
    claimed instanceof Map &&
    isSignedAt(claimed.get('signature'), manifest.label) &&
    hasClaimedOnly(assertions, claimed);
  return isClaimed ? envelopeOfSignature(cborIn(signature)) : 'broken';
}

/** CBOR value of a box that contains exactly one. */
function cborIn({ boxes }: SuperBox): CborValue | null {
  const [only, ...others] = boxes;
  return only?.type === 'cbor' && others.length === 0 ? parseCbor(only.content) : null;
}

const SIGNATURE_LABEL = 'c2pa.signature';

/** True if the claim refers to the signature in its own manifest, with or without the manifest's name. */
const isSignedAt = (address: unknown, label: string): boolean =>
  address === `self#jumbf=/c2pa/${label}/${SIGNATURE_LABEL}` || address === `self#jumbf=${SIGNATURE_LABEL}`;

/** Lists of assertions in a claim: version 1 has the first one, later versions have the other two. */
const LISTS = ['assertions', 'created_assertions', 'gathered_assertions'];
const IN_STORE = 'c2pa.assertions/';

/**
 * True if the claim lists every assertion in the manifest, so that C2PA readers compare the hashes of all of them, and
 * if the flags of each are allowed.
 */
function hasClaimedOnly({ boxes }: SuperBox, claim: ReadonlyMap<CborValue, CborValue>): boolean {
  const listed = LISTS.flatMap((name): readonly unknown[] => {
    const list: unknown = claim.get(name);
    return Array.isArray(list) ? list : [];
  });
  const claimed = new Set(
    listed.map((entry) => {
      const address: unknown = entry instanceof Map ? entry.get('url') : null;
      return typeof address === 'string'
        ? address.slice(address.lastIndexOf(IN_STORE) + IN_STORE.length)
        : '';
    }),
  );
  return boxes.every((box) => {
    const assertion = parseSuperBox(box);
    return assertion !== null && claimed.has(assertion.label) && hasKnownToggles(assertion);
  });
}

const TOGGLES_WITH_SALT = 0x13;
const SALT = 'c2sh';

/**
 * Checks the flags of a hashed box, because some readers hash the flags that they expect instead of those in the file.
 */
function hasKnownToggles({ toggles, rest }: SuperBox): boolean {
  if (toggles === TOGGLES) return rest.length === 0;
  const salt = boxesIn(rest);
  return toggles === TOGGLES_WITH_SALT && salt?.length === 1 && salt[0]?.type === SALT;
}

const TAG_COSE_SIGN1 = 18;
/**
 * Header fields that a signature may have outside the signed data: certificates (RFC 9360 and its drafts), time stamps
 * (`temp_signing_time` in files of early programs), and revocation status.
 */
const UNSIGNED_FIELDS: readonly unknown[] = [
  33,
  'x5chain',
  'sigTst',
  'sigTst2',
  'rVals',
  'temp_signing_time',
];
const PADDING: readonly unknown[] = ['pad', 'pad2'];

function envelopeOfSignature(value: CborValue | null): Envelope {
  const isTagged = typeof value === 'object' && value !== null && 'tag' in value;
  if (!isTagged || value.tag !== TAG_COSE_SIGN1 || !Array.isArray(value.value)) return 'broken';
  const [header, unsigned, payload, signature, ...others] = value.value as readonly CborValue[];
  const isWhole =
    others.length === 0 &&
    header instanceof Uint8Array &&
    signature instanceof Uint8Array &&
    isNull(payload) &&
    unsigned instanceof Map;
  if (!isWhole) return 'broken';
  const fields = [...unsigned];
  if (fields.some(([name, content]) => PADDING.includes(name) && !isNothing(content))) return 'broken';
  const isKnown = fields.every(([name]) => PADDING.includes(name) || UNSIGNED_FIELDS.includes(name));
  return isKnown ? 'sound' : 'filled';
}

const isNull = (value: CborValue | undefined): boolean =>
  typeof value === 'object' && 'simple' in value && value.simple === CBOR_NULL;
const isNothing = (value: unknown): boolean =>
  value instanceof Uint8Array && value.every((byte) => byte === 0);

/** First bytes of the description boxes of a manifest store, a claim and a signature. */
const REMAINS = ['jumdc2pa', 'jumdc2cl', 'jumdc2cs'];
const [FIRST_LETTER] = new TextEncoder().encode('j');

/** True if the file contains parts of Content Credentials that a C2PA reader may no longer find. */
function hasRemains(file: Uint8Array): boolean {
  const reader = new ByteReader(file);
  for (let at = file.indexOf(FIRST_LETTER); at !== -1; at = file.indexOf(FIRST_LETTER, at + 1))
    if (REMAINS.includes(reader.text(at, 8))) return true;
  return false;
}
