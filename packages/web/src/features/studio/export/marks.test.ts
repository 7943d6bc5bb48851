import { SOURCE_TYPE_CASES } from '@packshot/contract/testing/source-type-cases';
import { digitalSourceFor } from '@packshot/contract/provenance/chain';
import { stepsIn } from '@packshot/image-engine/pixels';
import { describe, expect, it } from 'vitest';
import { ENGINE, embedProvenance } from '../documents/file-words.ts';
import { withWords } from './encode-export.ts';
import { psdWords } from './write-psd.ts';

/*
 * Tests that unsigned files made by the browser state the source type of the pictures in them: PSD files always, other
 * formats while the server is unreachable.
 */

/** One-pixel picture in each format that browsers write. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'image/webp': 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
};
const createPicture = (type: string): Blob =>
  new Blob([Uint8Array.from(atob(PICTURES[type] ?? ''), (letter) => letter.charCodeAt(0))], { type });
/** Metadata that state less about the picture than the file itself does. */
const METADATA = { altText: '', digitalSourceType: 'algorithmicallyEnhanced' } as const;

describe.each(SOURCE_TYPE_CASES)('the source type of %s', (_what, provenance, type) => {
  it('is written into a Photoshop file', async () => {
    const source = await embedProvenance(createPicture('image/png'), provenance);
    expect(await psdWords(source, METADATA, null)).toContain(`digitalsourcetype/${type}<`);
  });

  it.each(Object.keys(PICTURES))('is written into a file that the browser encoded: %s', async (format) => {
    const source = await embedProvenance(createPicture('image/png'), provenance);
    const step = { effect: 'alter', parameters: { widthPx: 1, heightPx: 1 } } as const;
    const file = await withWords(createPicture(format), source, METADATA, step);
    const statedSteps = stepsIn(new Uint8Array(await file.arrayBuffer()));
    expect(statedSteps && digitalSourceFor(statedSteps)).toBe(type);
    expect(statedSteps?.steps.at(-1)).toEqual({ tool: 'export', engine: ENGINE, ...step });
  });
});

it('the source type of a picture also takes account of a color behind the product', async () => {
  const [, cutOut] = SOURCE_TYPE_CASES[0] ?? [];
  if (cutOut === undefined) throw new Error('There are no cases.');
  const source = await embedProvenance(createPicture('image/png'), cutOut);
  expect(await psdWords(source, METADATA, '#ffffff')).toContain('digitalsourcetype/composite<');
});
