import { clamp, computeMean } from './numbers.ts';
import type { PhotoGrid } from './seen-product-view.ts';

const OUTSIDE_FROM_PX = 4;
const BANDS = 3;

/**
 * Measures the background: its pattern is flatter the lower the camera is, and flattest at the top of the photo; a
 * wall begins where the rows' colors differ; a lying product has a darker area all around its outline, a standing
 * product only at its base.
 */
export function surroundingMeasures(photoGrid: PhotoGrid): number[] {
  const bands = Array.from({ length: BANDS }, (_, band) => measurePattern(photoGrid, band));
  const [upper, , lower] = bands;
  return [
    ...bands.flat(),
    ...[0, 1, 2].map((k) => upper[k] - lower[k]),
    ...horizon(photoGrid),
    ...shade(photoGrid),
  ];
}

const MIN_BAND_CELLS = 10;

/** Brightness of the background in a band of the photo, its gradient across and down, and its variation. */
function measurePattern(
  { widthPx, heightPx, brightness, away, acrossX, acrossY }: PhotoGrid,
  band: number,
): number[] {
  const from = Math.floor((band * heightPx) / BANDS) * widthPx;
  const to = Math.floor(((band + 1) * heightPx) / BANDS) * widthPx;
  let [count, sum, squares, xx, yy] = [0, 0, 0, 0, 0];
  for (let i = from; i < to; i++) {
    if (away[i] <= OUTSIDE_FROM_PX) continue;
    count++;
    sum += brightness[i];
    squares += brightness[i] ** 2;
    xx += acrossX[i] ** 2;
    yy += acrossY[i] ** 2;
  }
  if (count < MIN_BAND_CELLS) return [0.5, -10, -10, 0, -4];
  const across = Math.log(xx / count + 1e-6);
  const down = Math.log(yy / count + 1e-6);
  const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  return [sum / count, across, down, down - across, Math.log(deviation + 0.001)];
}

/** Minimum share of a row's background that must be visible. */
const MIN_ROW_SHARE = 0.1;
/** Number of rows above and below that are compared, as a share of the photo's height. */
const STEP_SHARE = 1 / 30;

/**
 * Rows at which the background's color changes most and at which its horizontal edges are strongest, with the strength
 * of both, and the position of the product's lower end relative to each; also the change of color from the top to the
 * bottom of the photo.
 */
function horizon(photoGrid: PhotoGrid): number[] {
  const { widthPx, heightPx, top, bottom, acrossX, acrossY, away } = photoGrid;
  const rows = rowColors(photoGrid);
  if (rows.length < heightPx * 0.3) return [0, 0, 0, 0, 0, 0, 0];
  const reach = Math.max(3, Math.floor(heightPx * STEP_SHARE));
  let [step, at] = [0, 0];
  for (let k = reach; k < rows.length - reach; k++) {
    const difference = colorStep(rows.slice(k - reach, k), rows.slice(k, k + reach));
    if (difference > step) [step, at] = [difference, rows[k].y];
  }
  const quarter = Math.max(1, Math.floor(rows.length / 4));
  const whole = colorStep(rows.slice(0, quarter), rows.slice(-quarter));
  let [line, lineAt] = [-1, 0];
  for (const { y } of rows) {
    let [excess, count] = [0, 0];
    for (let i = y * widthPx; i < (y + 1) * widthPx; i++) {
      if (away[i] <= OUTSIDE_FROM_PX) continue;
      excess += Math.abs(acrossY[i]) - Math.abs(acrossX[i]);
      count++;
    }
    if (count > 0 && excess / count > line) [line, lineAt] = [excess / count, y];
  }
  const above = (y: number): number => clamp((bottom - y) / (bottom - top), -2, 3);
  return [step, at / heightPx, above(at), whole, 10 * line, lineAt / heightPx, above(lineAt)];
}

interface RowColor {
  readonly y: number;
  readonly rgb: readonly [number, number, number];
}

