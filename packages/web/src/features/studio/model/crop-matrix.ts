import type { PixelSize } from './size.ts';
import { turnedSize } from './crop.ts';
import type { Crop } from './crop.ts';

export function croppedSize(crop: Crop, picture: PixelSize): PixelSize {
  const turned = turnedSize(picture, crop);
  return {
    widthPx: Math.max(1, Math.round(crop.width * turned.widthPx)),
    heightPx: Math.max(1, Math.round(crop.height * turned.heightPx)),
  };
}

/**
 * Transform from the picture's pixels to the crop's, as arguments of a canvas's `setTransform(a, b, c, d, e, f)`.
 * Unrotated crops start at a whole pixel, so that no pixel is resampled.
 */
export function cropMatrix(
  crop: Crop,
  picture: PixelSize,
): readonly [number, number, number, number, number, number] {
  const turned = turnedSize(picture, crop);
  const size = croppedSize(crop, picture);
  // Transform from the picture to the turned picture: quarter turns about the center, then the flip.
  const quarter = (crop.quarterTurns * Math.PI) / 2;
  const [cos, sin] = [Math.round(Math.cos(quarter)), Math.round(Math.sin(quarter))];
  const side = crop.isFlipped ? -1 : 1;
  // Transform from the turned picture to the crop's box, rotated about the center of the box.
  const angle = (crop.angleDeg * Math.PI) / 180;
  const [ca, sa] = crop.angleDeg === 0 ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  let middleX = crop.centerX * turned.widthPx;
  let middleY = crop.centerY * turned.heightPx;
  if (crop.angleDeg === 0) {
    middleX = Math.round(middleX - size.widthPx / 2) + size.widthPx / 2;
    middleY = Math.round(middleY - size.heightPx / 2) + size.heightPx / 2;
  }
  const a1 = side * cos;
  const c1 = -side * sin;
  const e1 = turned.widthPx / 2 - a1 * (picture.widthPx / 2) - c1 * (picture.heightPx / 2) - middleX;
  const f1 = turned.heightPx / 2 - sin * (picture.widthPx / 2) - cos * (picture.heightPx / 2) - middleY;
  return [
    ca * a1 - sa * sin,
    sa * a1 + ca * sin,
    ca * c1 - sa * cos,
    sa * c1 + ca * cos,
    ca * e1 - sa * f1 + size.widthPx / 2,
    sa * e1 + ca * f1 + size.heightPx / 2,
  ];
}
