import type { RgbaRaster } from './raster.ts';

/** Level of the pyramid: sums of color and of weight for each cell; their quotient is the cell's color. */
interface PyramidLevel {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Red, green, blue and weight of each cell, interleaved. */
  readonly sums: Float32Array;
}

/**
 * Extends visible colors into fully transparent pixels, in place: the edge's color near an object, a smooth
 * continuation farther away. Operations that read beyond an object's edge, such as an enlargement or a blur, then find
 * neither black nor hidden colors. Alpha and visible pixels don't change; without any visible pixel nothing changes.
 *
 * Pull-push (Gortler, Grzeszczuk, Szeliski, Cohen, "The Lumigraph", SIGGRAPH 1996): averages of the known colors at
 * half the size, repeated until one cell is left; gaps are then filled from the nearest level with a color.
 */
export function extendColor(image: RgbaRaster): void {
  const levels = [firstLevel(image)];
  for (let level = levels[0]; level.widthPx > 1 || level.heightPx > 1;) {
    level = halveLevel(level);
    levels.push(level);
  }
  for (let i = levels.length - 2; i >= 0; i--) fillGaps(levels[i], levels[i + 1]);
  const { data, widthPx, heightPx } = image;
  const [{ sums, widthPx: columns }] = levels;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      if (data[at + 3] !== 0) continue;
      const cell = ((y >> 1) * columns + (x >> 1)) * 4;
      const weight = sums[cell + 3];
      if (weight === 0) continue;
      for (let c = 0; c < 3; c++) data[at + c] = sums[cell + c] / weight + 0.5;
    }
  }
}

/** Converts bytes directly to a level of half the size, so that the full size never exists as floats. */
function firstLevel({ data, widthPx, heightPx }: RgbaRaster): PyramidLevel {
  const level = emptyLevel((widthPx + 1) >> 1, (heightPx + 1) >> 1);
  const { sums } = level;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      const alpha = data[at + 3] / 255;
      if (alpha === 0) continue;
      const cell = ((y >> 1) * level.widthPx + (x >> 1)) * 4;
      sums[cell] += alpha * data[at];
      sums[cell + 1] += alpha * data[at + 1];
      sums[cell + 2] += alpha * data[at + 2];
      sums[cell + 3] += alpha;
    }
  }
  return level;
}

function halveLevel(source: PyramidLevel): PyramidLevel {
  const level = emptyLevel((source.widthPx + 1) >> 1, (source.heightPx + 1) >> 1);
  for (let y = 0, at = 0; y < source.heightPx; y++) {
    for (let x = 0; x < source.widthPx; x++, at += 4) {
      const cell = ((y >> 1) * level.widthPx + (x >> 1)) * 4;
      for (let c = 0; c < 4; c++) level.sums[cell + c] += source.sums[at + c];
    }
  }
  return level;
}

function fillGaps(level: PyramidLevel, coarser: PyramidLevel): void {
  const { sums, widthPx, heightPx } = level;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      if (sums[at + 3] > 0) continue;
      const cell = ((y >> 1) * coarser.widthPx + (x >> 1)) * 4;
      const weight = coarser.sums[cell + 3];
      if (weight === 0) continue;
      for (let c = 0; c < 3; c++) sums[at + c] = coarser.sums[cell + c] / weight;
      sums[at + 3] = 1;
    }
  }
}

const emptyLevel = (widthPx: number, heightPx: number): PyramidLevel => ({
  widthPx,
  heightPx,
  sums: new Float32Array(widthPx * heightPx * 4),
});
