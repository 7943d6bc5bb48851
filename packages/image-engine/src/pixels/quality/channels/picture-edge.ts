/**
 * Reads the outermost pixels of a picture, by which marketplaces distinguish pure white from nearly white backgrounds.
 */
import type { PixelFacts } from '@packshot/contract/channels/picture-facts';
import type { PixelSource } from './pixel-source.ts';

/** RGBA values of the outermost pixels at the four sides. */
export interface Edge {
  readonly top: ArrayLike<number>;
  readonly bottom: ArrayLike<number>;
  readonly left: ArrayLike<number>;
  readonly right: ArrayLike<number>;
}

export function readEdge(source: PixelSource): Edge {
  const { widthPx, heightPx } = source;
  const row = (yPx: number) => Uint8Array.from(source.read({ xPx: 0, yPx, widthPx, heightPx: 1 }));
  const column = (xPx: number) => Uint8Array.from(source.read({ xPx, yPx: 0, widthPx: 1, heightPx }));
  return { top: row(0), bottom: row(heightPx - 1), left: column(0), right: column(widthPx - 1) };
}

/**
 * Number of outermost pixels that aren't opaque white (255, 255, 255), and the color that differs most from white.
 * Corners count once.
 */
export function measureWhiteness({ top, bottom, left, right }: Edge): PixelFacts['edge'] {
  let [pixels, notWhite, least] = [0, 0, 256 * 3];
  let worst: readonly [number, number, number] = [255, 255, 255];
  const look = (line: ArrayLike<number>, from: number, to: number): void => {
    for (let i = from * 4; i < to * 4; i += 4) {
      pixels++;
      const [red, green, blue, alpha] = [line[i], line[i + 1], line[i + 2], line[i + 3]];
      if (alpha === 255 && red === 255 && green === 255 && blue === 255) continue;
      notWhite++;
      if (red + green + blue >= least) continue;
      least = red + green + blue;
      worst = [red, green, blue];
    }
  };
  const [across, down] = [top.length / 4, left.length / 4];
  look(top, 0, across);
  if (down > 1) look(bottom, 0, across);
  look(left, 1, down - 1);
  if (across > 1) look(right, 1, down - 1);
  return { pixels, notWhite, worst };
}