function rowColors({ widthPx, heightPx, photo, away }: PhotoGrid): RowColor[] {
  const rows: RowColor[] = [];
  for (let y = 0; y < heightPx; y++) {
    let [red, green, blue, count] = [0, 0, 0, 0];
    for (let i = y * widthPx; i < (y + 1) * widthPx; i++) {
      if (away[i] <= OUTSIDE_FROM_PX) continue;
      red += photo.data[i * 3];
      green += photo.data[i * 3 + 1];
      blue += photo.data[i * 3 + 2];
      count++;
    }
    if (count <= MIN_ROW_SHARE * widthPx) continue;
    const scale = 1 / (255 * count);
    rows.push({ y, rgb: [red * scale, green * scale, blue * scale] });
  }
  return rows;
}

const colorStep = (above: readonly RowColor[], below: readonly RowColor[]): number =>
  [0, 1, 2].reduce(
    (sum, c) =>
      sum +
      Math.abs(computeMean(above.map(({ rgb }) => rgb[c])) - computeMean(below.map(({ rgb }) => rgb[c]))),
    0,
  );

const SECTORS = 8;
/** Distances from the outline, relative to the product's size, between which the background is near or far. */
const NEAR = { from: 0.012, to: 0.05 } as const;
const FAR = { from: 0.07, to: 0.16 } as const;
const BEYOND = 0.25;
const MIN_SECTOR_CELLS = 3;

/**
 * Brightness of the background beside the product, at both distances, in eight directions clockwise from the left,
 * relative to the background farther away: 0 is equally bright.
 */
export function shadeAround(photoGrid: PhotoGrid): { near: readonly number[]; far: readonly number[] } {
  const { widthPx, left, top, right, bottom, away, brightness } = photoGrid;
  const size = Math.sqrt((right - left) * (bottom - top));
  const sums = Array.from({ length: SECTORS * 2 }, () => ({ sum: 0, count: 0 }));
  const open = { sum: 0, count: 0 };
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  for (let i = 0; i < away.length; i++) {
    const distance = away[i] / size;
    if (distance <= NEAR.from) continue;
    if (distance > BEYOND) {
      open.sum += brightness[i];
      open.count++;
    }
    const ring = distance <= NEAR.to ? 0 : distance > FAR.from && distance <= FAR.to ? 1 : -1;
    if (ring < 0) continue;
    const x = i % widthPx;
    const across = (x - middleX) / (right - left);
    const down = ((i - x) / widthPx - middleY) / (bottom - top);
    const turn = (Math.atan2(down, across) + Math.PI) / (2 * Math.PI);
    const place = sums[(Math.round(turn * SECTORS) % SECTORS) + ring * SECTORS];
    place.sum += brightness[i];
    place.count++;
  }
  const all = sums.reduce((one, other) => ({ sum: one.sum + other.sum, count: one.count + other.count }));
  const ground = open.count > 30 ? open.sum / open.count : all.count > 0 ? all.sum / all.count : 1;
  const shades = sums.map(({ sum, count }) =>
    count > MIN_SECTOR_CELLS ? clamp(sum / count / Math.max(0.02, ground) - 1, -1, 1) : 0,
  );
  return { near: shades.slice(0, SECTORS), far: shades.slice(SECTORS) };
}

function shade(photoGrid: PhotoGrid): number[] {
  const { near, far } = shadeAround(photoGrid);
  const rings = [near, far].flatMap((ring) => {
    const [west, northWest, north, northEast, east, southEast, south, southWest] = ring;
    return [
      north,
      south,
      (northWest + northEast) / 2,
      Math.abs(northWest - northEast),
      (southWest + southEast) / 2,
      Math.abs(southWest - southEast),
      (west + east) / 2,
      Math.abs(west - east),
    ];
  });
  const mean = computeMean(near);
  const deviation = Math.sqrt(computeMean(near.map((value) => (value - mean) ** 2)));
  return [...rings, Math.max(...near), Math.min(...near), deviation];
}
