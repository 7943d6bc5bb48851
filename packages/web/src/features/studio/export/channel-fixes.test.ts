import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { listFindings } from '@packshot/contract/channels/findings';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import { describe, expect, it } from 'vitest';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { MARKETPLACE_SIZES } from '../model/marketplace-sizes.ts';
import { fixedSettings, fixHere } from './channel-fixes.ts';
import { exportFrame } from './export-frame.ts';

const cutOut = (widthPx: number, heightPx: number) => ({
  picture: { url: 'blob:fake', widthPx: 3000, heightPx: 3000 },
  product: { xPx: 100, yPx: 200, widthPx, heightPx },
  isTransparent: true,
  subject: null,
  edgeColor: null,
  alone: null,
});
const ALL: ReadonlySet<FixName> = new Set(['margin', 'shape', 'size', 'white', 'format']);

function findPlacementFindings(
  channel: ChannelId,
  source: ReturnType<typeof cutOut>,
  settings: ExportSettings,
): readonly Finding[] {
  const { widthPx, heightPx, scale } = exportFrame(source, settings);
  const [across, down] = [source.product.widthPx * scale, source.product.heightPx * scale];
  const box = { xPx: (widthPx - across) / 2, yPx: (heightPx - down) / 2, widthPx: across, heightPx: down };
  const format = settings.format === 'psd' ? null : settings.format;
  return listFindings(
    channel,
    {
      file: {
        name: null,
        bytes: 1,
        format,
        widthPx,
        heightPx,
        colors: 'rgb',
        bitsPerSample: 8,
        profile: null,
      },
      pixels: {
        edge: { pixels: 1, notWhite: settings.background === '#ffffff' ? 0 : 1, worst: [0, 0, 0] },
        ground: { kind: 'plain', color: [255, 255, 255] },
        product: { by: 'matte', box, cutOffAt: [], things: 1 },
        sharpness: 1,
        border: null,
        linesBeside: 0,
      },
    },
    '2026-11-24',
  );
}

describe('fixes of a file for a marketplace', () => {
  it.each(Object.keys(CHANNELS) as ChannelId[])(
    'makes the file that %s prefers from a large cut-out',
    (channel) => {
      const source = cutOut(2600, 2900);
      const fixed = fixedSettings(channel, ALL, source, { ...DEFAULT_EXPORT, format: 'avif' });
      expect(findPlacementFindings(channel, source, fixed)).toEqual([]);
      const { widthPx, heightPx } = CHANNELS[channel].preferred;
      expect(exportFrame(source, fixed)).toMatchObject({ widthPx, heightPx });
    },
  );

  it.each(Object.keys(CHANNELS) as ChannelId[])(
    'enlarges a small cut-out to the full size that %s prefers',
    (channel) => {
      const small = cutOut(400, 460);
      const fixed = fixedSettings(channel, ALL, small, { ...DEFAULT_EXPORT, format: 'avif' });
      expect(findPlacementFindings(channel, small, fixed)).toEqual([]);
      const { widthPx, heightPx } = CHANNELS[channel].preferred;
      expect(exportFrame(small, fixed)).toMatchObject({ widthPx, heightPx });
    },
  );

  it('uses the product without its background when the rules forbid the background', () => {
    const scene = {
      ...cutOut(500, 500),
      isTransparent: false,
      alone: () => Promise.reject(new Error('not asked')),
    };
    const [white] = findPlacementFindings('amazon', cutOut(900, 900), { ...DEFAULT_EXPORT, isTrimmed: true });
    if (white === undefined) throw new Error('Nothing was found');
    expect(white.kind).toBe('white');
    expect(fixHere(white, scene, DEFAULT_EXPORT)).toEqual({ fix: 'white', isAlone: true });
    expect(fixHere(white, { ...scene, alone: null }, DEFAULT_EXPORT)).toBeNull();
    expect(fixHere(white, cutOut(900, 900), DEFAULT_EXPORT)).toEqual({ fix: 'white', isAlone: false });
  });
});

it('the offered sizes match the channels’ preferred sizes', () => {
  for (const id of ['amazon', 'etsy', 'ebay', 'shopify'] as const) {
    const { widthPx, heightPx } = CHANNELS[id].preferred;
    expect(MARKETPLACE_SIZES.find((size) => size.id === id)).toMatchObject({ widthPx, heightPx });
  }
});
