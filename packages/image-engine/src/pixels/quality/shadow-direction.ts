/**
 * Finds the direction of a shadow on a flat background: the direction in which the product's outline, projected on the
 * ground, best covers the dark area.
 */
import type { StyleFacts } from '@packshot/contract';
import { blur } from '../raster/smooth.ts';
import { linearOfSrgb, luminance } from '../color/oklab.ts';
import type { RgbaRaster, AlphaRaster, Box } from '../raster/raster.ts';

/** Number of cells along the longer side of the grid; shadows are soft, so a finer grid wouldn't help. */
const LONGEST_SIDE_CELLS = 112;
/** Minimum number of samples along the side of a cell, unless it has fewer pixels. */
const SAMPLES = 4;
/** Width of the strip around the product, in cells, whose darkness may come from the product's own edge. */
const EDGE_CELLS = 1;
/** Share of a cell that the product must cover for the cell to belong to it. */
const COVERED_FROM = 0.4;
/** Minimum light of a background on which a shadow is visible. */
const LEAST_LIGHT = 0.02;
/** Minimum total darkness of a visible shadow, as a share of the picture's area. */
const LEAST_DARK = 0.0008;
/**
 * Minimum share of the darkness that a projected outline must explain. With less, the dark area has another shape than
 * the product, and gives no direction.
 */
const LEAST_LIKENESS = 0.3;
/** Minimum share of the darkness that the cast shadow must explain in addition to the contact shadow. */
const LEAST_GAIN = 0.03;
/** Typical lengths of shadows on the ground, relative to the product's height. */
const LENGTHS = [0.25, 0.5, 0.9] as const;
const FINE_LENGTHS = [0.8, 1, 1.25] as const;
/** Foreshortening of shadows toward or away from the viewer, the same as in the flat shadows that the engine draws. */
const FORESHORTENING = 0.6;
const STEP_DEG = 15;
const FINE_STEP_DEG = 3;
/** Standard deviation of a typical shadow's blur, relative to the product's height. */
const SOFTNESS = 0.033;
/**
 * Half the depth of the product's base relative to its width. A round base looks like an ellipse, and the product
 * stands on the ellipse's center.
 */
const FOOT_DEPTH = 0.07;

interface ShadowScene {
  readonly across: number;
  readonly down: number;
  /** Share of the background's light that is missing in each cell, 0 to 1; 0 where the product is. */
  readonly dark: Float32Array;
  readonly isProduct: Uint8Array;
  readonly isHidden: Uint8Array;
  readonly stand: ProductBase;
  readonly contact: Contact;
}

/** Position of the product's base, in cells. */
interface ProductBase {
  readonly footY: number;
  readonly height: number;
}

/** Contact shadow, with its dot products with itself and with the measured darkness. */
interface Contact {
  readonly line: Float32Array;
  readonly lineLine: number;
  readonly lineDark: number;
  readonly darkDark: number;
}

/**
 * Direction of a picture's shadow in degrees, 0 to the right and 90 toward the viewer; null without a shadow or a
 * clear direction.
 */
export function shadowDirection(
  picture: RgbaRaster,
  product: ProductMatte,
  ground: StyleFacts['ground'],
): number | null {
  const scene = createScene(picture, product, ground);
  if (scene === null) return null;
  let best = { likeness: 0, degrees: 0, length: 0 };
  const tryOut = (degrees: number, length: number): void => {
    const likeness = measureLikeness(scene, degrees, length);
    if (likeness > best.likeness) best = { likeness, degrees, length };
  };
  for (const length of LENGTHS)
    for (let degrees = 0; degrees < 360; degrees += STEP_DEG) tryOut(degrees, length);
  if (best.likeness < LEAST_LIKENESS) return null;
  for (const step of [FINE_STEP_DEG * 3, FINE_STEP_DEG]) {
    const { degrees: middle, length } = best;
    for (const by of [-2, -1, 0, 1, 2])
      for (const times of FINE_LENGTHS) tryOut(middle + (by * step) / 2, length * times);
  }
  return (best.degrees + 360) % 360;
}

