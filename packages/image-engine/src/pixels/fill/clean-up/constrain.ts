import { BLOCK_SIDE, BLOCK_SIZE, forwardDct, inverseDct } from './dct.ts';
import type { BlockGrid } from './compression.ts';
import type { Rows } from './shrink.ts';

/** Tolerance beyond half a quantization step, because samples were rounded twice. */
const SLACK = 0.6;

/**
 * Projects cleaned blocks back into the quantization intervals of the JPEG, so that the cleaned picture could have
 * produced the same file (Zakhor, "Iterative procedures for reduction of blocking effects in transform image coding",
 * IEEE Transactions on Circuits and Systems for Video Technology, 1992). Blocks that the picture's edge cuts off
 * aren't constrained.
 */
export function constrain(source: Rows, cleaned: Rows, { offsetXPx, offsetYPx, steps }: BlockGrid): void {
  const { widthPx, topPx, heightPx } = cleaned;
  const original = new Float32Array(BLOCK_SIZE);
  const block = new Float32Array(BLOCK_SIZE);
  const skip = (((offsetYPx - topPx) % BLOCK_SIDE) + BLOCK_SIDE) % BLOCK_SIDE;
  for (let y = topPx + skip; y + BLOCK_SIDE <= topPx + heightPx; y += BLOCK_SIDE) {
    for (let x = offsetXPx; x + BLOCK_SIDE <= widthPx; x += BLOCK_SIDE) {
      copyBlock(source, x, y, original);
      copyBlock(cleaned, x, y, block);
      forwardDct(original);
      forwardDct(block);
      let isOutside = false;
      for (let i = 0; i < BLOCK_SIZE; i++) {
        const room = steps[i] * 0.5 + SLACK;
        const low = original[i] - room;
        const high = original[i] + room;
        if (block[i] >= low && block[i] <= high) continue;
        block[i] = block[i] < low ? low : high;
        isOutside = true;
      }
      if (!isOutside) continue;
      inverseDct(block);
      pasteBlock(block, x, y, cleaned);
    }
  }
}

function copyBlock({ data, widthPx, topPx }: Rows, x: number, y: number, block: Float32Array): void {
  for (let row = 0, from = (y - topPx) * widthPx + x; row < BLOCK_SIDE; row++, from += widthPx) {
    for (let i = 0; i < BLOCK_SIDE; i++) block[row * BLOCK_SIDE + i] = data[from + i];
  }
}

function pasteBlock(block: Float32Array, x: number, y: number, { data, widthPx, topPx }: Rows): void {
  for (let row = 0, to = (y - topPx) * widthPx + x; row < BLOCK_SIDE; row++, to += widthPx) {
    for (let i = 0; i < BLOCK_SIDE; i++) data[to + i] = block[row * BLOCK_SIDE + i];
  }
}
