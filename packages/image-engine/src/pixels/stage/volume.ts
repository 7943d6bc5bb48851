import { blurStack, readBlurred } from './blur-stack.ts';
import type { BlurStack } from './blur-stack.ts';
import { thicknessPx } from './placement.ts';
import type { Stand } from './placement.ts';
import { resampleLight } from '../raster/light-raster.ts';
import { remember } from '../raster/remember.ts';
import type { Outline } from './outline.ts';
import type { Vector3 } from './studio-set.ts';

/**
 * Shape of a product for casting shadows: its outline as an upright card, with a typical thickness. Each ray of light
 * reads the card's opacity, blurred by the light's size.
 */
interface Volume {
  readonly stack: BlurStack;
  /** Number of pixels of the blur stack's first level per decimeter. */
  readonly pxPerDm: number;
  /** Number of pixels per decimeter of height, which the camera foreshortens. */
  readonly pxPerDmUp: number;
  /** Column of the base's center in the blur stack, and row of the ground under the product's lowest point. */
  readonly baseX: number;
  readonly groundY: number;
  readonly widthDm: number;
  readonly heightDm: number;
  readonly thicknessDm: number;
  readonly baseWidthDm: number;
  readonly baseDepthDm: number;
  readonly stand: Stand;
}

/** Longer side of the card in pixels: large enough for a shadow's edge, and small enough for many blurs. */
const CARD_SIDE_PX = 224;
/** Margin around the card for blurs, as a share of the card's longer side. */
const MARGIN_SHARE = 0.5;

/**
 * Builds the volume of a product.
 * @param elevationDeg elevation of the camera, which foreshortens heights
 */
export function createVolume(outline: Outline, stand: Stand, elevationDeg: number): Volume {
  const isLifted = stand.liftDm > 0;
  const { stack, w, h, margin, scale } = remember(outline, `card ${isLifted}`, () =>
    createCard(outline, isLifted),
  );
  const dmPerCardPx = stand.dmPerPx / scale / Math.cos((elevationDeg * Math.PI) / 180);
  const pxPerDm = scale / stand.dmPerPx;
  return {
    stack,
    pxPerDm,
    pxPerDmUp: 1 / dmPerCardPx,
    baseX: margin + outline.baseX * scale,
    groundY: margin + outline.groundY * scale,
    widthDm: w / pxPerDm,
    heightDm: h * dmPerCardPx,
    thicknessDm: thicknessPx(outline) * stand.dmPerPx,
    baseWidthDm: outline.baseWidthPx * stand.dmPerPx,
    baseDepthDm: Math.min(outline.baseWidthPx, thicknessPx(outline)) * stand.dmPerPx,
    stand,
  };
}

/** Blurred card with the product's outline. */
interface Card {
  readonly stack: BlurStack;
  /** Size of the outline on the card, and the margin around it. */
  readonly w: number;
  readonly h: number;
  readonly margin: number;
  /** Number of pixels of the card per pixel of the outline. */
  readonly scale: number;
}

function createCard(outline: Outline, isLifted: boolean): Card {
  const { widthPx, heightPx } = outline;
  const scale = Math.min(1, CARD_SIDE_PX / Math.max(widthPx, heightPx));
  const w = Math.max(2, Math.round(widthPx * scale));
  const h = Math.max(2, Math.round(heightPx * scale));
  const margin = Math.ceil(MARGIN_SHARE * Math.max(w, h));
  const covered = { widthPx, heightPx, data: outline.alpha };
  const small = resampleLight(covered, 1, w, h, 'linear');
  const [cardW, cardH] = [w + 2 * margin, h + 2 * margin];
  const data = new Float32Array(cardW * cardH);
  for (let y = 0; y < cardH; y++) {
    // Extends the base below the ground, so that no light passes under it.
    const row = Math.min(h - 1, y - margin);
    if (row < 0) continue;
    const isBelow = y - margin >= h;
    for (let x = 0; x < w; x++) {
      const from = Math.min(widthPx - 1, Math.floor((x + 0.5) / scale));
      if (isBelow && (isLifted || outline.isContact[from] === 0)) continue;
      data[y * cardW + margin + x] = small[row * w + x];
    }
  }
  return { stack: blurStack(data, cardW, cardH), w, h, margin, scale };
}

/**
 * Positions of the slices of the volume from front to back: their distance from the center, relative to half the depth
 * of the base. The body may be thicker than its base, but the shadow near the base depends only on the base.
 */
const SLICES = [-0.8, 0, 0.8] as const;
/**
 * Distance behind the base's center, in halves of the base's depth, up to which all slices are used; over the same
 * distance farther behind, their influence fades out.
 */
const FOOT_REACH = 1.5;
/**
 * Angular size of a light from which its blur is wider than the distance between slices, so that the middle slice
 * suffices.
 */
