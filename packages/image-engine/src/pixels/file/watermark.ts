import type { RgbaRaster } from '../raster/raster.ts';

/** Letters of the watermark, each of 5 x 5 dots, with a gap of one dot. */
const WORD = [
  '##### ##### ##### #####',
  '  #   #     #       #  ',
  '  #   ####  #####   #  ',
  '  #   #         #   #  ',
  '  #   ##### #####   #  ',
] as const;
const WORD_WIDTH = WORD[0].length;
const WORD_HEIGHT = WORD.length;
/** Number of repetitions of the word along the picture's shorter side. */
const ACROSS = 4;
/** Space between words, as a share of the word's width. Lines are spaced by twice this share of its height. */
const GAP = 0.5;
/** Opacity at which both the watermark and the picture stay visible. */
const OPACITY = 0.3;
const GRAY = 128;
/** Minimum side of the blocks whose pixels are averaged under the letters, so that the original can't be recovered. */
const BLOCK_MIN_PX = 4;

/** Writes the word TEST over the whole picture in place, including transparent pixels. */
export function watermark(picture: RgbaRaster): void {
  const { blockPx, draw } = layOutLetters(picture);
  const { means, across } = blockMeans(picture, blockPx);
  draw((at, x, y) => {
    const block = Math.floor(y / blockPx) * across + Math.floor(x / blockPx);
    blend(picture.data, at, means.subarray(block * 4, block * 4 + 4));
  });
}

/** Removes the watermark in place; the pixels that were under its letters stay averaged. */
export function liftWatermark(picture: RgbaRaster): void {
  const { data } = picture;
  layOutLetters(picture).draw((at) => {
    const alpha = data[at + 3] / 255;
    const share = OPACITY / Math.max(alpha, OPACITY);
    for (let c = 0; c < 3; c++) {
      const under = share < 1 ? (data[at + c] - GRAY * share) / (1 - share) : 0;
      data[at + c] = Math.min(255, Math.max(0, Math.round(under)));
    }
    const opacity = Math.max(0, alpha - OPACITY) / (1 - OPACITY);
    // Opacity below one of 255 levels comes from the watermark alone, so the pixel was transparent before.
    data[at + 3] = opacity * 255 < 1 ? 0 : Math.round(opacity * 255);
  });
}

/**
 * Positions of the watermark's letters in a picture of this size, and the size of the blocks that are averaged under
 * them.
 */
function layOutLetters({ widthPx, heightPx }: RgbaRaster) {
  const pitchX = Math.max(WORD_WIDTH + 2, Math.round(Math.min(widthPx, heightPx) / ACROSS));
  const dot = pitchX / (WORD_WIDTH * (1 + GAP));
  const pitchY = Math.ceil(WORD_HEIGHT * dot * (1 + 2 * GAP));
  return {
    blockPx: Math.max(BLOCK_MIN_PX, Math.round(dot)),
    draw(put: (at: number, x: number, y: number) => void): void {
      for (let y = 0; y < heightPx; y++) {
        const line = Math.floor(y / pitchY);
        const row = WORD[Math.floor((y % pitchY) / dot)];
        if (row === undefined) continue;
        // Shifts every other line by half a word, so that no column of the picture stays without letters.
        const shift = line % 2 === 0 ? 0 : pitchX / 2;
        for (let x = 0; x < widthPx; x++) {
          const column = Math.floor(((x + shift) % pitchX) / dot);
          if (row[column] === '#') put((y * widthPx + x) * 4, x, y);
        }
      }
    },
  };
}

/** Mean color (straight) and alpha of each square block, row by row. */
function blockMeans({ data, widthPx, heightPx }: RgbaRaster, blockPx: number) {
  const across = Math.ceil(widthPx / blockPx);
  const count = across * Math.ceil(heightPx / blockPx);
  const means = new Float64Array(count * 4);
  const pixels = new Float64Array(count);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const block = Math.floor(y / blockPx) * across + Math.floor(x / blockPx);
      const at = (y * widthPx + x) * 4;
      const alpha = data[at + 3];
      for (let c = 0; c < 3; c++) means[block * 4 + c] += data[at + c] * alpha;
      means[block * 4 + 3] += alpha;
      pixels[block] += 1;
    }
  }
  for (let block = 0; block < count; block++) {
    const sum = means[block * 4 + 3];
    for (let c = 0; c < 3; c++) means[block * 4 + c] /= Math.max(1, sum);
    means[block * 4 + 3] = sum / pixels[block];
  }
  return { means, across };
}

/** Writes a gray pixel blended over a block's mean color, with straight alpha. */
function blend(data: Uint8Array, at: number, mean: Float64Array): void {
  const alpha = OPACITY + (mean[3] / 255) * (1 - OPACITY);
  const share = OPACITY / alpha;
  for (let c = 0; c < 3; c++) data[at + c] = Math.round(GRAY * share + mean[c] * (1 - share));
  data[at + 3] = Math.round(alpha * 255);
}
