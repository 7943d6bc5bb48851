/**
 * Flips one bit of a signed file's credentials. The check of unsigned parts (`inspectEnvelope`) must detect changes of
 * unsigned bits, and the standard C2PA reader all others.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProvenance } from '@packshot/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOwnSigner } from '../../credentials/index.ts';
import { createImageEngine } from '../../engine.ts';
import type { ImageEngine } from '../../image-engine.ts';
import { detectImageFormat } from '../../pixels/file/header/probe.ts';
import { inspectEnvelope } from '../../pixels/file/metadata/inspect-envelope.ts';
import { readCredentials } from '../../testing/read-credentials.ts';

const FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const;
/**
 * Number of flipped bits for which the C2PA reader runs; `npm --prefix lab run quality` runs it for every bit
 * (`lab/quality/credentials.ts --every-bit`).
 */
const ASKED_OF_THE_READER = 16;

let folder: string;
let root: string;
let engine: ImageEngine;
const signed = new Map<string, Buffer>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flipped-'));
  engine = createImageEngine({ cacheDir: folder });
  const { sign, ...identity } = openOwnSigner(join(folder, 'own'), { now: () => new Date() })();
  root = readFileSync(join(folder, 'own', 'root-certificate.pem'), 'utf8');
  const picture = sharp({ create: { width: 12, height: 8, channels: 3, background: '#c02020' } });
  for (const format of FORMATS) {
    const files = [{ bytes: new Uint8Array(await picture.toFormat(format).toBuffer()) }];
    const provenance = createProvenance(['photo']);
    const { files: signedFiles } = await engine.run('sign', { files, provenance, identity }, { sign });
    signed.set(format, Buffer.from(signedFiles[0] ?? []));
  }
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const getSignedFile = (format: string): Buffer => signed.get(format) ?? Buffer.of();

function turnedOver(file: Uint8Array, place: number, bit: number): Uint8Array {
  const flipped = Uint8Array.from(file);
  flipped[place] = (flipped[place] ?? 0) ^ (1 << bit);
  return flipped;
}

/**
 * Types of the five boxes whose sizes, types, flags and labels no hash covers; for two of them, the headers of their
 * content aren't hashed either.
 */
const UNHASHED = ['jumdc2pa', 'jumdc2ma', 'jumdc2as', 'jumdc2cl', 'jumdc2cs'];
function unhashedIn(file: Buffer): number[] {
  return UNHASHED.flatMap((mark) => {
    const at = file.indexOf(mark);
    const label = at + 'jumd'.length + 17;
    const holds = mark.endsWith('cl') || mark.endsWith('cs');
    const [from, to] = [at - 12, file.indexOf(0, label) + (holds ? 9 : 1)];
    return Array.from({ length: to - from }, (_, i) => from + i);
  });
}

it.each(FORMATS)(
  'each flipped bit that the C2PA signature doesn’t cover is found by the envelope check: %s',
  (format) => {
    const file = getSignedFile(format);
    expect(detectImageFormat(file)).toBe(format);
    expect(inspectEnvelope(file)).toBe('sound');
    const places = unhashedIn(file);
    expect(places.length).toBeGreaterThan(250);
    const overlooked = places.filter((place) =>
      [0, 1, 2, 3, 4, 5, 6, 7].some((bit) => inspectEnvelope(turnedOver(file, place, bit)) === 'sound'),
    );
    expect(overlooked).toEqual([]);
  },
);

it.each(FORMATS)(
  'a flipped bit in C2PA credentials is found by the envelope check or the C2PA reader: %s',
  async (format) => {
    const file = getSignedFile(format);
    const { state } = await readCredentials(file, root);
    expect(state).toBe('Trusted');
    const [from, to] = [file.indexOf('jumdc2pa'), file.indexOf('jumdc2cs') + 500];
    for (let at = 0; at < ASKED_OF_THE_READER; at += 1) {
      const place = from + Math.floor(((at + 0.5) * (to - from)) / ASKED_OF_THE_READER);
      const flipped = turnedOver(file, place, at % 8);
      const { state: read } = await readCredentials(flipped, root);
      const isFound = inspectEnvelope(flipped) !== 'sound' || !['Trusted', 'Valid'].includes(read);
      expect({ place, isFound }).toEqual({ place, isFound: true });
    }
  },
);

/** Changes that produce credentials no signer would write: truncated, inflated, nonsense, nested boxes. */
const HOSTILE: Readonly<Record<string, (manifest: Buffer) => void>> = {
  'nothing but zeros': (manifest) => void manifest.fill(0),
  'box sizes of gigabytes': (manifest) => {
    for (let at = 0; at + 4 <= manifest.length; at += 97) manifest.writeUInt32BE(0x7fff_ffff, at);
  },
  'a text of four gigabytes': (manifest) => {
    const cbor = manifest.indexOf('cbor', manifest.indexOf('c2pa.claim.v2')) + 4;
    manifest.set([0x7a, 0xff, 0xff, 0xff, 0xff], cbor);
  },
  'boxes in boxes': (manifest) => {
    for (let at = 0; at + 8 <= manifest.length; at += 8) {
      manifest.writeUInt32BE(manifest.length - at, at);
      manifest.write('jumb', at + 4, 'latin1');
    }
  },
};

it.each(Object.entries(HOSTILE))(
  'invalid C2PA credentials (%s) are rejected without an error',
  async (_what, bend) => {
    for (const format of FORMATS) {
      const bent = Buffer.from(getSignedFile(format));
      const [from, to] = [bent.indexOf('jumdc2pa') - 12, bent.indexOf('jumdc2cs') + 500];
      bend(bent.subarray(from, to));
      const { state } = await readCredentials(bent, root);
      expect([format, inspectEnvelope(bent) === 'sound', ['Trusted', 'Valid'].includes(state)]).toEqual([
        format,
        false,
        false,
      ]);
      for (const share of [0.3, 0.6, 0.9]) {
        const cut = getSignedFile(format).subarray(0, from + Math.round(share * (to - from)));
        expect([format, share, inspectEnvelope(cut)]).toEqual([format, share, 'broken']);
      }
    }
    expect((await readCredentials(getSignedFile('png'), root)).state).toBe('Trusted');
  },
);