const WIDE_LIGHT_DEG = 10;
const MIDDLE_SLICE = [0] as const;
/**
 * Minimum horizontal component of a light's direction, because light from straight above would never hit an upright
 * card.
 */
const MIN_SLANT = 0.12;

/** Minimum blur of a shadow, in pixels of the card. */
const MIN_SIGMA_PX = 0.7;

/** Function that returns the share of a light (0 to 1) that the product blocks at a point of the set. */
export type Occluder = (x: number, y: number, z: number) => number;

/**
 * Shadow in a light: `direction` points toward the light, `angularSizeDeg` is the light's apparent size from the
 * product.
 */
export function castShadow(volume: Volume, direction: Vector3, angularSizeDeg: number): Occluder {
  const { stack, pxPerDm, pxPerDmUp, baseX, groundY, stand, widthDm, heightDm, thicknessDm } = volume;
  const { baseWidthDm, baseDepthDm } = volume;
  const [ox, oy, oz] = stand.groundDm;
  const flat = Math.hypot(direction[0], direction[1]);
  const slant = Math.max(MIN_SLANT, flat);
  // Rotates the card about the vertical axis through its base, so that it faces the light.
  const nx = flat < 1e-6 ? 0 : direction[0] / flat;
  const ny = flat < 1e-6 ? -1 : direction[1] / flat;
  const sign = ny <= 0 ? 1 : -1;
  const ux = -ny * sign;
  const uy = nx * sign;
  const rise = direction[2] / slant;
  const rayLength = Math.hypot(slant, direction[2]) / slant;
  // Width of an oval base seen from the light, relative to its width seen from the camera.
  const turned = Math.hypot(ny * widthDm, nx * thicknessDm) / widthDm;
  const spread = 0.5 * Math.tan((Math.min(120, angularSizeDeg) * Math.PI) / 360) * rayLength;
  const liftPx = stand.liftDm * pxPerDmUp;
  const reach = widthDm + heightDm;
  const depthOfTurned = Math.hypot(ny * baseDepthDm, nx * baseWidthDm) / 2;
  // In light from an oblique direction, the center line of an oval base is nearer to the light on one side than on the
  // other, and the base narrows to points at both ends.
  const [wide, deep] = [baseWidthDm / 2, baseDepthDm / 2];
  const reachAside = Math.max(1e-6, Math.hypot(wide * ux, deep * uy));
  const lean = (wide * wide * ux * nx + deep * deep * uy * ny) / (reachAside * reachAside);
  const halfDepth = (wide * deep) / reachAside;
  const slices = angularSizeDeg < WIDE_LIGHT_DEG ? SLICES : MIDDLE_SLICE;
  return (x, y, z) => {
    const dx = x - ox;
    const dy = y - oy;
    const behind = -(dx * nx + dy * ny);
    const aside = dx * ux + dy * uy;
    // Fades out the front and back slices farther away from the base, where the shadow would show them as steps.
    const nearFoot = Math.min(1, Math.max(0, 2 - behind / depthOfTurned / FOOT_REACH));
    const onFoot = Math.min(1, Math.max(-1, aside / reachAside));
    const middle = behind + lean * onFoot * reachAside;
    const halfThere = halfDepth * Math.sqrt(1 - onFoot * onFoot);
    let most = 0;
    for (const offset of slices) {
      if (nearFoot === 0 && offset !== 0) continue;
      const along = middle + offset * halfThere;
      if (along <= 0) continue;
      const sigmaDm = along * spread;
      if (Math.abs(aside) > reach + 3 * sigmaDm) continue;
      const height = z - oz + along * rise;
      if (height > heightDm + stand.liftDm + 3 * sigmaDm) continue;
      const value = readBlurred(
        stack,
        baseX + (aside / turned) * pxPerDm,
        groundY + liftPx - height * pxPerDmUp,
        MIN_SIGMA_PX + sigmaDm * pxPerDm,
      );
      const counted = offset === 0 ? value : value * nearFoot;
      if (counted > most) most = counted;
    }
    return most;
  };
}

/** Share of a light that two objects block together, each of which blocks a share of it. */
export const unite = (one: number, other: number): number => 1 - (1 - one) * (1 - other);

/** Shadow that several objects cast together in a light; undefined if none of them casts one. */
export function unitedCast(
  casts: readonly ReadonlyMap<string, Occluder>[],
  lightId: string,
): Occluder | undefined {
  const occluders = casts.flatMap((each) => each.get(lightId) ?? []);
  if (occluders.length <= 1) return occluders[0];
  return (x, y, z) => occluders.reduce((blocked, occluder) => unite(blocked, occluder(x, y, z)), 0);
}
