import { STANDARD_LONGEST_SIDE_PX } from '@packshot/contract';
import { embedAuxiliaryMaps } from '../pixels/file/map-container.ts';
import type { MapFiles } from '../pixels/file/map-container.ts';
import { embedXmp } from '../pixels/file/metadata/embed.ts';
import type { AuxiliaryMaps } from '../pixels/matte/auxiliary-maps.ts';
import { raster } from '../pixels/raster/raster.ts';
import type { RgbaRaster, RgbRaster } from '../pixels/raster/raster.ts';
import { encodeAuxiliaryMaps } from './map-files.ts';
import sharp from './sharp.ts';

/**
 * zlib compression levels. At level 4, a cut-out is 1 % larger than at level 6 and takes 75 % of the time; a photo is
 * 3 to 5 % larger and takes 67 %.
 */
const PNG_COMPRESSION_LEVEL = 4;
const QUICK_PNG_COMPRESSION_LEVEL = 2;
/**
 * WebP quality of the display rendition. It is above the quality of thumbnails, because users look at this rendition
 * closely, edges included.
 */
const STANDARD_WEBP_QUALITY = 82;
/**
 * Alpha quality. At 90, alpha has 176 levels, stored losslessly. The file isn't smaller than with all 256 levels, but
 * encoding is 0.1 s faster. The difference is invisible; the PNG for download keeps all levels.
 */
const STANDARD_WEBP_ALPHA_QUALITY = 90;
/** libwebp's effort, 0 to 6. Above 1, this rendition takes longer than the PNG that is encoded in parallel. */
const STANDARD_WEBP_EFFORT = 1;

const asInput = (image: RgbaRaster | RgbRaster) => ({
  raw: { width: image.widthPx, height: image.heightPx, channels: image.channels },
});

/** Encodes a full-color PNG with alpha, without a color tag (so sRGB) or metadata. */
export function encodePng(image: RgbaRaster): Promise<Uint8Array> {
  return sharp(image.data, asInput(image)).png({ compressionLevel: PNG_COMPRESSION_LEVEL }).toBuffer();
}

/** Encodes a PNG for temporary pictures, in less than half the time of `encodePng`; the file is 10 % larger. */
export function encodeQuickPng(image: RgbaRaster | RgbRaster): Promise<Uint8Array> {
  return sharp(image.data, asInput(image)).png({ compressionLevel: QUICK_PNG_COMPRESSION_LEVEL }).toBuffer();
}

/** Encodes a WebP with alpha for quick display, shrunk if its longest side exceeds `longestSidePx`; never enlarged. */
export function encodeStandardWebp(
  image: RgbaRaster | RgbRaster,
  longestSidePx: number = STANDARD_LONGEST_SIDE_PX,
): Promise<Uint8Array> {
  return sharp(image.data, asInput(image))
    .resize(longestSidePx, longestSidePx, { fit: 'inside', withoutEnlargement: true })
    .webp({
      quality: STANDARD_WEBP_QUALITY,
      alphaQuality: STANDARD_WEBP_ALPHA_QUALITY,
      effort: STANDARD_WEBP_EFFORT,
    })
    .toBuffer();
}

/** A picture as two files: one for download and one for display. */
export interface Renditions {
  /**
   * Full-size file, sRGB with alpha: a PNG without metadata, so that every pixel is exact, unless a tool documents
   * another format.
   */
  full: Uint8Array;
  /** WebP with alpha for quick display, longest side at most STANDARD_LONGEST_SIDE_PX. */
  standard: Uint8Array;
  /** Width of the full-size file, in pixels. */
  widthPx: number;
  heightPx: number;
}

/** Encodes both files of a picture on other threads, without auxiliary maps. Its pixels must not change meanwhile. */
export const encodePixels = (image: RgbaRaster): Promise<[full: Uint8Array, standard: Uint8Array]> =>
  Promise.all([encodePng(image), encodeStandardWebp(image)]);

/**
 * Encodes both files of a picture in parallel, each with the auxiliary maps embedded.
 * @param maps computes the auxiliary maps on this thread while other threads encode
 * @param encoding result of `encodePixels`, if the caller has started it
 */
