import { describe, expect, it } from 'vitest';
import { CHANNEL_IDS, CHANNELS } from './channels.ts';
import { fixedName, isGtin, nameWithExtension } from './file-names.ts';
import { listFindings, notChecked } from './findings.ts';
import type { FileFacts, PixelFacts } from './picture-facts.ts';

const TODAY = '2026-11-24';
const file: FileFacts = {
  name: 'cup.jpg',
  bytes: 400_000,
  format: 'jpeg',
  widthPx: 2000,
  heightPx: 2000,
  colors: 'rgb',
  bitsPerSample: 8,
  profile: null,
};
const pixels: PixelFacts = {
  edge: { pixels: 7996, notWhite: 0, worst: [255, 255, 255] },
  ground: { kind: 'plain', color: [255, 255, 255] },
  product: {
    by: 'ground',
    box: { xPx: 100, yPx: 300, widthPx: 1800, heightPx: 1400 },
    cutOffAt: [],
    things: 1,
  },
  sharpness: 0.6,
  border: null,
  linesBeside: 0,
};
const sentences = (
  channel: (typeof CHANNEL_IDS)[number],
  facts: Partial<FileFacts>,
  pixelChanges: Partial<PixelFacts> = {},
) =>
  listFindings(channel, { file: { ...file, ...facts }, pixels: { ...pixels, ...pixelChanges } }, TODAY).map(
    ({ sentence }) => sentence,
  );

describe('the rules of sales channels', () => {
  it('names where each rule was read, when, and who states it', () => {
    for (const id of CHANNEL_IDS) {
      expect(CHANNELS[id].id).toBe(id);
      for (const { source } of [...CHANNELS[id].rules, ...CHANNELS[id].unchecked]) {
        expect(source.checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
        expect(source.title).not.toBe('');
        if (source.confidence === 'stated') expect(source.url).toMatch(/^https:\/\//);
      }
    }
  });

  it('accepts a picture of the preferred size, shape and format', () => {
    for (const id of CHANNEL_IDS) {
      const { widthPx, heightPx, format, fill } = CHANNELS[id].preferred;
      const scale = Math.min(widthPx, heightPx) * fill;
      const product = {
        ...pixels.product,
        by: 'ground',
        box: { xPx: 9, yPx: 9, widthPx: scale, heightPx: scale },
      } as const;
      const shape = { widthPx, heightPx, format, name: '04006381333931.jpg' } as const;
      const nearer = {
        ...product,
        box: { ...product.box, widthPx: widthPx * fill, heightPx: heightPx * fill },
      };
      expect(sentences(id, shape, { product: { ...nearer, cutOffAt: [], things: 1 } }), id).toEqual([]);
    }
  });
});

describe('findings against channel rules', () => {
  it.each([
    ['amazon', { bytes: 12_345_678 }, 'The file is 12.35 MB; Amazon accepts up to 10 MB.'],
    [
      'amazon',
      { format: 'webp', name: 'cup.webp' },
      'The file is a WebP; Amazon accepts JPEG, PNG, TIFF and GIF.',
    ],
    [
      'amazon',
      { name: 'cup.png' },
      'The file name ends in .png, but the file is a JPEG; Amazon accepts .jpg.',
    ],
    ['amazon', { widthPx: 10_400 }, 'The longer side has 10400 pixels; Amazon accepts up to 10000.'],
    ['amazon-other', { profile: 'Display P3' }, 'The color profile is Display P3; Amazon recommends sRGB.'],
    ['etsy', { heightPx: 1500 }, 'The shorter side has 1500 pixels; Etsy recommends at least 2000.'],
    ['etsy', { widthPx: 3000 }, 'The picture’s shape is 3:2; Etsy recommends 4:3 or 1:1.'],
    ['google', { bytes: 17e6 }, 'The file is 17 MB; Google Merchant accepts up to 16 MB.'],
    [
      'google',
      { widthPx: 9000, heightPx: 9000 },
      'The picture has 81 megapixels; Google Merchant accepts up to 64 megapixels.',
    ],
    ['otto', { colors: 'cmyk' }, 'The colors are CMYK; Otto accepts RGB.'],
    [
      'otto',
      { name: 'Größe.jpg' },
      'The file name has umlauts or accents; Otto accepts letters like “Groesse”.',
    ],
    [
      'shopify',
      { widthPx: 4800, heightPx: 4800 },
      'The longer side has 4800 pixels; Shopify recommends up to 4472.',
    ],
  ] as const)('describes a violation of %s rules in one sentence: %j', (channel, facts, sentence) => {
    expect(sentences(channel, facts)).toContain(sentence);
  });

  it('reports a single pixel that is one level off pure white', () => {
    const edge = { pixels: 7996, notWhite: 1, worst: [254, 254, 253] } as const;
    expect(sentences('amazon', {}, { edge })).toEqual([
      'The background isn’t pure white: less than 0.1% of the picture’s edge is darker, down to 254, 254, 253; Amazon accepts pure white (255, 255, 255).',
    ]);
  });

  it('applies a rule from its effective date, and announces the rule before that date', () => {
    const small = { file: { ...file, widthPx: 400, heightPx: 400 }, pixels };
    const before = listFindings('google', small, '2027-01-30');
    expect(before).toContainEqual(
      expect.objectContaining({
        level: 'advice',
        from: '2027-01-31',
        sentence:
          'The shorter side has 400 pixels; Google Merchant accepts at least 500 from January 31, 2027 on.',
      }),
    );
    const after = listFindings('google', small, '2027-01-31');
    expect(after[0]).toMatchObject({ level: 'refused', from: null, measured: '400' });
  });

  it('reports no finding for an unmeasured rule, and lists it as not checked', () => {
    const facts = { file, pixels: { ...pixels, product: null, linesBeside: null } };
    expect(listFindings('amazon', facts, TODAY)).toEqual([]);
    expect(notChecked('amazon', facts)).toEqual(['fill', 'whole', 'words', 'single']);
    expect(notChecked('amazon', { file, pixels: null })).toContain('white');
  });
});

describe('file names for channels', () => {
  it('sets the extension of the format, and replaces letters that a channel refuses', () => {
    expect(nameWithExtension('a.b.png', 'jpeg')).toBe('a.b.jpg');
    expect(nameWithExtension('a.JPEG', 'jpeg')).toBe('a.JPEG');
    expect(fixedName('Großer Krug é.jpg', CHANNELS.otto)).toBe('Grosser Krug e.jpg');
    expect(fixedName('4006381333931.jpg', CHANNELS.walmart)).toBe('04006381333931.jpg');
    expect(fixedName('cup.jpg', CHANNELS.walmart)).toBe('cup.jpg');
    expect([isGtin('4006381333931'), isGtin('4006381333932'), isGtin('12')]).toEqual([true, false, false]);
  });
});
