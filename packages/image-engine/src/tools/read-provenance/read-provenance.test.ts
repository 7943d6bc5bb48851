import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProvenance, withStep } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatesIn, openOwnSigner, createSigner as signerWith } from '../../credentials/index.ts';
import { createImageEngine } from '../../engine.ts';
import type { ImageEngine } from '../../image-engine.ts';
import { embedXmp } from '../../pixels/file/metadata/embed.ts';
import { xmpPacket } from '../../pixels/file/metadata/xmp.ts';
import type { KnownBy } from './run.ts';

const MADE: Provenance = withStep(
  { ...createProvenance(['photo']), original: { sha256: 'a'.repeat(64), type: 'image/jpeg' } },
  {
    tool: 'scene',
    effect: 'put-on-set',
    engine: { name: 'Packshot', version: null },
    ingredient: { kind: 'studio-set', name: 'Still water' },
    parameters: { seed: 7, share: 0.25, recipe: 'c0ffee' },
  },
);

let folder: string;
let engine: ImageEngine;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recall-'));
  engine = createImageEngine({ cacheDir: folder });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const openSigner = (name: string) => openOwnSigner(join(folder, name), { now: () => new Date() })();

async function signedBy(name: string, provenance = MADE, statedProvenance = provenance): Promise<Uint8Array> {
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();
  const packet = xmpPacket({ altText: '', provenance: statedProvenance });
  const bytes = Buffer.concat(embedXmp(new Uint8Array(png), packet));
  const { sign, ...identity } = openSigner(name);
  const { files } = await engine.run('sign', { files: [{ bytes }], provenance, identity }, { sign });
  return files[0] ?? new Uint8Array();
}

const runReadProvenance = async (file: Uint8Array, knownBy: KnownBy): Promise<Provenance | null> =>
  (await engine.run('read-provenance', { file, knownBy })).provenance;

describe('files signed by this installation', () => {
  it('are recognized by the installation’s root, or under a public authority by the certificate’s serial number', async () => {
    const { knownBy } = openSigner('own');
    const file = await signedBy('own');
    expect(await runReadProvenance(file, knownBy)).toEqual(MADE);
    const [own, root] = ['signer.pem', 'root.pem'].map(
      (name) => certificatesIn(readFileSync(join(folder, 'own', name), 'utf8'))[0],
    );
    if (!own || !root) throw new Error('There are certificates');
    const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const brought = signerWith({ key, certificates: [own, root] }).knownBy;
    expect(await runReadProvenance(file, brought)).toEqual(MADE);
    expect(await runReadProvenance(file, { ...brought, serialNumber: '7' })).toBeNull();
    expect(await runReadProvenance(file, signerWith({ key, certificates: [own] }).knownBy)).toBeNull();
  });

  it('don’t include foreign, changed or unsigned files', async () => {
    const { knownBy } = openSigner('own');
    const file = await signedBy('own');
    expect(await runReadProvenance(await signedBy('other'), knownBy)).toBeNull();
    for (const word of ['IDAT', 'packshot:provenance', 'Still water']) {
      const changed = file.slice();
      const at = Buffer.from(file).indexOf(word) + (word === 'IDAT' ? 12 : 0);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await runReadProvenance(changed, knownBy), word).toBeNull();
    }
    // Flips a reserved flag of an assertion, which C2PA readers ignore.
    const flagged = file.slice();
    const flags = Buffer.from(file).indexOf('\u0013packshot.recipe');
    flagged[flags] = (flagged[flags] ?? 0) ^ 0x40;
    expect(flags).toBeGreaterThan(0);
    expect(await runReadProvenance(flagged, knownBy)).toBeNull();
    expect(await runReadProvenance(file.subarray(0, file.length - 200), knownBy)).toBeNull();
    const bare = Buffer.concat(embedXmp(new Uint8Array(file), xmpPacket({ altText: '?', provenance: MADE })));
    expect(await runReadProvenance(bare, knownBy)).toBeNull();
    expect(await runReadProvenance(new TextEncoder().encode('no picture'), knownBy)).toBeNull();
  });

  it('don’t include files whose editing history differs from their signed assertions', async () => {
    const { knownBy } = openSigner('own');
    const [step] = MADE.steps;
    if (!step) throw new Error('There is a step');
    for (const falseProvenance of [
      { ...MADE, contents: ['photo' as const] },
      { ...MADE, original: { sha256: 'b'.repeat(64), type: 'image/jpeg' } },
      { ...MADE, steps: [{ ...step, parameters: { seed: 8 } }] },
      { ...MADE, steps: [{ ...step, engine: { name: 'Other', version: null } }] },
      { ...MADE, steps: [{ ...step, ingredient: { kind: 'studio-set' as const, name: 'Other' } }] },
      withStep(MADE, step),
    ])
      expect(await runReadProvenance(await signedBy('own', MADE, falseProvenance), knownBy)).toBeNull();
  });
});
