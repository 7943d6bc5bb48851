import { blurStack, readBlurred } from './blur-stack.ts';
import type { BlurStack } from './blur-stack.ts';
import { thicknessPx } from './placement.ts';
import type { Stand } from './placement.ts';
import { resampleLight } from './light-raster.ts';
import type { Outline } from './outline.ts';
import type { Vector3 } from './studio-set.ts';

/**
 * A product as light meets it: its outline as an upright cut-out card, as thick as things of that shape are. Every ray of light
 * is asked how much of it the card lets through, with the card blurred by as much as the light is wide.
 */
export interface Volume {
  readonly stack: BlurStack;
  /** Pixels of the stack's first level to a decimeter. */
  readonly pxPerDm: number;
  /** Pixels to a decimeter of height, which the camera sees shortened. */
  readonly pxPerDmUp: number;
  /** Where the stack has the middle of the foot, and the ground under the product's lowest point. */
  readonly baseX: number;
  readonly groundY: number;
  readonly widthDm: number;
  readonly heightDm: number;
  readonly thicknessDm: number;
  /** Width and depth of what rests. */
  readonly baseWidthDm: number;
  readonly baseDepthDm: number;
  readonly stand: Stand;
}

/** The card's longer side, in pixels: enough for a shadow's edge, little enough to blur often. */
const CARD_SIDE_PX = 224;
/** Room for blurs around it, as a share of its longer side. */
const MARGIN_SHARE = 0.5;

/** @param elevationDeg by how much the camera looks down: heights look shorter by that */
export function volumeOf(outline: Outline, stand: Stand, elevationDeg: number): Volume {
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
    // What rests goes on into the ground, so that no light leaks in under the foot.
    const row = Math.min(h - 1, y - margin);
    if (row < 0) continue;
    const isBelow = y - margin >= h;
    for (let x = 0; x < w; x++) {
      const from = Math.min(widthPx - 1, Math.floor((x + 0.5) / scale));
      if (isBelow && (stand.liftDm > 0 || outline.isContact[from] === 0)) continue;
      data[y * cardW + margin + x] = small[row * w + x];
    }
  }
  const dmPerCardPx = stand.dmPerPx / scale / Math.cos((elevationDeg * Math.PI) / 180);
  const pxPerDm = scale / stand.dmPerPx;
  return {
    stack: blurStack(data, cardW, cardH),
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

/**
 * Slices of the volume from front to back: distance from the middle as a share of half the foot's depth, and width there. The body may
 * be thicker than the foot, but what it throws next to the foot is the foot's.
 */
const SLICES = [
  { offset: -0.8, width: 0.6 },
  { offset: 0, width: 1 },
  { offset: 0.8, width: 0.6 },
] as const;
/** The slices count up to here behind the middle of the foot, in halves of its depth, and fade over as much again. */
const FOOT_REACH = 1.5;
/** Lights as wide as this blur more than the slices lie apart: the middle one does. */
const WIDE_LIGHT_DEG = 10;
const MIDDLE_SLICE = [SLICES[1]] as const;
/** A light straight above would never meet an upright card. */
const MIN_SLANT = 0.12;

/** No shadow starts sharper than this, in pixels of the card. */
const MIN_SIGMA_PX = 0.7;

/** Says how much of a light (0 to 1) the product keeps from a point of the world. */
export type Occluder = (x: number, y: number, z: number) => number;

/** The shadow that a light throws: `direction` points to it, `angularSizeDeg` is how large it looks from the stage. */
export function castBy(volume: Volume, direction: Vector3, angularSizeDeg: number): Occluder {
  const { stack, pxPerDm, pxPerDmUp, baseX, groundY, stand, widthDm, heightDm, thicknessDm } = volume;
  const { baseWidthDm, baseDepthDm } = volume;
  const [ox, oy, oz] = stand.groundDm;
  const flat = Math.hypot(direction[0], direction[1]);
  const slant = Math.max(MIN_SLANT, flat);
  // The card turns to face the light, about the axis through its foot.
  const nx = flat < 1e-6 ? 0 : direction[0] / flat;
  const ny = flat < 1e-6 ? -1 : direction[1] / flat;
  const sign = ny <= 0 ? 1 : -1;
  const ux = -ny * sign;
  const uy = nx * sign;
  const rise = direction[2] / slant;
  const rayLength = Math.hypot(slant, direction[2]) / slant;
  // Seen from the light an oval foot is this much of the width that the camera sees.
  const turned = Math.hypot(ny * widthDm, nx * thicknessDm) / widthDm;
  const spread = 0.5 * Math.tan((Math.min(120, angularSizeDeg) * Math.PI) / 360) * rayLength;
  const liftPx = stand.liftDm * pxPerDmUp;
  const reach = widthDm + heightDm;
  const depthOfTurned = Math.hypot(ny * baseDepthDm, nx * baseWidthDm) / 2;
  const slices = angularSizeDeg < WIDE_LIGHT_DEG ? SLICES : MIDDLE_SLICE;
  return (x, y, z) => {
    const dx = x - ox;
    const dy = y - oy;
    const behind = -(dx * nx + dy * ny);
    const aside = dx * ux + dy * uy;
    // Farther away the slices would show as steps of the outline.
    const nearFoot = Math.min(1, Math.max(0, 2 - behind / depthOfTurned / FOOT_REACH));
    let most = 0;
    for (const slice of slices) {
      if (nearFoot === 0 && slice !== SLICES[1]) continue;
      const along = behind + slice.offset * depthOfTurned;
      if (along <= 0) continue;
      const sigmaDm = along * spread;
      if (Math.abs(aside) > reach + 3 * sigmaDm) continue;
      const height = z - oz + along * rise;
      if (height > heightDm + stand.liftDm + 3 * sigmaDm) continue;
      const value = readBlurred(
        stack,
        baseX + (aside / (turned * slice.width)) * pxPerDm,
        groundY + liftPx - height * pxPerDmUp,
        MIN_SIGMA_PX + sigmaDm * pxPerDm,
      );
      const counted = slice === SLICES[1] ? value : value * nearFoot;
      if (counted > most) most = counted;
    }
    return most;
  };
}
