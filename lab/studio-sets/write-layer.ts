import sharp from 'sharp';
import { LAYER_BITS } from '../../packages/image-engine/src/pixels/stage/layers.ts';

/** A linear picture with `channels` interleaved floats per pixel. */
export type Plane = { widthPx: number; heightPx: number; channels: 1 | 3; data: Float32Array };

const FULL_SCALE = 65_535;

/**
 * Writes values in 0..1 as a 12-bit AVIF without chroma subsampling: eight bits would show banding in soft
 * gradients when a light is turned up. The engine's `codec/set-layers.ts` reads it.
 */
export async function writeLayer(
  plane: Plane,
  encode: (value: number) => number,
  quality: number,
): Promise<Buffer> {
  const { data, widthPx, heightPx, channels } = plane;
  const samples = new Uint16Array(data.length);
  for (let i = 0; i < data.length; i += 1) {
    samples[i] = Math.round(Math.min(1, Math.max(0, encode(data[i] ?? 0))) * FULL_SCALE);
  }
  return await sharp(samples, { raw: { width: widthPx, height: heightPx, channels } })
    .toColourspace(channels === 1 ? 'grey16' : 'rgb16')
    // Effort 3, because effort 5 would take four times as long for a file about an eighth smaller.
    .avif({ bitdepth: LAYER_BITS, quality, effort: 3, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
