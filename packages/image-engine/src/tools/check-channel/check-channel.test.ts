import { fileURLToPath } from 'node:url';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { RuleKind } from '@packshot/contract/channels/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProvenance } from '@packshot/contract';
import { decodeWithSharp } from '../../codec/sharp-decode.ts';
import { encodeAvif, encodeJpeg, encodePng, encodeWebp } from '../../codec/encode.ts';
import sharp from '../../codec/sharp.ts';
import { createImageEngine } from '../../engine.ts';
import type { ImageEngine } from '../../image-engine.ts';
import { productIn } from '../../pixels/quality/channels/product-in-file.ts';
import { readXmp as xmpIn } from '../../pixels/file/metadata/read-xmp.ts';
import { xmpPacket } from '../../pixels/file/metadata/xmp.ts';
import { emptyRaster } from '../../pixels/raster/raster.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { channelPictures } from '../../testing/channel-pictures.ts';
import type { ChannelPicture } from '../../testing/channel-pictures.ts';
import { testCacheDir } from '../../testing/shared-files.ts';
import { IS_THOROUGH } from '../../testing/thorough.ts';

let engine: ImageEngine;
beforeAll(() => {
  engine = createImageEngine({ cacheDir: testCacheDir });
});
afterAll(() => engine.close());

const TODAY = '2026-11-24';

async function encodePicture({ image, format, isCmyk, paddingBytes }: ChannelPicture): Promise<Uint8Array> {
  const encoders = {
    jpeg: () => encodeJpeg(image, 92, '#ffffff'),
    png: () => encodePng(image),
    webp: () => encodeWebp(image, 92),
    avif: () => encodeAvif(image, 80, '<x/>'),
  };
  const raw = { width: image.widthPx, height: image.heightPx, channels: 4 } as const;
  const file = isCmyk
    ? await sharp(image.data, { raw })
        .flatten({ background: '#ffffff' })
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer()
    : await encoders[format]();
  return paddingBytes === 0 ? file : Buffer.concat([file, Buffer.alloc(paddingBytes)]);
}

const run = (channel: ChannelId, picture: Uint8Array, name = 'cup.jpg', cutOut?: Uint8Array) =>
  engine.run('check-channel', { picture, name, channel, today: TODAY, fixes: 'all', cutOut });

/** Picture of a block of 200 by 150 pixels in the middle. */
function block(widthPx: number, heightPx: number, ground: readonly number[]): RgbaRaster {
  const image = emptyRaster(widthPx, heightPx, 4);
  const [left, top] = [(widthPx - 200) >> 1, (heightPx - 150) >> 1];
  for (let y = 0, at = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++, at += 4) {
      const isProduct = x >= left && x < left + 200 && y >= top && y < top + 150;
      image.data.set(isProduct ? [x % 200, (y * 3) % 200, 90, 255] : ground, at);
    }
  return image;
}

/** Cut-out of a tall glass, three levels darker than white, under a dark lid. */
function glassWithLid(): RgbaRaster {
  const image = emptyRaster(800, 800, 4);
  for (let y = 200; y < 700; y++)
    for (let x = 300; x < 500; x++)
      image.data.set(y < 260 ? [90, 60, 30, 255] : [252, 252, 252, 255], (y * 800 + x) * 4);
  return image;
}

/** XMP packet without its wrapper, which only files contain. */
const withoutWrapper = (packet: string): string => packet.replaceAll(/<\?xpacket[^>]*>/g, '');

describe('a picture that breaks one channel rule', () => {
  const testedFaults = new Set<string>();
  it.each(['ebay', 'walmart'] as const)(
    'is accepted by the sales channel %s once the picture is fixed',
    async (channel) => {
      const testedBefore = testedFaults.size;
      if (IS_THOROUGH) testedFaults.clear();
      // Tests each planted fault once, except `light`; thorough tests do so in each channel.
      const isNeeded = (fault: RuleKind | null): boolean =>
        fault !== null && fault !== 'light' && !testedFaults.has(fault);
      for (const picture of channelPictures(channel, 14, 0, isNeeded)) {
        const { fault } = picture;
        if (fault === null) continue;
        testedFaults.add(fault);
        const { findings, fixed } = await run(channel, await encodePicture(picture), picture.name);
        expect(
          findings.map(({ kind }) => kind),
          picture.label,
        ).toContain(fault);
        const remainingFindings = fixed?.left.filter(
          ({ kind, level }) => kind !== 'name' && !(kind === 'side' && level === 'advice'),
        );
        expect(remainingFindings, picture.label).toEqual([]);
      }
      expect(testedFaults.size).toBeGreaterThan(IS_THOROUGH ? 3 : testedBefore + 1);
    },
  );
});

