import { LAYER_BITS } from '../pixels/studio/layers.ts';
import type { LayerPlane } from '../pixels/studio/layers.ts';
import { raster } from '../pixels/raster.ts';
import type { AlphaRaster } from '../pixels/raster.ts';
import type { Sharp } from 'sharp';
import sharp from './sharp.ts';

/**
 * Reads a layer of one of our own sets: an AVIF of twelve bits. `values` says what each of its samples stands for. Thinned out to `widthPx`
 * pixels across when given.
 */
export async function readLayer<Channels extends 1 | 3>(
  file: string,
  channels: Channels,
  values: Float32Array,
  widthPx?: number,
): Promise<LayerPlane<Channels>> {
  const { data, info } = await thinned(sharp(file), widthPx)
    .toColourspace(channels === 1 ? 'grey16' : 'rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== channels) throw new Error(`${file} has ${info.channels} channels, not ${channels}`);
  // The decoder's own memory is kept: a copy would double what a set takes while it is read.
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  const shift = 16 - LAYER_BITS;
  for (let i = 0; i < samples.length; i++) samples[i] >>= shift;
  return { widthPx: info.width, heightPx: info.height, channels, samples, values };
}

/** Reads an 8-bit mask of one of our own sets; thinned out to `widthPx` pixels across when given. */
export async function readSetMask(file: string, widthPx?: number): Promise<AlphaRaster> {
  const { data, info } = await thinned(sharp(file), widthPx)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return raster(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), info.width, info.height, 1);
}

const thinned = (picture: Sharp, widthPx: number | undefined): Sharp =>
  widthPx === undefined ? picture : picture.resize({ width: widthPx, kernel: 'nearest' });