function createScene(
  picture: RgbaRaster,
  { matte, at }: ProductMatte,
  ground: StyleFacts['ground'],
): ShadowScene | null {
  const light = ground === null ? 1 : toLight(ground[0], ground[1], ground[2]);
  if (light < LEAST_LIGHT) return null;
  const scale = Math.min(1, LONGEST_SIDE_CELLS / Math.max(picture.widthPx, picture.heightPx));
  const across = Math.max(1, Math.round(picture.widthPx * scale));
  const down = Math.max(1, Math.round(picture.heightPx * scale));
  const [dark, covered, pixels] = Array.from({ length: 3 }, () => new Float32Array(across * down));
  const { data } = picture;
  // Samples only some pixels, at intervals, which suffices for soft shadows.
  const step = Math.max(1, Math.floor(1 / (scale * SAMPLES)));
  for (let y = 0; y < picture.heightPx; y += step) {
    const row = Math.floor((y * down) / picture.heightPx) * across;
    const inPart = y - at.yPx;
    const isRowOfPart = inPart >= 0 && inPart < matte.heightPx;
    for (let x = 0; x < picture.widthPx; x += step) {
      const px = (y * picture.widthPx + x) * 4;
      const cell = row + Math.floor((x * across) / picture.widthPx);
      const partX = x - at.xPx;
      pixels[cell]++;
      if (isRowOfPart && partX >= 0 && partX < matte.widthPx)
        covered[cell] += matte.data[inPart * matte.widthPx + partX] / 255;
      // On a transparent background a shadow is translucent black.
      dark[cell] +=
        ground === null
          ? data[px + 3] / 255
          : Math.max(0, 1 - toLight(data[px], data[px + 1], data[px + 2]) / light);
    }
  }
  const isProduct = new Uint8Array(dark.length);
  const isHidden = new Uint8Array(dark.length);
  for (let cell = 0; cell < dark.length; cell++) {
    const share = covered[cell] / pixels[cell];
    if (share >= COVERED_FROM) isProduct[cell] = 1;
    if (share > 0.01) hideAround(isHidden, cell, across, down);
    dark[cell] /= pixels[cell];
  }
  let sum = 0;
  for (let cell = 0; cell < dark.length; cell++) {
    if (isHidden[cell] === 1) dark[cell] = 0;
    sum += dark[cell];
  }
  if (sum / dark.length < LEAST_DARK) return null;
  const shape = { across, down, dark, isProduct, isHidden, stand: findStand(isProduct, across) };
  return { ...shape, contact: measureContact(shape) };
}

function measureContact({
  across,
  down,
  dark,
  isProduct,
  isHidden,
  stand,
}: Omit<ShadowScene, 'contact'>): Contact {
  const line = new Float32Array(dark.length);
  const row = Math.floor(stand.footY) * across;
  line.set(isProduct.subarray(row, row + across), row);
  blur(line, across, down, 1);
  let [lineLine, lineDark, darkDark] = [0, 0, 0];
  for (let cell = 0; cell < dark.length; cell++) {
    if (isHidden[cell] === 1) continue;
    lineLine += line[cell] ** 2;
    lineDark += line[cell] * dark[cell];
    darkDark += dark[cell] ** 2;
  }
  return { line, lineLine, lineDark, darkDark };
}

/** Share of a product's height, from its lower end, that counts as touching the ground. */
const FOOT_SHARE = 0.04;

function findStand(isProduct: Uint8Array, across: number): ProductBase {
  const [first, last] = [isProduct.indexOf(1), isProduct.lastIndexOf(1)];
  if (first < 0) return { footY: 0, height: 0 };
  const [top, bottom] = [Math.floor(first / across), Math.floor(last / across) + 1];
  const height = bottom - top;
  const from = Math.min(bottom - 1, Math.floor(bottom - height * FOOT_SHARE)) * across;
  let [left, right] = [across, 0];
  for (let cell = from; cell <= last; cell++) {
    if (isProduct[cell] === 0) continue;
    left = Math.min(left, cell % across);
    right = Math.max(right, (cell % across) + 1);
  }
  return { footY: bottom - Math.max(0, right - left) * FOOT_DEPTH, height };
}

