import sharp from 'sharp';

/**
 * Creates a mask of the photo's size as a PNG: a colored rectangle in the middle, a fifth of each side, with black
 * around it.
 */
export async function createMask(photo: Buffer, color = '#ffffff'): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  const [w, h] = [Math.round(width / 5), Math.round(height / 5)];
  const [left, top] = [Math.floor((width - w) / 2), Math.floor((height - h) / 2)];
  return sharp({ create: { width: w, height: h, channels: 3, background: color } })
    .extend({ left, right: width - w - left, top, bottom: height - h - top, background: '#000000' })
    .png()
    .toBuffer();
}
