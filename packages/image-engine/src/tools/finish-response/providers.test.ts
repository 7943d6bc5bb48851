import { describe, expect, it } from 'vitest';
import { decodePhoto } from '../../codec/decode.ts';
import { encodePng, encodeQuickPng } from '../../codec/encode.ts';
import { fittedSize } from '../../pixels/scene/provider-sizes.ts';
import type { Sizes } from '../../pixels/scene/provider-sizes.ts';
import { expectedAsIs } from '../../pixels/quality/expected-product.ts';
import { productDifference } from '../../pixels/quality/product-difference.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { drawnPicture } from '../../testing/drawn-product.ts';
import { cutOut } from '../cut-out/run.ts';
import type { Segmenter } from '../segment.ts';
import { run as finishResponse } from './run.ts';
import { prepareRequest } from '../prepare-request/run.ts';
import type { PrepareRequestContext } from '../prepare-request/run.ts';

const SEEN_PX = 64;
/** Fake segmentation network that finds a disc in the center of any photo. */
const discSegmenter: Segmenter = {
  sidePx: SEEN_PX,
  run: () => {
    const inside = (i: number): boolean => Math.hypot((i % SEEN_PX) - 32, Math.floor(i / SEEN_PX) - 32) < 20;
    const data = Uint8Array.from({ length: SEEN_PX ** 2 }, (_, i) => (inside(i) ? 255 : 0));
    return Promise.resolve(raster(data, SEEN_PX, SEEN_PX, 1));
  },
};

const context: PrepareRequestContext = {
  openSegmenter: () => Promise.reject(new Error('No network is needed here')),
  checkpoint: async () => undefined,
  onProgress: () => undefined,
  signal: new AbortController().signal,
};
const SMALL: Sizes = { kind: 'any', multiplePx: 16, minSidePx: 64, maxPixels: 128 * 128 };
const LISTED: Sizes = {
  kind: 'listed',
  sizes: [
    { widthPx: 96, heightPx: 96 },
    { widthPx: 192, heightPx: 128 },
  ],
};

const drawPicture = (
  widthPx: number,
  heightPx: number,
  color: (x: number, y: number) => readonly number[],
): RgbaRaster => {
  const data = new Uint8Array(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) data.set(color(x, y), (y * widthPx + x) * 4);
  return raster(data, widthPx, heightPx, 4);
};
const noisy = (x: number, y: number) => [(x * 37 + y * 11) % 256, (x * 5 + y * 71) % 256, (x * y) % 256, 255];

describe('the picture size requested from an AI engine', () => {
  it.each([
    [
      { widthPx: 1024, heightPx: 1024 },
      SMALL,
      { widthPx: 128, heightPx: 128, crop: { xPx: 0, yPx: 0, widthPx: 128, heightPx: 128 } },
    ],
    [
      { widthPx: 20, heightPx: 40 },
      SMALL,
      { widthPx: 64, heightPx: 128, crop: { xPx: 0, yPx: 0, widthPx: 64, heightPx: 128 } },
    ],
    [
      { widthPx: 300, heightPx: 300 },
      LISTED,
      { widthPx: 96, heightPx: 96, crop: { xPx: 0, yPx: 0, widthPx: 96, heightPx: 96 } },
    ],
    [
      { widthPx: 160, heightPx: 90 },
      LISTED,
      { widthPx: 192, heightPx: 128, crop: { xPx: 0, yPx: 10, widthPx: 192, heightPx: 108 } },
    ],
  ])('is a supported size that fits the size %o', (requestedSize, sizes, expected) => {
    expect(fittedSize(requestedSize, sizes)).toEqual(expected);
  });
});

