/** Casts the shadow from the product's photo, an auxiliary map of the cut-out, on the ground of a studio set. */
import type { Placement } from '@packshot/contract';
import { sampleAt } from '../raster/sample.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../raster/raster.ts';

export interface PhotoShadow {
  /** Share of light that isn't blocked by the shadow, of 255, over the whole photo. */
  readonly plane: AlphaRaster;
  /**
   * Left edge of the product's visible part, as a share of the photo; the next fields are the other sides of this
   * bounding box.
   */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /**
   * Vector from the product's center to the center of its visible shadow, in widths of the product's visible part;
   * down is positive.
   */
  readonly lean: { readonly x: number; readonly y: number };
  /** Smallest darkness within the darkest part of the shadow, whose area is a few percent of the product's. */
  readonly depth: number;
  /**
   * Total light that the shadow blocks beside the product, relative to the product's size: about 0.01 to 0.02 for
   * cloth, 0.05 and more for solid products.
   */
  readonly bulk: number;
}

/**
 * Measures the shadow in the product's photo.
 * @param box visible part of the cut-out
 */
export function createPhotoShadow(image: RgbaRaster, plane: AlphaRaster, box: Box): PhotoShadow {
  const { widthPx, heightPx } = image;
  return {
    plane,
    left: box.xPx / widthPx,
    top: box.yPx / heightPx,
    width: box.widthPx / widthPx,
    height: box.heightPx / heightPx,
    lean: measureLean(image, plane, box),
    depth: measureDepth(image, plane),
    bulk: measureBulk(image, plane, box),
  };
}

const VISIBLE_ABOVE = 10;

function measureBulk(image: RgbaRaster, { data, widthPx, heightPx }: AlphaRaster, box: Box): number {
  let lostLight = 0;
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = Math.floor(((y + 0.5) / heightPx) * image.heightPx) * image.widthPx;
    for (let x = 0; x < widthPx; x++, i++) {
      const alpha = image.data[(row + Math.floor(((x + 0.5) / widthPx) * image.widthPx)) * 4 + 3];
      if (alpha <= VISIBLE_ABOVE) lostLight += 1 - data[i] / 255;
    }
  }
  const scale = image.widthPx / widthPx;
  const smaller = Math.min(box.widthPx, box.heightPx) / scale;
  return lostLight / (smaller * ((box.widthPx + box.heightPx) / 2 / scale));
}

function measureLean(image: RgbaRaster, plane: AlphaRaster, box: Box): PhotoShadow['lean'] {
  const product = { x: 0, y: 0, weight: 1e-6 };
  const shadow = { x: 0, y: 0, weight: 1e-6 };
  for (let y = 0, i = 0; y < plane.heightPx; y++) {
    const v = ((y + 0.5) / plane.heightPx) * image.heightPx;
    for (let x = 0; x < plane.widthPx; x++, i++) {
      const u = ((x + 0.5) / plane.widthPx) * image.widthPx;
      const alpha = image.data[(Math.floor(v) * image.widthPx + Math.floor(u)) * 4 + 3];
      const [sum, weight] = alpha > VISIBLE_ABOVE ? [product, alpha] : [shadow, 255 - plane.data[i]];
      sum.x += weight * u;
      sum.y += weight * v;
      sum.weight += weight;
    }
  }
  return {
    x: (shadow.x / shadow.weight - product.x / product.weight) / box.widthPx,
    y: (shadow.y / shadow.weight - product.y / product.weight) / box.widthPx,
  };
}

/** Area of the shadow's darkest part, relative to the product's area. */
const DARKEST_PART = 0.03;

function measureDepth(image: RgbaRaster, { data, widthPx, heightPx }: AlphaRaster): number {
  const counts = new Uint32Array(256);
  let covered = 0;
  for (let y = 0, i = 0; y < heightPx; y++) {
    const row = Math.floor(((y + 0.5) / heightPx) * image.heightPx) * image.widthPx;
    for (let x = 0; x < widthPx; x++, i++) {
      const alpha = image.data[(row + Math.floor(((x + 0.5) / widthPx) * image.widthPx)) * 4 + 3];
      if (alpha > VISIBLE_ABOVE) covered++;
      else counts[data[i]]++;
    }
  }
  let [value, remaining] = [0, DARKEST_PART * covered];
  while (value < 255 && (remaining -= counts[value]) > 0) value++;
  return 1 - value / 255;
}

/** Direction of the shadow after the product was placed (and possibly rotated), in the form of `lean`. */
export function placedLean({ lean }: PhotoShadow, placement: Placement): { x: number; y: number } {
  const angle = (placement.rotationDeg * Math.PI) / 180;
  const x = placement.isFlipped ? -lean.x : lean.x;
  return {
    x: x * Math.cos(angle) - lean.y * Math.sin(angle),
    y: x * Math.sin(angle) + lean.y * Math.cos(angle),
  };
}

/**
 * Share of light that isn't blocked by the shadow at a pixel of the picture with the placed product; 1 outside of the
 * photo, toward whose edges the map has faded.
 */
export function arrivingLight(
  { plane, left, top, width, height }: PhotoShadow,
  placement: Placement,
  shape: number,
  picture: { readonly widthPx: number; readonly heightPx: number },
): (x: number, y: number) => number {
  const { centerX, centerY, rotationDeg, isFlipped } = placement;
  const angle = (rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const widthPx = placement.width * picture.widthPx;
  const across = ((isFlipped ? -1 : 1) * width) / widthPx;
  const down = (height * shape) / widthPx;
  const [middleX, middleY] = [centerX * picture.widthPx, centerY * picture.heightPx];
  const [originX, originY] = [left + width / 2, top + height / 2];
  return (x, y) => {
    const [dx, dy] = [x - middleX, y - middleY];
    const u = originX + (dx * cos + dy * sin) * across;
    const v = originY + (dy * cos - dx * sin) * down;
    return u < 0 || v < 0 || u > 1 || v > 1 ? 1 : sampleAt(plane, u, v, 0) / 255;
  };
}
