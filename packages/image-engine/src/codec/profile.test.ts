import { expect, test } from 'vitest';
import { emptyRaster, raster } from '../pixels/raster/raster.ts';
import { convertToSrgb } from './profile.ts';
import sharp from './sharp.ts';

test('color conversion gives the same samples for strips of any height', async () => {
  const [widthPx, heightPx] = [67, 101];
  const { icc } = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
    .withIccProfile('p3')
    .png()
    .toBuffer()
    .then((png) => sharp(png).metadata());
  if (icc === undefined) throw new Error('There is no profile');
  const samples = emptyRaster(widthPx, heightPx, 4).data.map((_, i) => (i * 2_654_435_761) >>> 13);
  const convertProfile = async (stripPixels: number): Promise<Uint8Array> => {
    const image = raster(samples.slice(), widthPx, heightPx, 4);
    await convertToSrgb(image, icc, 'color', stripPixels);
    return image.data;
  };
  const whole = await convertProfile(widthPx * heightPx);
  expect(whole).not.toEqual(samples);
  for (const stripPixels of [1, 67 * 17, 67 * 50]) expect(await convertProfile(stripPixels)).toEqual(whole);
});
