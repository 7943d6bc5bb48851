import { raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../raster/raster.ts';

/** Appearance of the editable area in a mask for an engine: white on black, or transparent on opaque. */
export type MaskStyle = 'white' | 'transparent';

/** Mask value from which a pixel is editable, because engines have binary masks. */
const INSIDE_FROM = 128;

/** Converts a mask to a picture for a generative engine; pixels with a `mask` of 128 and more may change. */
export function maskPicture(mask: AlphaRaster, style: MaskStyle): RgbaRaster {
  const data = new Uint8Array(mask.data.length * 4);
  for (let i = 0, at = 0; i < mask.data.length; i++, at += 4) {
    const isInside = mask.data[i] >= INSIDE_FROM;
    if (style === 'white') {
      data.fill(isInside ? 255 : 0, at, at + 3);
      data[at + 3] = 255;
    } else {
      data[at + 3] = isInside ? 0 : 255;
    }
  }
  return raster(data, mask.widthPx, mask.heightPx, 4);
}

export function invertMask({ data, widthPx, heightPx }: AlphaRaster): AlphaRaster {
  return raster(
    data.map((value) => 255 - value),
    widthPx,
    heightPx,
    1,
  );
}
