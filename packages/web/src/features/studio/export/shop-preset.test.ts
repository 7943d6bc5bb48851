import { describe, expect, it } from 'vitest';
import { DEFAULT_EXPORT } from '../model/export-settings.ts';
import { MARKETPLACE_SIZES } from '../model/marketplace-sizes.ts';
import { exportFrame } from './export-frame.ts';
import { channelSettings, getChannel, presetSettings } from './channel-preset.ts';
import { reframe, unknownPicture } from './shop-preset.ts';
import type { Framed } from './shop-preset.ts';

const scene = (widthPx: number, heightPx: number, subject: Framed['subject']): Framed => ({
  picture: { widthPx, heightPx },
  subject,
  edgeColor: '#c8b59a',
  isTransparent: false,
});
const SHAPES = [
  [1024, 1024],
  [1280, 800],
  [960, 1280],
  [1080, 720],
] as const;
const applyPreset = (id: (typeof MARKETPLACE_SIZES)[number]['id'], source: Framed) => {
  const settings = { ...DEFAULT_EXPORT, ...presetSettings(id, source, DEFAULT_EXPORT) };
  const { picture, subject } = source;
  if (picture === null) throw new Error('There is no picture to frame.');
  return { settings, frame: exportFrame({ picture, product: null, subject }, settings) };
};

describe.each(MARKETPLACE_SIZES)('the size for $name', ({ id, widthPx, heightPx }) => {
  it.each(SHAPES)(
    'fills the frame with a scene of %i × %i while the product stays whole',
    (width, height) => {
      const subject = { xPx: width * 0.45, yPx: height * 0.45, widthPx: width * 0.1, heightPx: height * 0.1 };
      const { settings, frame } = applyPreset(id, scene(width, height, subject));
      expect(settings).toMatchObject({ format: 'jpeg', fit: 'fill' });
      expect(frame).toMatchObject({ widthPx, heightPx });
      expect(frame.drawn.xPx).toBeLessThanOrEqual(0);
      expect(frame.drawn.yPx).toBeLessThanOrEqual(0);
    },
  );

  it.each(SHAPES)('crops a scene of %i × %i around a product at its corner', (width, height) => {
    const subject = { xPx: width * 0.75, yPx: height * 0.75, widthPx: width * 0.2, heightPx: height * 0.2 };
    const { settings, frame } = applyPreset(id, scene(width, height, subject));
    expect(settings.fit).toBe('fill');
    const { drawn, scale } = frame;
    expect(drawn.xPx + subject.xPx * scale).toBeGreaterThanOrEqual(0);
    expect(drawn.xPx + (subject.xPx + subject.widthPx) * scale).toBeLessThanOrEqual(widthPx);
    expect(drawn.yPx + (subject.yPx + subject.heightPx) * scale).toBeLessThanOrEqual(heightPx);
  });

  it.each(SHAPES)(
    'extends a scene of %i × %i in its color when a crop would cut the product',
    (width, height) => {
      const subject = { xPx: 4, yPx: 4, widthPx: width - 8, heightPx: height - 8 };
      const { settings, frame } = applyPreset(id, scene(width, height, subject));
      const isSameShape = Math.abs(width / height / (widthPx / heightPx) - 1) < 0.01;
      expect(settings.fit).toBe(isSameShape ? 'fill' : 'fit');
      expect(settings.background).toBe(id === 'amazon' ? '#ffffff' : '#c8b59a');
      if (!isSameShape) expect(Math.min(frame.drawn.xPx, frame.drawn.yPx)).toBeGreaterThan(-1e-6);
    },
  );
});

it('a file for a shop has the same settings in a ZIP as by itself', () => {
  const sources = [
    scene(1280, 800, { xPx: 900, yPx: 300, widthPx: 300, heightPx: 300 }),
    scene(1024, 1024, null),
    { ...unknownPicture(true), picture: { widthPx: 700, heightPx: 700 } },
  ];
  for (const source of sources)
    for (const { id } of MARKETPLACE_SIZES) {
      const channel = getChannel({ size: { kind: 'preset', id } });
      if (channel === null) continue;
      expect(channelSettings(channel, source, DEFAULT_EXPORT)).toEqual({
        ...DEFAULT_EXPORT,
        ...presetSettings(id, source, DEFAULT_EXPORT),
      });
    }
});

it('the frame for a chosen shop is computed again for another picture', () => {
  const product = { ...unknownPicture(true), picture: { widthPx: 700, heightPx: 700 } };
  const settings = { ...DEFAULT_EXPORT, ...presetSettings('etsy', product, DEFAULT_EXPORT) };
  expect(settings).toMatchObject({ isTrimmed: true, background: '#ffffff' });
  const again = reframe({ ...settings, background: null }, scene(1024, 1024, null));
  expect(again).toMatchObject({ isTrimmed: false, padding: 0, fit: 'fit', background: '#c8b59a' });
});
