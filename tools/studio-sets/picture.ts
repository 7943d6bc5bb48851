import sharp from 'sharp';
import { linearToSrgb, type Plane } from './layer-codec.ts';
import { toneMapNeutral } from './relight.ts';

/** A cheap, repeatable hash of a pixel's place, −0.5..0.5: the dither that hides the last step of 8 bits. */
function dither(i: number): number {
  let h = Math.imul(i ^ 0x9e37_79b9, 0x85eb_ca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2_ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x1_0000_0000 - 0.5;
}

/** Tone-maps linear RGB to dithered 8-bit sRGB samples. */
export function toSrgb8(picture: Plane): Uint8Array {
  const data = Float32Array.from(picture.data);
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    toneMapNeutral(data, i);
    for (let c = i; c < i + 3; c += 1) {
      const v = linearToSrgb(Math.min(1, Math.max(0, data[c] ?? 0)));
      out[c] = Math.min(255, Math.max(0, Math.round(v * 255 + dither(c))));
    }
  }
  return out;
}

/** Writes a linear picture as PNG or WebP, by the name's ending, at most `sizePx` wide. */
export async function writePicture(picture: Plane, file: string, sizePx = picture.widthPx): Promise<void> {
  const { widthPx: width, heightPx: height } = picture;
  await sharp(toSrgb8(picture), { raw: { width, height, channels: 3 } })
    .resize({ width: sizePx, withoutEnlargement: true })
    .webp({ quality: 82, effort: 5 })
    .toFormat(file.endsWith('.png') ? 'png' : 'webp')
    .toFile(file);
}
