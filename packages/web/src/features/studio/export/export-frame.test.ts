import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportFrame, isUnchanged, lockedSide } from './export-frame.ts';
import { DEFAULT_EXPORT, exportFileName, getBackground } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { MARKETPLACE_IDS, marketplaceSize } from '../model/marketplace-sizes.ts';

const settings = (part: Partial<ExportSettings>): ExportSettings => ({ ...DEFAULT_EXPORT, ...part });
const PHOTO = { widthPx: 4000, heightPx: 3000 };
const WHOLE = { product: null, subject: null };
const BOX = { xPx: 1000.4, yPx: 500, widthPx: 1000.2, heightPx: 2000 };

describe('the export frame', () => {
  it('is the unchanged picture by default', () => {
    const frame = exportFrame({ picture: PHOTO, product: BOX, subject: null }, DEFAULT_EXPORT);
    expect(frame).toMatchObject(PHOTO);
    expect(isUnchanged(frame, PHOTO)).toBe(true);
  });

  it('adds bars to fit the picture, and cuts the picture to fill', () => {
    const size = { kind: 'preset', id: 'amazon' } as const;
    const fitted = exportFrame({ picture: PHOTO, ...WHOLE }, settings({ size }));
    expect(fitted).toMatchObject({ widthPx: 2000, heightPx: 2000, scale: 0.5 });
    expect(fitted.drawn).toEqual({ xPx: 0, yPx: 250, widthPx: 2000, heightPx: 1500 });
    const filled = exportFrame({ picture: PHOTO, ...WHOLE }, settings({ size, fit: 'fill', padding: 0.2 }));
    expect(filled.drawn.heightPx).toBeCloseTo(2000);
    expect(filled.drawn.xPx).toBeCloseTo(-1000 / 3);
  });

  it('centers a crop on the product, as far as the picture reaches', () => {
    const filled = settings({ size: { kind: 'preset', id: 'amazon' }, fit: 'fill' });
    const cropAround = (xPx: number) =>
      exportFrame(
        { picture: PHOTO, product: null, subject: { xPx, yPx: 900, widthPx: 600, heightPx: 600 } },
        filled,
      ).drawn;
    const scale = 2000 / 3000;
    expect(cropAround(1800).xPx).toBeCloseTo(1000 - 2100 * scale);
    expect(cropAround(0).xPx).toBe(0);
    expect(cropAround(3400).xPx).toBeCloseTo(2000 - 4000 * scale);
    expect(cropAround(3400).yPx).toBeCloseTo(0);
  });

  it('shows the product with the requested padding', () => {
    const size = { kind: 'preset', id: 'amazon' } as const;
    const { area, drawn } = exportFrame(
      { picture: PHOTO, product: BOX, subject: null },
      settings({ size, isTrimmed: true, padding: 0.075 }),
    );
    expect(area).toEqual({ xPx: 1000, yPx: 500, widthPx: 1001, heightPx: 2000 });
    expect(drawn.yPx).toBeCloseTo(150);
    expect(drawn.heightPx).toBeCloseTo(1700);
  });

  it('adds the padding to the picture’s own size', () => {
    const frame = exportFrame(
      { picture: { widthPx: 800, heightPx: 1000 }, ...WHOLE },
      settings({ padding: 0.1 }),
    );
    expect(frame).toMatchObject({ widthPx: 1000, heightPx: 1200, scale: 1 });
    expect(frame.drawn).toEqual({ xPx: 100, yPx: 100, widthPx: 800, heightPx: 1000 });
    expect(isUnchanged(frame, { widthPx: 800, heightPx: 1000 })).toBe(false);
  });

  it.each([0.005, 0.033, 0.0755, 0.3])(
    'aligns to whole pixels at the picture’s own size, with padding %d',
    (padding) => {
      const { scale, drawn, widthPx } = exportFrame(
        { picture: { widthPx: 801, heightPx: 1003 }, ...WHOLE },
        settings({ padding }),
      );
      expect([scale, drawn.widthPx, drawn.heightPx]).toEqual([1, 801, 1003]);
      expect([drawn.xPx % 1, drawn.yPx % 1]).toEqual([0, 0]);
      expect(Math.abs(widthPx - 801 - 2 * drawn.xPx)).toBeLessThanOrEqual(1);
    },
  );

  it('never distorts, leaves no bars when filling, and cuts nothing when fitting', () => {
    const side = fc.integer({ min: 8, max: 6000 });
    fc.assert(
      fc.property(
        fc.record({ widthPx: side, heightPx: side }),
        fc.constantFrom(...MARKETPLACE_IDS),
        fc.constantFrom('fit', 'fill'),
        fc.double({ min: 0, max: 0.3, noNaN: true }),
        fc.option(fc.record({ xPx: side, yPx: side, widthPx: side, heightPx: side })),
        (picture, id, fit, padding, subject) => {
          const { widthPx, heightPx } = marketplaceSize(id);
          const frame = exportFrame(
            { picture, product: null, subject },
            settings({ size: { kind: 'preset', id }, fit, padding }),
          );
          expect(frame.drawn.widthPx / picture.widthPx).toBeCloseTo(frame.drawn.heightPx / picture.heightPx);
          const covers = frame.drawn.widthPx >= widthPx - 1e-6 && frame.drawn.heightPx >= heightPx - 1e-6;
          const fits = frame.drawn.widthPx <= widthPx + 1e-6 && frame.drawn.heightPx <= heightPx + 1e-6;
          expect(fit === 'fill' ? covers : fits).toBe(true);
          if (fit !== 'fill') return;
          const { xPx, yPx } = frame.drawn;
          expect(Math.max(xPx, yPx)).toBeLessThanOrEqual(1e-6);
          expect(xPx + frame.drawn.widthPx).toBeGreaterThanOrEqual(widthPx - 1e-6);
          expect(yPx + frame.drawn.heightPx).toBeGreaterThanOrEqual(heightPx - 1e-6);
        },
      ),
    );
  });

  it('keeps the aspect ratio when one side is typed', () => {
    expect(lockedSide(1000, 4000, 3000, 6000)).toBe(750);
    expect(lockedSide(6000, 1000, 3000, 6000)).toBe(6000);
  });
});

describe('the export file name', () => {
  it.each([
    ['Red mug', 'webp', 'Red mug.webp'],
    ['a/b:c', 'jpeg', 'a b c.jpg'],
    ['  ', 'psd', 'AI Image.psd'],
  ] as const)('is made from the name %j and the format %s: %j', (stem, format, name) => {
    expect(exportFileName(stem, format, 'AI Image')).toBe(name);
  });

  it('comes with an opaque background color for a JPEG', () => {
    expect(getBackground(settings({ format: 'jpeg' }))).toBe('#ffffff');
    expect(getBackground(settings({ format: 'webp' }))).toBeNull();
    expect(getBackground(settings({ format: 'jpeg', background: '#102030' }))).toBe('#102030');
  });
});
