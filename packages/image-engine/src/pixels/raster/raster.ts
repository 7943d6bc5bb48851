/**
 * Picture in memory: rows from top to bottom, channels interleaved, 8 bits per sample, no padding. `data.length ===
 * widthPx * heightPx * channels`.
 */
export interface Raster<Channels extends 1 | 3 | 4> {
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: Channels;
}

/** Picture in sRGB with straight (not premultiplied) alpha. */
export type RgbaRaster = Raster<4>;
/** Picture in sRGB without alpha. */
export type RgbRaster = Raster<3>;
/** Picture with one channel: alpha, a mask or a depth. In masks, 0 is outside and 255 fully inside. */
export type AlphaRaster = Raster<1>;

/** Rectangle in whole pixels; `xPx`/`yPx` is its top left corner. */
export interface Box {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Wraps samples as a raster.
 * @throws RangeError when their number does not match the dimensions
 */
export function raster<Channels extends 1 | 3 | 4>(
  data: Uint8Array,
  widthPx: number,
  heightPx: number,
  channels: Channels,
): Raster<Channels> {
  if (!Number.isInteger(widthPx) || !Number.isInteger(heightPx) || widthPx < 1 || heightPx < 1) {
    throw new RangeError(`A raster needs whole, positive dimensions, not ${widthPx}x${heightPx}`);
  }
  if (data.length !== widthPx * heightPx * channels) {
    throw new RangeError(`${data.length} samples do not fill ${widthPx}x${heightPx}x${channels}`);
  }
  return { data, widthPx, heightPx, channels };
}

/** Creates a raster filled with zeros. */
export function emptyRaster<Channels extends 1 | 3 | 4>(
  widthPx: number,
  heightPx: number,
  channels: Channels,
): Raster<Channels> {
  return raster(new Uint8Array(widthPx * heightPx * channels), widthPx, heightPx, channels);
}

/**
 * Crops a picture within its own memory: nothing is allocated, and the source must not be used afterwards.
 * @throws RangeError when the box is not inside the picture
 */
export function cropInPlace<Channels extends 1 | 3 | 4>(
  source: Raster<Channels>,
  box: Box,
): Raster<Channels> {
  const { data, widthPx, channels } = source;
  assertInside(source, box);
  const rowLength = box.widthPx * channels;
  for (let y = 0; y < box.heightPx; y++) {
    const from = ((box.yPx + y) * widthPx + box.xPx) * channels;
    data.copyWithin(y * rowLength, from, from + rowLength);
  }
  return raster(data.subarray(0, rowLength * box.heightPx), box.widthPx, box.heightPx, channels);
}

/**
 * Copies a part of a picture.
 * @throws RangeError when the box is not inside the picture
 */
export function crop<Channels extends 1 | 3 | 4>(source: Raster<Channels>, box: Box): Raster<Channels> {
  const { data, widthPx, channels } = source;
  assertInside(source, box);
  const rowLength = box.widthPx * channels;
  const part = new Uint8Array(rowLength * box.heightPx);
  for (let y = 0; y < box.heightPx; y++) {
    const from = ((box.yPx + y) * widthPx + box.xPx) * channels;
    part.set(data.subarray(from, from + rowLength), y * rowLength);
  }
  return raster(part, box.widthPx, box.heightPx, channels);
}

/** Picture of the first channels of another. */
export function firstChannels<Channels extends 1 | 3>(
  { data, widthPx, heightPx }: RgbaRaster,
  channels: Channels,
): Raster<Channels> {
  const out = emptyRaster(widthPx, heightPx, channels);
  for (let from = 0, to = 0; from < data.length; from += 4)
    for (let c = 0; c < channels; c++, to++) out.data[to] = data[from + c];
  return out;
}

function assertInside({ widthPx, heightPx }: Raster<1 | 3 | 4>, box: Box): void {
  if (box.xPx < 0 || box.yPx < 0 || box.xPx + box.widthPx > widthPx || box.yPx + box.heightPx > heightPx) {
    throw new RangeError('The part lies outside the picture');
  }
}

/** Color as red, green and blue. */
export type Rgb = readonly [red: number, green: number, blue: number];