describe('a scene painted by an external AI engine', () => {
  const frame = { aspectRatioId: 1, isLarger: false, sizes: SMALL };
  const product = encodePng(drawnPicture(60, 80, (x, y) => [x * 4, y * 3, 90]));
  const prepareTool = async () => {
    const input = {
      kind: 'scene',
      ...frame,
      product: await product,
      placement: undefined,
      maskStyle: 'white',
      reference: undefined,
    } as const;
    const request = await prepareRequest(input, context);
    if ('isCutOutNeeded' in request) throw new Error('It is a cut-out');
    return request;
  };
  const finishTool = async (picture: Uint8Array, keepsProduct: boolean) =>
    finishResponse(
      {
        kind: 'scene',
        ...frame,
        picture,
        product: await product,
        placement: (await prepareTool()).placement,
        shadow: 'contact',
        keepsProduct,
      },
      context,
    );

  it('is requested with the product on gray, and a mask of everything else to be painted', async () => {
    const { image, mask, widthPx, heightPx } = await prepareTool();
    expect([widthPx, heightPx]).toEqual([128, 128]);
    const [decodedImage, masked] = await Promise.all(
      [image, mask].map(async (file) => (await decodePhoto(file ?? new Uint8Array())).image),
    );
    if (decodedImage === undefined || masked === undefined) throw new Error('Two pictures');
    const at = ({ data }: RgbaRaster, x: number, y: number) => [
      ...data.subarray((y * 128 + x) * 4, (y * 128 + x) * 4 + 4),
    ];
    expect(at(decodedImage, 0, 0)).toEqual([176, 176, 176, 255]);
    expect(at(masked, 0, 0)).toEqual([255, 255, 255, 255]);
    // The mask must leave out the product at its default position.
    expect(at(masked, 64, 90)).toEqual([0, 0, 0, 255]);
    expect(at(decodedImage, 64, 90)).not.toEqual([176, 176, 176, 255]);
  });

  it('shows every pixel of the product, whatever the engine paints', async () => {
    const picture = await encodeQuickPng(drawPicture(128, 128, noisy));
    const { productPixels, widthPx } = await finishTool(picture, true);
    expect(widthPx).toBe(1024);
    expect(productPixels?.total).toBeGreaterThan(100_000);
    expect(productPixels).toMatchObject({ changed: 0, comparedWith: 'cut-out', light: null });
  });

  it('comes with the number of changed product pixels when the product isn’t kept', async () => {
    const { productPixels } = await finishTool(await encodeQuickPng(drawPicture(128, 128, noisy)), false);
    expect(productPixels?.changed).toBeGreaterThan((productPixels?.total ?? 0) * 0.9);
  });

  it('has the product’s shadow on an empty floor', async () => {
    const floor = await encodeQuickPng(
      drawPicture(128, 128, (_x, y) => (y < 70 ? [200, 205, 210, 255] : [190, 180, 170, 255])),
    );
    const { full } = await finishTool(floor, true);
    const { image } = await decodePhoto(full);
    const under = image.data[(890 * 1024 + 512) * 4] ?? 0;
    const beside = image.data[(890 * 1024 + 40) * 4] ?? 0;
    expect(under).toBeLessThan(beside - 8);
  });

  it('has the product’s shadow on a patterned background', async () => {
    const stripes = drawPicture(128, 128, (x) => (x % 16 < 8 ? [230, 225, 220, 255] : [120, 118, 115, 255]));
    const { full } = await finishTool(await encodeQuickPng(stripes), true);
    const { image } = await decodePhoto(full);
    const row = (yPx: number) => {
      let sum = 0;
      for (let x = 384; x < 640; x++) sum += image.data[(yPx * 1024 + x) * 4] ?? 0;
      return sum / 256;
    };
    expect(row(890)).toBeLessThan(row(1_000) - 8);
  });

  it('cuts out a photo before the request, and returns the cut-out too', async () => {
    const photo = await encodeQuickPng(drawPicture(SEEN_PX, SEEN_PX, noisy));
    const input = {
      kind: 'scene',
      ...frame,
      placement: undefined,
      maskStyle: 'white',
      reference: undefined,
    } as const;
    const openSegmenter = (): Promise<Segmenter> => Promise.resolve(discSegmenter);
    const fromPhoto = await prepareRequest({ ...input, product: photo }, { ...context, openSegmenter });
    const {
      full,
      standard: _shown,
      ...part
    } = await cutOut({ photo }, { ...context, segmenter: discSegmenter });
    expect(part.foregroundFraction).toBeGreaterThan(0.1);
    const { image } = await decodePhoto(fromPhoto.cutOut ?? new Uint8Array());
    expect(image.data).toEqual((await decodePhoto(full)).image.data);
    // The request must equal the one for the cut-out itself, for which no network runs.
    const fromCutOut = await prepareRequest({ ...input, product: full }, context);
    expect(fromPhoto).toEqual({ ...fromCutOut, cutOut: fromPhoto.cutOut });
    expect(fromCutOut.cutOut).toBeUndefined();
  });

  it('is reported as the engine’s fault when the engine’s picture can’t be decoded', async () => {
    const picture = new Uint8Array(await encodeQuickPng(drawPicture(128, 128, noisy)));
    picture.fill(7, 200, 4_000);
    await expect(finishTool(picture, true)).rejects.toMatchObject({ code: 'ENGINE_BAD_ANSWER' });
  });
});

