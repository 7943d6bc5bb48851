import { createProvenance } from '@packshot/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodePng } from '../../codec/encode.ts';
import { decodeWithSharp } from '../../codec/sharp-decode.ts';
import type { Length } from '../../pixels/file/arrangement.ts';
import { raster } from '../../pixels/raster/raster.ts';
import { run } from './run.ts';
import type { ComposeExportInput } from './run.ts';

/** Cut-out of 80 by 60 pixels: a red box of 20 by 10 pixels at 10, 20. */
let cutOut: Uint8Array;
beforeAll(async () => {
  const data = new Uint8Array(80 * 60 * 4);
  for (let y = 20; y < 30; y++) for (let x = 10; x < 30; x++) data.set([200, 0, 0, 255], (y * 80 + x) * 4);
  cutOut = await encodePng(raster(data, 80, 60, 4));
});

const context = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  checkpoint: () => Promise.resolve(),
};
const px = (length: number): Length => ({ px: length });
const share = (of: number): Length => ({ share: of });
const all = (length: Length) => ({ top: length, right: length, bottom: length, left: length });

/** Result of a layout, with a reader for its pixels. */
async function runComposeExport(input: Partial<ComposeExportInput>) {
  const result = await run(
    {
      picture: cutOut,
      maxPixels: 1e8,
      maxPixelsOfPng: 1e8,
      channels: 'rgba',
      format: 'png',
      provenance: createProvenance(['photo']),
      ...input,
    },
    context,
  );
  const image = await decodeWithSharp(result.file);
  const at = (x: number, y: number) => {
    const start = (y * image.widthPx + x) * 4;
    return [...image.data.subarray(start, start + 4)];
  };
  return { ...result, at, size: [image.widthPx, image.heightPx] };
}
const RED = [200, 0, 0, 255];
const NOTHING = [0, 0, 0, 0];

describe('export composition', () => {
  it('removes pixels outside the region, and reports where the product is in the result', async () => {
    const { at, foreground, size } = await runComposeExport({
      region: { left: px(20), top: share(0), right: share(1), bottom: px(25) },
    });
    expect(size).toEqual([80, 60]);
    expect(foreground).toEqual({ xPx: 20, yPx: 20, widthPx: 10, heightPx: 5 });
    expect([at(19, 22), at(20, 24), at(20, 25)]).toEqual([NOTHING, RED, NOTHING]);
  });

  it('limits the size, and keeps the ratio of the sides', async () => {
    expect((await runComposeExport({ maxPixels: 1200 })).size).toEqual([40, 30]);
    expect((await runComposeExport({ maxPixelsOfPng: 1200 })).size).toEqual([40, 30]);
    expect((await runComposeExport({ maxPixelsOfPng: 1200, format: 'webp' })).size).toEqual([80, 60]);
  });

  it('crops to the product with margins in pixels or shares of its sides, up to a limit', async () => {
    expect((await runComposeExport({ margins: all(px(0)) })).size).toEqual([20, 10]);
    const { size, at } = await runComposeExport({ margins: { ...all(px(3)), left: share(0.5) } });
    expect(size).toEqual([33, 16]);
    expect([at(9, 3), at(10, 3), at(29, 12), at(30, 12)]).toEqual([NOTHING, RED, RED, NOTHING]);
    expect((await runComposeExport({ margins: all(share(40)) })).size).toEqual([40, 20]);
  });

  it('scales the product to a share of the canvas, in the middle unless a place is given', async () => {
    const middle = await runComposeExport({ scale: 0.5 });
    expect(middle.size).toEqual([80, 60]);
    expect([middle.at(40, 30), middle.at(18, 30), middle.at(61, 30)]).toEqual([RED, NOTHING, NOTHING]);
    const corner = await runComposeExport({ position: { x: 1, y: 0 } });
    expect([corner.at(79, 0), corner.at(60, 9), corner.at(59, 0), corner.at(79, 10)]).toEqual([
      RED,
      RED,
      NOTHING,
      NOTHING,
    ]);
  });

  it('lays the product on a color, opaque or not, and on a picture that fills the canvas', async () => {
    const opaque = await runComposeExport({ ground: { color: '#00ff00ff' }, format: 'auto' });
    expect(opaque.format).toBe('jpeg');
    const faint = await runComposeExport({ ground: { color: '#00ff0080' }, format: 'auto' });
    expect(faint.format).toBe('png');
    expect([faint.at(0, 0), faint.at(15, 25)]).toEqual([[0, 255, 0, 128], RED]);
    const blue = await encodePng(raster(new Uint8Array(16 * 8 * 4).fill(255), 16, 8, 4));
    const onPicture = await runComposeExport({ ground: { picture: blue } });
    expect([onPicture.at(0, 0), onPicture.at(79, 59), onPicture.at(15, 25)]).toEqual([
      [255, 255, 255, 255],
      [255, 255, 255, 255],
      RED,
    ]);
  });

  it('shows the product’s alpha as a gray picture', async () => {
    const { at } = await runComposeExport({ channels: 'alpha', ground: { color: '#00ff00ff' } });
    expect([at(0, 0), at(15, 25)]).toEqual([
      [0, 0, 0, 255],
      [255, 255, 255, 255],
    ]);
  });

  it('splits the result into two pictures: its colors and its opacity', async () => {
    const colors = await runComposeExport({ channels: 'color' });
    // The product's color must continue into the transparent pixels beside it.
    expect([colors.at(15, 25), colors.at(9, 25), colors.at(31, 25)]).toEqual([RED, RED, RED]);
    expect(colors.at(70, 25)[3]).toBe(255);
    const [white, black] = [
      [255, 255, 255, 255],
      [0, 0, 0, 255],
    ];
    const opacity = await runComposeExport({ channels: 'opacity' });
    expect([opacity.at(15, 25), opacity.at(9, 25)]).toEqual([white, black]);
    const ground = { color: '#00ff00ff' };
    const onGreen = await runComposeExport({ channels: 'color', ground });
    expect([onGreen.at(15, 25), onGreen.at(0, 0)]).toEqual([RED, [0, 255, 0, 255]]);
    expect((await runComposeExport({ channels: 'opacity', ground })).at(0, 0)).toEqual(white);
  });

  it('leaves an empty picture empty', async () => {
    const { foreground, size } = await runComposeExport({
      region: { left: px(0), top: px(0), right: px(5), bottom: px(5) },
      margins: all(px(0)),
      scale: 1,
    });
    expect({ foreground, size }).toEqual({ foreground: null, size: [80, 60] });
  });
});
