import { ramp } from '../../raster/smooth.ts';
import { blurStack, readBlurred } from '../../stage/blur-stack.ts';
import { resampleLight } from '../../raster/light-raster.ts';
import type { LightRaster } from '../../raster/light-raster.ts';
import type { Camera } from '../../stage/camera.ts';
import type { Stand } from '../../stage/placement.ts';
import { thicknessPx } from '../../stage/placement.ts';
import type { Outline } from '../../stage/outline.ts';
import type { StudioSet } from '../../stage/studio-set.ts';
import type { Size } from '../../raster/box.ts';

/**
 * Reflection of the product in the floor: premultiplied linear RGB at a point of the floor, and the share of the
 * floor's light that it replaces.
 */
export interface Mirror {
  /** Writes four numbers to `into`; returns false if the point shows no reflection. */
  readonly at: (x: number, y: number, into: Float32Array) => boolean;
}

/** Longer side of the reduced product, relative to the picture's, and its limit. */
const CARD_SHARE = 0.22;
const MAX_CARD_SIDE_PX = 224;
const MARGIN_SHARE = 0.25;
/** Minimum gloss of a floor for a visible reflection. */
const MIN_GLOSS = 0.03;
/** The reflectance of dielectrics at normal incidence (Schlick, 1994). */
const UPRIGHT_REFLECTANCE = 0.04;
/** Cosine of the low viewing angle for which studio sets define gloss. */
const GLOSS_AT_COSINE = 0.17;
/** Factor from the square of a floor's roughness to the spread of reflected rays. */
const SPREAD = 0.85;
/** Share of the product's height over which a reflection fades, because real floors are never flat. */
const FADE_SHARE = 0.75;

/**
 * Distance in front of the product's base over which the reflection fades in, as a share of the product's height,
 * because the depth of the base is only estimated.
 */
const SET_IN_SHARE = 0.06;
/**
 * Distance beside a contact with the ground, as a share of the contact's width, over which neighboring columns are
 * lowered less and less.
 */
const EASE_SHARE = 0.35;

const NOTICEABLE = 0.002;
/** Opacity below which a reflection isn't noticeable at any strength; tested before the strength is computed. */
const INVISIBLE = 0.999 * NOTICEABLE;

const schlick = (cosine: number): number =>
  UPRIGHT_REFLECTANCE + (1 - UPRIGHT_REFLECTANCE) * (1 - cosine) ** 5;

/**
 * Reflection of the product in its floor, or undefined if the floor is matte.
 * @param picture size of the picture in which the reflection is drawn
 */