describe('the automatic fix for a sales channel', () => {
  it('changes only the background, from nearly white to white, and keeps every product pixel', async () => {
    const before = block(560, 560, [254, 254, 253, 255]);
    const { findings, fixed } = await engine.run('check-channel', {
      picture: await encodePng(before),
      name: 'cup.png',
      channel: 'amazon',
      today: TODAY,
      fixes: ['white'],
    });
    expect(findings[0]).toMatchObject({ kind: 'white', measured: '254, 254, 253 at worst' });
    const after = await decodeWithSharp(fixed?.file ?? new Uint8Array());
    expect(fixed).toMatchObject({ done: ['white'], scale: 1, quality: null, name: 'cup.png' });
    expect(after.data).toEqual(block(560, 560, [255, 255, 255, 255]).data);
  });

  it('moves a product without resampling it, and enlarges a small product to the preferred size', async () => {
    const before = block(900, 900, [255, 255, 255, 255]);
    const google = (await run('google', await encodePng(before), 'cup.png')).fixed;
    expect(google?.done).toEqual(['margin', 'size']);
    // The product's 200 pixels at 82 % of the side are too few, so the picture is enlarged to 1500 pixels.
    expect(google?.facts.file).toMatchObject({ widthPx: 1500, heightPx: 1500 });
    expect(google?.scale).toBeCloseTo(1500 / (200 / 0.82), 0);
    // Enlarging the picture ten times would violate the sharpness rule, so it gets the smallest accepted size.
    const amazon = (await run('amazon', await encodePng(before), 'cup.png')).fixed;
    expect(amazon?.facts.file).toMatchObject({ widthPx: 501, heightPx: 501 });
    expect(amazon?.left.filter(({ level }) => level === 'refused')).toEqual([]);
    const large = block(2600, 2300, [255, 255, 255, 255]);
    const walmart = (await run('walmart', await encodePng(large), 'cup.png')).fixed;
    const square = await decodeWithSharp(walmart?.file ?? new Uint8Array());
    expect(walmart).toMatchObject({ done: ['shape'], scale: 1 });
    expect(square.widthPx).toBe(square.heightPx);
    const first = square.data.findIndex((level, at) => at % 4 === 2 && level === 90) >> 2;
    const [left, top] = [first % square.widthPx, Math.floor(first / square.widthPx)];
    const product = block(2600, 2300, [0, 0, 0, 0]);
    for (const [x, y] of [
      [0, 0],
      [199, 149],
      [77, 31],
    ] as const) {
      const at = ((top + y) * square.widthPx + left + x) * 4;
      const from = ((1075 + y) * 2600 + 1200 + x) * 4;
      expect([...square.data.subarray(at, at + 3)]).toEqual([...product.data.subarray(from, from + 3)]);
    }
  });

  it.each(['etsy', 'ebay', 'amazon-other', 'walmart'] as const)(
    'cuts off transparent bars beside a picture, which %s doesn’t accept',
    async (channel) => {
      const scene = block(1600, 1600, [120, 140, 160, 255]);
      const picture = await sharp(await encodePng(scene))
        .extend({ left: 267, right: 267, background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer();
      const { findings, fixed } = await run(channel, picture, 'cup.png');
      expect(findings.find(({ kind }) => kind === 'opaque')).toMatchObject({
        level: 'refused',
        fix: 'opaque',
      });
      const after = await decodeWithSharp(fixed?.file ?? new Uint8Array());
      expect(after.widthPx).toBe(after.heightPx);
      expect(after.data.every((level, at) => at % 4 !== 3 || level === 255)).toBe(true);
      expect(fixed?.left.map(({ kind }) => kind)).not.toContain('opaque');
    },
  );

  it('keeps the bytes when it changes only the name', async () => {
    const picture = await encodeJpeg(block(2000, 2000, [255, 255, 255, 255]), 90, '#ffffff');
    const { fixed } = await run('amazon-other', picture, 'cup.png');
    expect(fixed).toMatchObject({ done: ['name'], name: 'cup.jpg' });
    expect(Buffer.compare(fixed?.file ?? new Uint8Array(), picture)).toBe(0);
  });

  it('asks for a cut-out before it replaces a background that isn’t white', async () => {
    const picture = await encodePng(block(600, 600, [120, 140, 160, 255]));
    const without = (await run('amazon', picture, 'cup.png')).fixed;
    expect(without).toMatchObject({ needsCutOut: true });
    expect(without?.done).not.toContain('white');
    const cutOut = await encodePng(block(600, 600, [0, 0, 0, 0]));
    const { fixed } = await run('amazon', picture, 'cup.png', cutOut);
    expect(fixed?.left.filter(({ level }) => level === 'refused')).toEqual([]);
    expect(fixed?.needsCutOut).toBe(false);
  });

  it('finds the same product box when the fixed file of a faint glass is checked again', async () => {
    const glass = glassWithLid();
    const cutOut = Buffer.from(await encodePng(glass));
    const photo = Buffer.from(await encodeJpeg(glass, 95, '#ffffff'));
    const xmp = xmpPacket({ altText: '', provenance: createProvenance(['photo']) });
    const request = { name: 'glass.jpg', channel: 'amazon', today: TODAY } as const;
    const result = await engine.run('check-channel', {
      ...request,
      picture: photo,
      cutOut,
      fixes: 'all',
      xmp,
    });
    const file = result.fixed?.file ?? photo;
    expect(result.fixed?.left.map(({ kind }) => kind)).not.toContain('fill');
    const later = await engine.run('check-channel', { ...request, picture: file });
    expect(later.facts.pixels?.product).toMatchObject({
      by: 'file',
      box: result.fixed?.facts.pixels?.product?.box,
    });
    expect(later.findings.map(({ kind }) => kind)).not.toContain('fill');

    // If another program cropped the file or moved its product, the stored position isn't used and the product is
    // measured again.
    const { width, height } = await sharp(file).metadata();
    const cropped = sharp(file).extract({ left: 0, top: 0, width, height: height >> 1 });
    const moved = sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
      {
        input: await sharp(file)
          .resize(width >> 1)
          .toBuffer(),
        left: 0,
        top: 0,
      },
    ]);
    for (const picture of [cropped, moved]) {
      const bytes = await picture
        .withXmp(withoutWrapper(xmpIn(file)))
        .jpeg({ quality: 95 })
        .toBuffer();
      expect(productIn(bytes)).not.toBeNull();
      const { facts } = await engine.run('check-channel', { ...request, picture: bytes });
      expect(facts.pixels?.product?.by).toBe('ground');
    }
  });

  it('reports a fault that can’t be fixed', async () => {
    const [picture] = channelPictures('amazon', 14, 0, (fault) => fault === 'whole');
    if (picture === undefined) throw new Error('None is planted');
    const { fixed } = await run('amazon', await encodePicture(picture), picture.name);
    expect(fixed?.left.map(({ kind }) => kind)).toContain('whole');
  });
});

