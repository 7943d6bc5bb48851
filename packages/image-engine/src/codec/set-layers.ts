import { LAYER_BITS } from '../pixels/stage/layers.ts';
import type { LayerPlane } from '../pixels/stage/layers.ts';
import { raster } from '../pixels/raster/raster.ts';
import type { AlphaRaster } from '../pixels/raster/raster.ts';
import type { Sharp } from 'sharp';
import sharp from './sharp.ts';

/**
 * Reads a layer of one of our own studio sets, a 12-bit AVIF. `values` maps samples to values. With `widthPx` the
 * layer is subsampled to that width.
 */
export async function readLayer<Channels extends 1 | 3>(
  file: string,
  channels: Channels,
  values: Float32Array,
  widthPx?: number,
): Promise<LayerPlane<Channels>> {
  const { data, info } = await subsample(sharp(file), widthPx)
    .toColourspace(channels === 1 ? 'grey16' : 'rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== channels) throw new Error(`${file} has ${info.channels} channels, not ${channels}`);
  // Uses the decoder's memory directly: a copy would double the memory needed to read a studio set.
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  const shift = 16 - LAYER_BITS;
  for (let i = 0; i < samples.length; i++) samples[i] >>= shift;
  return { widthPx: info.width, heightPx: info.height, channels, samples, values };
}

/** Reads an 8-bit mask of one of our own studio sets; with `widthPx` it is subsampled to that width. */
export async function readSetMask(file: string, widthPx?: number): Promise<AlphaRaster> {
  const { data, info } = await subsample(sharp(file), widthPx)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), info.width, info.height, 1);
}

const subsample = (picture: Sharp, widthPx: number | undefined): Sharp =>
  widthPx === undefined ? picture : picture.resize({ width: widthPx, kernel: 'nearest' });
