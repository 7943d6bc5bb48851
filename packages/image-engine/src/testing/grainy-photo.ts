import sharp from '../codec/sharp.ts';
import { checkPicture } from '../models/self-check.ts';
import { seededRandom } from '../pixels/raster/random.ts';

const GRAIN_SIDE_PX = 512;

/**
 * Drawn product of any size with the noise of a phone's photo, because smooth pictures compress and decode faster than
 * real ones. Deterministic.
 */
async function grainyPicture(widthPx: number, heightPx: number): Promise<ReturnType<typeof sharp>> {
  const drawing = checkPicture();
  const random = seededRandom(1);
  const grainSidePx = Math.min(GRAIN_SIDE_PX, widthPx, heightPx);
  const grain = Buffer.alloc(grainSidePx ** 2 * 3).map(() => 112 + random(32));
  const raw = { width: widthPx, height: heightPx, channels: 3 } as const;
  const data = await sharp(drawing.data, {
    raw: { width: drawing.widthPx, height: drawing.heightPx, channels: 3 },
  })
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
    .composite([
      {
        input: Buffer.from(grain),
        raw: { width: grainSidePx, height: grainSidePx, channels: 3 },
        tile: true,
        blend: 'soft-light',
      },
    ])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(data, { raw, limitInputPixels: false });
}

export async function grainyPhoto(widthPx: number, heightPx: number): Promise<Uint8Array> {
  return (await grainyPicture(widthPx, heightPx)).jpeg({ quality: 90 }).toBuffer();
}

/** PNG of two crossing strokes, one to restore and one to erase, as the browser sends it: smaller than the photo. */
export function crossingStrokes(widthPx: number, heightPx: number): Promise<Uint8Array> {
  const data = Buffer.alloc(widthPx * heightPx * 4);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      const [down, up] = [x / widthPx - y / heightPx, x / widthPx + y / heightPx - 1];
      if (Math.abs(down) < 0.03) data.writeUInt32BE(0xff0000ff, at);
      else if (Math.abs(up) < 0.03) data.writeUInt32BE(0x00ff00ff, at);
    }
  }
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .png()
    .toBuffer();
}
