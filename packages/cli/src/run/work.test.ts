import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageEngine } from '@packshot/image-engine';
import type { PictureMetadata } from '@packshot/contract';
import { embedXmp, xmpPacket } from '@packshot/image-engine/pixels';
import { afterAll, describe, expect, it } from 'vitest';
import { FIXTURES } from '../testing/command.ts';
import type { FileSettings } from './finish.ts';
import { workOn } from './work.ts';
import type { WorkSettings } from './work.ts';

const root = mkdtempSync(join(tmpdir(), 'packshot-work-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const png = new Uint8Array(readFileSync(join(FIXTURES, 'watch.png')));

const engine = {
  run: (_job: string, { metadata }: { readonly metadata: PictureMetadata }) =>
    Promise.resolve({ full: Buffer.concat(embedXmp(png, xmpPacket(metadata))) }),
} as unknown as ImageEngine;

const settingsFor = (file: FileSettings): WorkSettings => ({
  job: {
    variants: 1,
    order: { tool: 'cut-out', options: {} },
    credits: 1,
    of: () => ({
      provenanceInput: { tool: 'cut-out' },
      make: () =>
        Promise.resolve({ kind: 'picture', png, widthPx: 160, heightPx: 136, step: { effect: 'alter' } }),
    }),
  },
  file,
  replaces: false,
  isDryRun: false,
  signer: null,
  readInput: () => Promise.reject(new Error('There is no input')),
  writeOutput: () => Promise.reject(new Error('There is no output')),
  warn: () => undefined,
});

describe('comparison with an existing file', () => {
  const FILE: FileSettings = { format: 'jpeg', quality: 90, ground: '#ff0000', isSigned: true };
  const photo = { path: join(FIXTURES, 'mug.png'), label: 'mug.png', dir: '', name: 'mug' };

  const cameTo = async (name: string, file: FileSettings) => {
    const item = { photo, outputs: [{ variant: 0, path: join(root, name) }] };
    const options = { signal: AbortSignal.timeout(10_000), onProgress: () => undefined };
    const outcomes: string[] = [];
    for await (const { status, skipped } of workOn(item, engine, settingsFor(file), options))
      outcomes.push(skipped ?? status);
    return outcomes;
  };

  it('treats the file as the same result only if all settings match, signature included', async () => {
    expect(await cameTo('mug.jpg', FILE)).toEqual(['done']);
    expect(await cameTo('mug.jpg', { ...FILE, ground: '#FF0000' })).toEqual(['same']);
    expect(await cameTo('mug.jpg', { ...FILE, ground: '#0000ff' })).toEqual(['exists']);
    expect(await cameTo('mug.jpg', { ...FILE, quality: 10 })).toEqual(['exists']);
    expect(await cameTo('mug.jpg', { ...FILE, isSigned: false })).toEqual(['exists']);
    expect(await cameTo('mug.jpg', { ...FILE, format: 'webp' })).toEqual(['exists']);
  });

  it('ignores settings that don’t apply to the file format', async () => {
    const PNG: FileSettings = { ...FILE, format: 'png' };
    expect(await cameTo('mug.png', PNG)).toEqual(['done']);
    expect(await cameTo('mug.png', { ...PNG, quality: 10, ground: '#0000ff' })).toEqual(['same']);
    expect(await cameTo('mug.png', { ...PNG, isSigned: false })).toEqual(['exists']);
  });
});
