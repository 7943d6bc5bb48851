import { expect, test } from 'vitest';
import sharp from '../../../codec/sharp.ts';
import { readJpegCoding } from './jpeg-coding.ts';

const picture = sharp({ create: { width: 40, height: 24, channels: 3, background: '#8090a0' } });
const jpeg = (quality: number, chromaSubsampling = '4:2:0') =>
  picture.clone().jpeg({ quality, chromaSubsampling }).toBuffer();

test('the quantization tables of a JPEG are read row by row, for luma and color', async () => {
  const coding = readJpegCoding(await jpeg(50));
  expect(coding).toMatchObject({ widthPx: 40, heightPx: 24, orientation: 1, isColorHalved: true });
  // Quality 50 leaves the tables K.1 and K.2 of ITU T.81 unchanged.
  expect([...(coding?.lumaSteps.subarray(0, 16) ?? [])]).toEqual([
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
  ]);
  expect([...(coding?.colorSteps.subarray(0, 5) ?? []), coding?.lumaSteps[63]]).toEqual([
    17, 18, 24, 47, 99, 99,
  ]);
});

test('quantization steps, full color resolution and orientation of a JPEG of quality 75 are read', async () => {
  const turned = await picture
    .clone()
    .jpeg({ quality: 75, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const coding = readJpegCoding(turned);
  expect(coding).toMatchObject({ orientation: 6, isColorHalved: false });
  expect(coding?.lumaSteps[0]).toBe(8);
});

test('no JPEG coding is read from other formats, gray or truncated files, or files without tables', async () => {
  expect(readJpegCoding(await picture.clone().png().toBuffer())).toBeNull();
  expect(readJpegCoding(await picture.clone().toColourspace('b-w').jpeg().toBuffer())).toBeNull();
  const whole = await jpeg(80);
  const scan = whole.indexOf(Buffer.from([0xff, 0xda]));
  expect(readJpegCoding(whole.subarray(0, scan))).not.toBeNull();
  for (let end = 0; end < scan; end++) {
    expect(() => readJpegCoding(whole.subarray(0, end))).not.toThrow();
  }
  const noTables = Buffer.from(whole.toString('latin1').replaceAll('\xff\xdb', '\xff\xfe'), 'latin1');
  expect(readJpegCoding(noTables)).toBeNull();
});