describe('an edit by an external AI engine', () => {
  const photo = drawPicture(700, 300, noisy);
  const isDrawn = (x: number, y: number) => x >= 600 && x < 680 && y >= 100 && y < 180;
  const mask = drawPicture(700, 300, (x, y) => (isDrawn(x, y) ? [255, 255, 255, 255] : [0, 0, 0, 255]));
  const edit = async (sizes: Sizes, isWhole: boolean) =>
    ({
      kind: 'edit',
      photo: await encodeQuickPng(photo),
      mask: await encodeQuickPng(mask),
      sizes,
      isWhole,
    }) as const;

  it.each([
    ['a part of the photo', SMALL, false],
    ['a part of the photo of a supported shape', LISTED, false],
    ['the whole photo', SMALL, true],
    ['the whole photo in a supported shape', LISTED, true],
  ] as const)(
    'changes only the drawn area, to the byte, when the engine edits %s',
    async (_name, sizes, isWhole) => {
      const input = await edit(sizes, isWhole);
      const prepared = await prepareRequest({ ...input, maskStyle: 'transparent' }, context);
      if ('isCutOutNeeded' in prepared) throw new Error('Nothing is cut out');
      const picture = await encodeQuickPng(
        drawPicture(prepared.widthPx, prepared.heightPx, () => [255, 0, 255, 255]),
      );
      const { full } = await finishResponse({ ...input, picture, strength: 1, addsShadow: false }, context);
      const { image } = await decodePhoto(full);
      let outside = 0;
      for (let i = 0; i < image.data.length; i += 4) {
        const [x, y] = [(i / 4) % 700, Math.floor(i / 4 / 700)];
        if (isDrawn(x, y)) continue;
        for (let c = i; c < i + 4; c++) if (image.data[c] !== photo.data[c]) outside++;
      }
      expect(outside).toBe(0);
      const middle = (140 * 700 + 640) * 4;
      expect([...image.data.subarray(middle, middle + 4)]).toEqual([255, 0, 255, 255]);
    },
  );

  it.each([
    ['is kept unchanged', 0],
    ['the engine may relight', 1],
  ])('counts the changed pixels of a product that %s', async (_name, strength) => {
    const picture = await encodeQuickPng(drawPicture(128, 128, () => [255, 0, 255, 255]));
    const input = { ...(await edit(SMALL, true)), picture, strength, addsShadow: true };
    const { productPixels } = await finishResponse(input, context);
    expect(productPixels).toMatchObject({ total: 80 * 80, comparedWith: 'pasted', light: null });
    expect((productPixels?.changed ?? NaN) / (80 * 80)).toBeCloseTo(strength, 1);
  });

  it('keeps the photo’s own pixels, and uses only the alpha of the engine’s cut-out', async () => {
    const providedPicture = drawPicture(350, 150, (x) => [1, 2, 3, x < 175 ? 255 : 0]);
    const { full } = await finishResponse(
      { kind: 'cut-out', photo: await encodeQuickPng(photo), picture: await encodeQuickPng(providedPicture) },
      context,
    );
    const { image } = await decodePhoto(full);
    expect([...image.data.subarray(0, 4)]).toEqual([...photo.data.subarray(0, 4)]);
    expect(image.data[699 * 4 + 3]).toBe(0);
    const opaque = await encodeQuickPng(drawPicture(350, 150, noisy));
    const nothing = finishResponse(
      { kind: 'cut-out', photo: await encodeQuickPng(photo), picture: opaque },
      context,
    );
    await expect(nothing).rejects.toMatchObject({ code: 'ENGINE_BAD_ANSWER' });
  });

  it('gives exactly the requested size for an upscale, with the photo’s alpha', async () => {
    const cutOut = await encodePng(drawnPicture(30, 20));
    const providedPicture = await encodeQuickPng(drawPicture(144, 104, noisy));
    const { full } = await finishResponse(
      { kind: 'upscale', photo: cutOut, factor: 2, picture: providedPicture },
      context,
    );
    const { image } = await decodePhoto(full);
    expect([image.widthPx, image.heightPx]).toEqual([72, 52]);
    expect(image.data[3]).toBe(0);
    expect(image.data[(26 * 72 + 36) * 4 + 3]).toBe(255);
  });
});

it('differences in the product are counted by the pixel, and shown in a heat map', () => {
  const product = drawPicture(4, 1, (x) => [10, 20, 30, x === 3 ? 128 : 255]);
  const picture = drawPicture(4, 1, (x) => [10, 20 + (x === 1 ? 1 : 0), 30 + (x === 2 ? 200 : 0), 255]);
  const { total, changed, heatMap } = productDifference(expectedAsIs(product), picture);
  expect([total, changed]).toEqual([3, 2]);
  expect([...heatMap.data.subarray(8, 11)]).toEqual([255, 0, 30]);
});