/** Positions of text lines on a printed card: straight, small, faint, at an angle and curved. */
const LINES = [
  { left: 160, top: 62, width: 400, height: 52 },
  { left: 446, top: 142, width: 146, height: 26 },
  { left: 186, top: 472, width: 348, height: 40 },
  { left: 200, top: 142, width: 250, height: 72 },
  { left: 134, top: 552, width: 460, height: 84 },
] as const;
const SIDE_PX = 960;
/** Number of pictures of each kind; the figures in the web app's channel pages are measured with the larger number. */
const PRINTED = IS_THOROUGH ? { beside: 20, on: 20 } : { beside: LINES.length, on: 2 };

/** Picture of a mug with a text line beside it, or on it like a label, and the mug's cut-out, made without the text. */
async function printLabel(
  number: number,
  isBeside: boolean,
): Promise<{ readonly picture: Uint8Array; readonly cutOut: Uint8Array }> {
  const fixture = (name: string): string =>
    fileURLToPath(new URL(`../../testing/fixtures/${name}`, import.meta.url));
  const mug = await sharp(fixture('stoneware-mug.png')).resize(520, 520, { fit: 'inside' }).toBuffer();
  const { width, height } = await sharp(mug).metadata();
  const at = { left: (SIDE_PX - width) >> 1, top: SIDE_PX - height - 60 };
  const area = LINES[number % LINES.length] ?? LINES[0];
  // A line on the mug is in its lower half, left of the handle.
  const lineWidth = isBeside ? area.width * (0.75 + 0.05 * (number % 7)) : 220 + 10 * (number % 7);
  // Makes the card's background white, which changes nothing when the line is multiplied onto the picture.
  const line = await sharp(fixture('printed-card.png'))
    .extract(area)
    .grayscale()
    .linear(1.2, 0)
    .resize(Math.round(lineWidth))
    .toBuffer({ resolveWithObject: true });
  const free = SIDE_PX - line.info.width - 80;
  const place = isBeside
    ? { left: 40 + ((number * 97) % free), top: 40 + ((number * 53) % 160) }
    : {
        left: at.left + Math.round(width * 0.37 - line.info.width / 2),
        top: at.top + Math.round(height * 0.76 - line.info.height / 2),
      };
  const empty = { width: SIDE_PX, height: SIDE_PX, channels: 4 } as const;
  const frame = (alpha: number) =>
    sharp({ create: { ...empty, background: { r: 255, g: 255, b: 255, alpha } } });
  return {
    picture: await frame(1)
      .composite([
        { input: mug, ...at },
        { input: line.data, ...place, blend: 'multiply' },
      ])
      .png()
      .toBuffer(),
    cutOut: await frame(0)
      .composite([{ input: mug, ...at }])
      .png()
      .toBuffer(),
  };
}

it(
  'the channel check finds print beside a product, but doesn’t report print on the product',
  { timeout: 600_000 },
  async () => {
    const foundCounts = { beside: 0, on: 0 };
    for (const kind of ['beside', 'on'] as const)
      for (let number = 0; number < PRINTED[kind]; number++) {
        const { findings } = await engine.run('check-channel', {
          ...(await printLabel(number, kind === 'beside')),
          name: 'mug.png',
          channel: 'ebay',
          today: TODAY,
          findsPrint: true,
        });
        if (findings.some((finding) => finding.kind === 'words')) foundCounts[kind] += 1;
      }
    expect(foundCounts).toEqual({ beside: PRINTED.beside, on: 0 });
  },
);
