import { silhouetteNormals } from '../silhouette-normals.ts';
import type { CompositeCells } from './composite-cells.ts';

/** Properties of the light in which a product was photographed. */
export interface OwnLight {
  /**
   * Brightness of the product's right side relative to its left: the slope of logarithmic light over the outline's
   * normals.
   */
  readonly side: number;
}

/** Offset that limits noise in the logarithm of dark cells. */
const DARKEST_LIGHT = 0.05;
const WHOLE_FROM = 0.5;
/** Damping of the fitted slopes, as a share of the cells, so that a few cells can't cause a slope. */
const DAMPING_SHARE = 0.01;
const MIN_CELLS = 16;

/** Estimates the light in which a product was photographed, from the product's cells in a scene. */
export function ownLight({ alpha, product, widthPx, heightPx }: CompositeCells): OwnLight {
  const normals = silhouetteNormals(alpha, widthPx, heightPx);
  const mean = { x: 0, y: 0, l: 0 };
  const light = product.lightness.map((value) => Math.log(DARKEST_LIGHT + value ** 3));
  let count = 0;
  for (let i = 0; i < light.length; i++) {
    if (product.share[i] < WHOLE_FROM) continue;
    mean.x += normals[i * 3];
    mean.y += normals[i * 3 + 1];
    mean.l += light[i];
    count++;
  }
  if (count < MIN_CELLS) return { side: 0 };
  // Fits the vertical slope as well, so that light from above isn't mistaken for light from one side.
  let [xx, yy, xy, xl, yl] = [DAMPING_SHARE * count, DAMPING_SHARE * count, 0, 0, 0];
  for (let i = 0; i < light.length; i++) {
    if (product.share[i] < WHOLE_FROM) continue;
    const x = normals[i * 3] - mean.x / count;
    const y = normals[i * 3 + 1] - mean.y / count;
    const l = light[i] - mean.l / count;
    xx += x * x;
    yy += y * y;
    xy += x * y;
    xl += x * l;
    yl += y * l;
  }
  return { side: (xl * yy - yl * xy) / (xx * yy - xy * xy) };
}
