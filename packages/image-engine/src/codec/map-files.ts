import { readAuxiliaryMaps } from '../pixels/file/map-container.ts';
import type { MapFiles } from '../pixels/file/map-container.ts';
import type { AuxiliaryMaps } from '../pixels/matte/auxiliary-maps.ts';
import { raster } from '../pixels/raster/raster.ts';
import type { Raster } from '../pixels/raster/raster.ts';
import sharp from './sharp.ts';

/**
 * Lossless WebP, because lossy blocks would become visible in a soft shadow on white. It makes the file about 17 KB
 * larger.
 */
const EXACT = { lossless: true, effort: 4 } as const;

const asInput = ({ data, widthPx, heightPx, channels }: Raster<1 | 3>): ReturnType<typeof sharp> =>
  sharp(data, { raw: { width: widthPx, height: heightPx, channels } });

const toBytes = async (picture: ReturnType<typeof sharp>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await picture.toBuffer());

export async function encodeAuxiliaryMaps({
  photoShadow,
  through,
  coverage,
}: AuxiliaryMaps): Promise<MapFiles> {
  const [shadow, clear, covered] = await Promise.all([
    photoShadow && toBytes(asInput(photoShadow).webp(EXACT)),
    through && toBytes(asInput(through).webp(EXACT)),
    coverage && toBytes(asInput(coverage).webp(EXACT)),
  ]);
  return {
    ...(shadow === undefined ? {} : { photoShadow: shadow }),
    ...(clear === undefined ? {} : { through: clear }),
    ...(covered === undefined ? {} : { coverage: covered }),
  };
}

/**
 * Decodes the auxiliary maps of a picture's file. Skips maps that can't be decoded, and a coverage map without a clear
 * map.
 */
export async function decodeAuxiliaryMaps(file: Uint8Array): Promise<AuxiliaryMaps> {
  const { photoShadow, through, coverage } = readAuxiliaryMaps(file);
  const [shadow, clear, covered] = await Promise.all([
    photoShadow && decodeMap(photoShadow, 1),
    through && decodeMap(through, 3),
    coverage && decodeMap(coverage, 1),
  ]);
  return {
    ...(shadow === undefined ? {} : { photoShadow: shadow }),
    ...(clear === undefined ? {} : { through: clear }),
    ...(covered === undefined || clear === undefined ? {} : { coverage: covered }),
  };
}

const LIMITS = { failOn: 'error', limitInputPixels: 1024 ** 2 } as const;
const TIMEOUT_S = 5;

async function decodeMap<Channels extends 1 | 3>(
  file: Uint8Array,
  channels: Channels,
): Promise<Raster<Channels> | undefined> {
  try {
    const picture = sharp(file, LIMITS).timeout({ seconds: TIMEOUT_S }).removeAlpha();
    const { data, info } = await picture
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== channels) return undefined;
    return raster(new Uint8Array(data), info.width, info.height, channels);
  } catch {
    return undefined;
  }
}
