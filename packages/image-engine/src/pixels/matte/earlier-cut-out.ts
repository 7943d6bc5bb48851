import { extractAlpha, clearHiddenColor } from '../raster/alpha.ts';
import { replaceMixedColors } from './foreground.ts';
import { isMaskShape } from '../raster/mask.ts';
import { raster } from '../raster/raster.ts';
import type { AlphaRaster, RgbaRaster } from '../raster/raster.ts';
import { ImageRefusal } from '../raster/refusal.ts';
import { resample } from '../raster/resample.ts';

/**
 * Interprets a picture as a cut-out of a photo, at the photo's size. An opaque gray picture is an alpha matte, white
 * for the object; any other picture is a cut-out whose alpha is used. A cut-out of the photo's size is used unchanged;
 * otherwise its alpha is resampled and the colors come from the photo. The photo isn't changed; the returned raster
 * may be the picture itself.
 * @throws ImageRefusal MASK_MISMATCH if the aspect ratios differ
 */
export function earlierCutOut(picture: RgbaRaster, photo: RgbaRaster): RgbaRaster {
  if (!isMaskShape(picture, photo)) throw new ImageRefusal('MASK_MISMATCH');
  const { widthPx, heightPx } = photo;
  const isSameSize = picture.widthPx === widthPx && picture.heightPx === heightPx;
  const isMatte = isOpaqueGray(picture);
  if (isSameSize && !isMatte) {
    clearHiddenColor(picture);
    return picture;
  }
  const alpha = isMatte ? toBrightness(picture) : extractAlpha(picture);
  return cutOutBy(photo, isSameSize ? alpha : resample(alpha, widthPx, heightPx, 'linear'));
}

function isOpaqueGray({ data }: RgbaRaster): boolean {
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] !== 255 || data[i] !== data[i + 1] || data[i] !== data[i + 2]) return false;
  }
  return true;
}

function toBrightness({ data, widthPx, heightPx }: RgbaRaster): AlphaRaster {
  const gray = new Uint8Array(widthPx * heightPx);
  for (let i = 0, at = 0; i < gray.length; i++, at += 4) gray[i] = data[at];
  return raster(gray, widthPx, heightPx, 1);
}

function cutOutBy({ data, widthPx, heightPx }: RgbaRaster, alpha: AlphaRaster): RgbaRaster {
  const result = raster(Uint8Array.from(data), widthPx, heightPx, 4);
  for (let i = 0, at = 3; i < alpha.data.length; i++, at += 4) {
    result.data[at] = Math.round((alpha.data[i] * data[at]) / 255);
  }
  replaceMixedColors(result);
  return result;
}
