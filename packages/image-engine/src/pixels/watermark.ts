import type { RgbaRaster } from './raster.ts';

/** Rows of five pixels each, the letters apart from each other by one. */
const WORD = [
  '##### ##### ##### #####',
  '  #   #     #       #  ',
  '  #   ####  #####   #  ',
  '  #   #         #   #  ',
  '  #   ##### #####   #  ',
] as const;
const WORD_WIDTH = WORD[0].length;
const WORD_HEIGHT = WORD.length;
/** Words across the picture. */
const ACROSS = 4;
/** Of a word's own size: the room around it. */
const GAP = 0.5;
/** Seen on any picture, and the picture is seen through it. */
const OPACITY = 0.3;
const GRAY = 128;

/** Writes TEST over the whole picture, in place; what is transparent gets it too. */
export function watermark({ data, widthPx, heightPx }: RgbaRaster): void {
  const pitchX = Math.max(WORD_WIDTH + 2, Math.round(Math.min(widthPx, heightPx) / ACROSS));
  const dot = pitchX / (WORD_WIDTH * (1 + GAP));
  const pitchY = Math.ceil(WORD_HEIGHT * dot * (1 + 2 * GAP));
  for (let y = 0; y < heightPx; y++) {
    const line = Math.floor(y / pitchY);
    const row = WORD[Math.floor((y % pitchY) / dot)];
    if (row === undefined) continue;
    // Every other line is moved by half, so that no column stays clear.
    const shift = line % 2 === 0 ? 0 : pitchX / 2;
    for (let x = 0; x < widthPx; x++) {
      const column = Math.floor(((x + shift) % pitchX) / dot);
      if (row[column] === '#') blend(data, (y * widthPx + x) * 4);
    }
  }
}

/** Gray over one pixel with straight alpha. */
function blend(data: Uint8Array, at: number): void {
  const below = (data[at + 3] ?? 0) / 255;
  const alpha = OPACITY + below * (1 - OPACITY);
  const share = OPACITY / alpha;
  for (let channel = at; channel < at + 3; channel++) {
    data[channel] = Math.round(GRAY * share + (data[channel] ?? 0) * (1 - share));
  }
  data[at + 3] = Math.round(alpha * 255);
}