export async function encodeRenditions(
  image: RgbaRaster,
  maps: () => AuxiliaryMaps = () => ({}),
  encoding = encodePixels(image),
): Promise<Renditions> {
  const [[full, standard], files] = await Promise.all([
    encoding,
    Promise.resolve().then(() => encodeAuxiliaryMaps(maps())),
  ]);
  const { widthPx, heightPx } = image;
  return { full: embedMaps(full, files), standard: embedMaps(standard, files), widthPx, heightPx };
}

/** Embeds auxiliary maps in a file. Without maps, returns the file itself, to avoid copying a large file. */
function embedMaps(file: Uint8Array, maps: MapFiles): Uint8Array {
  if (Object.keys(maps).length === 0) return file;
  return Buffer.concat(embedAuxiliaryMaps(new Uint8Array(file), maps));
}

/**
 * libaom's effort, 0 to 9: two megapixels take 1.1 s at 0, 2.1 s at 1, 4.5 s at 2 and 27 s at 4, for 61, 56,
 * 55 and 45 kB.
 */
const AVIF_EFFORT = 1;

/**
 * Encodes an AVIF with alpha, 8 bits, without chroma subsampling, because products have fine colored edges.
 * @param quality 1 to 100
 * @param xmp packet from `xmpPacket`
 */
export function encodeAvif(image: RgbaRaster, quality: number, xmp: string): Promise<Uint8Array> {
  return sharp(image.data, asInput(image))
    .withXmp(xmp)
    .avif({ quality, effort: AVIF_EFFORT, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/**
 * Encodes a WebP with alpha at full size.
 * @param quality 1 to 100
 */
export function encodeWebp(image: RgbaRaster, quality: number): Promise<Uint8Array> {
  return sharp(image.data, asInput(image)).webp({ quality, smartSubsample: true }).toBuffer();
}

/**
 * Encodes a JPEG without chroma subsampling.
 * @param quality 1 to 100
 * @param ground background color for transparent pixels, `#rrggbb`
 */
export function encodeJpeg(image: RgbaRaster, quality: number, ground: string): Promise<Uint8Array> {
  return sharp(image.data, asInput(image))
    .flatten({ background: ground })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Resampling kernel for shrinking: `linear` smooths more, `lanczos3` keeps edges sharp. */
type ShrinkKernel = 'linear' | 'lanczos3';

/**
 * Resizes a picture to exactly the given size, on a white background and without alpha, as input for a neural network.
 */
export async function fitForModel(
  image: RgbaRaster | RgbRaster,
  widthPx: number,
  heightPx: number,
  kernel: ShrinkKernel = 'linear',
): Promise<RgbRaster> {
  const data = await sharp(image.data, asInput(image))
    .flatten({ background: '#ffffff' })
    .resize(widthPx, heightPx, { fit: 'fill', kernel })
    .raw()
    .toBuffer();
  return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), widthPx, heightPx, 3);
}

interface EncodeSettings {
  /** Quality from 1 to 100; ignored for PNG. */
  readonly quality: number;
  /** Background color for formats without alpha, `#rrggbb`; white by default. */
  readonly ground?: string | undefined;
  readonly xmp?: string | undefined;
}

/** Encodes a finished file in the given format and embeds its XMP metadata. */
export async function encodeFile(
  image: RgbaRaster,
  format: 'avif' | 'jpeg' | 'png' | 'webp',
  { quality, ground = '#ffffff', xmp }: EncodeSettings,
): Promise<Uint8Array> {
  // libheif embeds the XMP metadata while it encodes an AVIF; for other formats it is embedded afterwards.
  if (format === 'avif') return encodeAvif(image, quality, xmp ?? '');
  const encoders = {
    png: () => encodePng(image),
    webp: () => encodeWebp(image, quality),
    jpeg: () => encodeJpeg(image, quality, ground),
  };
  const file = await encoders[format]();
  return xmp === undefined ? file : Buffer.concat(embedXmp(new Uint8Array(file), xmp));
}