function hideAround(isHidden: Uint8Array, cell: number, across: number, down: number): void {
  const [x, y] = [cell % across, Math.floor(cell / across)];
  for (let ny = Math.max(0, y - EDGE_CELLS); ny <= Math.min(down - 1, y + EDGE_CELLS); ny++)
    for (let nx = Math.max(0, x - EDGE_CELLS); nx <= Math.min(across - 1, x + EDGE_CELLS); nx++)
      isHidden[ny * across + nx] = 1;
}

/**
 * Share of the darkness that a cast shadow in this direction explains together with the contact shadow, 0 to 1.
 * Darkness that the contact shadow alone explains doesn't count, because it has no direction.
 */
function measureLikeness(scene: ShadowScene, degrees: number, length: number): number {
  const { across, down, dark, isHidden, contact } = scene;
  const cast = computeCast(scene, degrees, length);
  blur(cast, across, down, Math.max(0.8, SOFTNESS * scene.stand.height));
  let [castCast, castDark, castLine] = [0, 0, 0];
  for (let cell = 0; cell < cast.length; cell++) {
    if (isHidden[cell] === 1) continue;
    castCast += cast[cell] ** 2;
    castDark += cast[cell] * dark[cell];
    castLine += cast[cell] * contact.line[cell];
  }
  const { lineLine, lineDark, darkDark } = contact;
  const determinant = castCast * lineLine - castLine ** 2;
  if (castCast === 0) return 0;
  // A share can't be negative, because a shadow never brightens.
  let [castShare, lineShare] = [castDark / castCast, 0];
  if (determinant > 1e-9 * castCast * lineLine) {
    const ofCast = (castDark * lineLine - lineDark * castLine) / determinant;
    const ofLine = (lineDark * castCast - castDark * castLine) / determinant;
    if (ofCast <= 0) return 0;
    if (ofLine > 0) [castShare, lineShare] = [ofCast, ofLine];
  }
  const explained = castShare * castDark + lineShare * lineDark;
  const byLineAlone = lineLine === 0 ? 0 : lineDark ** 2 / lineLine;
  return explained - byLineAlone < LEAST_GAIN * darkDark ? 0 : explained / darkDark;
}

/** Projects the outline: a point at height h casts its shadow at a distance of h times the length. */
function computeCast(
  { across, down, isProduct, stand }: ShadowScene,
  degrees: number,
  length: number,
): Float32Array {
  const angle = (degrees * Math.PI) / 180;
  const [alongX, alongY] = [Math.cos(angle) * length, Math.sin(angle) * length * FORESHORTENING];
  const cast = new Float32Array(across * down);
  for (let y = Math.floor(stand.footY - stand.height); y < down; y++) {
    const high = stand.footY - y - 0.5;
    const toY = Math.floor(stand.footY + alongY * high);
    if (y < 0 || toY < 0 || toY >= down) continue;
    for (let x = 0; x < across; x++) {
      if (isProduct[y * across + x] === 0) continue;
      const toX = Math.floor(x + 0.5 + alongX * high);
      if (toX >= 0 && toX < across) cast[toY * across + toX] = 1;
    }
  }
  return cast;
}

const toLight = (red: number, green: number, blue: number): number =>
  luminance(linearOfSrgb(red), linearOfSrgb(green), linearOfSrgb(blue));

/** Matte of a visible product in a region of a picture. */
export interface ProductMatte {
  /** Values from 0 to 255, of the region's size. */
  readonly matte: AlphaRaster;
  readonly at: Pick<Box, 'xPx' | 'yPx'>;
}