export function createReflection(
  product: LightRaster,
  outline: Outline,
  stand: Stand,
  camera: Camera,
  { floor, camera: { elevationDeg } }: StudioSet,
  picture: Size,
): Mirror | undefined {
  if (floor.gloss < MIN_GLOSS) return undefined;
  const { widthPx, heightPx } = product;
  const sidePx = Math.min(MAX_CARD_SIDE_PX, CARD_SHARE * Math.max(picture.widthPx, picture.heightPx));
  const scale = Math.min(1, sidePx / Math.max(widthPx, heightPx));
  const w = Math.max(2, Math.round(widthPx * scale));
  const h = Math.max(2, Math.round(heightPx * scale));
  const margin = Math.ceil(MARGIN_SHARE * Math.max(w, h));
  const small = resampleLight(product, 4, w, h, 'linear');
  const [cardW, cardH] = [w + 2 * margin, h + 2 * margin];
  const shift = columnShifts(outline, w, scale);
  const stacks = [0, 1, 2, 3].map((channel) => {
    const plane = new Float32Array(cardW * cardH);
    for (let x = 0; x < w; x++) {
      for (let y = 0; y < h; y++) {
        // Lowers each column to its own lowest point, so that picture and reflection meet along the whole base.
        const to = y + shift[x];
        if (to < h) plane[(to + margin) * cardW + x + margin] = small[(y * w + x) * 4 + channel];
      }
    }
    return blurStack(plane, cardW, cardH);
  });
  const pxPerDm = scale / stand.dmPerPx;
  const [ox, oy, oz] = stand.groundDm;
  const flat = Math.hypot(camera.right[0], camera.right[1]);
  const [rx, ry] = [camera.right[0] / flat, camera.right[1] / flat];
  const frontDm = (Math.min(outline.baseWidthPx, thicknessPx(outline)) / 2) * stand.dmPerPx;
  const halfBaseDm = Math.max(1e-6, (outline.baseWidthPx / 2) * stand.dmPerPx);
  const heightDm = heightPx * stand.dmPerPx;
  const full = schlick(GLOSS_AT_COSINE);
  const spread = SPREAD * floor.roughness ** 2;
  const compressed = Math.cos((elevationDeg * Math.PI) / 180);
  return {
    at: (x, y, into) => {
      const dx = x - camera.position[0];
      const dy = y - camera.position[1];
      const dz = oz - camera.position[2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      // Follows the reflected ray from the floor to the product's front.
      const toward = (dy * rx - dx * ry) / length;
      const beside = ((x - ox) * rx + (y - oy) * ry) / halfBaseDm;
      // Assumes a round base; an angular base covers the area in front of the circle anyway.
      const gap = (oy - y) * rx - (ox - x) * ry - frontDm * Math.sqrt(Math.max(0, 1 - beside * beside));
      if (gap < -0.02 * heightDm || toward <= 0) return false;
      const t = Math.max(0, gap) / toward;
      const height = (-dz / length) * t;
      const across = (x - ox + (dx / length) * t) * rx + (y - oy + (dy / length) * t) * ry;
      if (height > heightDm * 1.3) return false;
      const px = margin + outline.baseX * scale + across * pxPerDm;
      const py = margin + outline.groundY * scale - (height * compressed - stand.liftDm) * pxPerDm;
      if (px < 0 || px > cardW) return false;
      const sigma = 0.4 + t * spread * pxPerDm;
      const opacity = readBlurred(stacks[3], px, py, sigma);
      if (opacity < INVISIBLE) return false;
      const strength =
        Math.min(1, (floor.gloss * schlick(-dz / length)) / full) *
        Math.exp(-height / (FADE_SHARE * heightDm)) *
        ramp((gap / heightDm + 0.02) / SET_IN_SHARE, 0, 1);
      into[3] = strength * opacity;
      if (into[3] < NOTICEABLE) return false;
      for (let c = 0; c < 3; c++) into[c] = strength * readBlurred(stacks[c], px, py, sigma);
      return true;
    },
  };
}

/** Distance by which each column of the reduced product is lowered so that its base reaches the ground. */
function columnShifts(
  { bottoms, isContact, groundY, widthPx }: Outline,
  w: number,
  scale: number,
): Int32Array {
  const own = Array.from({ length: w }, (_, x) => {
    const column = Math.min(widthPx - 1, Math.floor((x + 0.5) / scale));
    if (isContact[column] === 0 || bottoms[column] < 0) return null;
    return (groundY - 1 - bottoms[column]) * scale;
  });
  const ease = Math.max(1, EASE_SHARE * own.filter((shift) => shift !== null).length);
  // Runs once from each side: the last column of a contact determines how far the columns beyond it are lowered,
  // decreasing with the distance.
  const shifts = new Float64Array(w);
  for (const columns of [[...own.keys()], [...own.keys()].toReversed()]) {
    let [last, from] = [0, 0];
    for (const x of columns) {
      const shift = own[x];
      if (shift !== null) [last, from] = [shift, x];
      shifts[x] = shift ?? Math.max(shifts[x], last * Math.max(0, 1 - Math.abs(x - from) / ease));
    }
  }
  return Int32Array.from(shifts, Math.round);
}
