import type { LightDirection } from '@packshot/contract';
import type { Base } from './contact-base.ts';
import type { ContactShadow } from './contact-shadow.ts';
import type { CompositeCells } from './composite-cells.ts';
import { smooth } from '../../raster/smooth.ts';

/** Light that casts a shadow, and the ground that receives it. */
interface ThrownOn {
  readonly light: LightDirection;
  /** Horizon line of the ground, as a share of the picture's height. */
  readonly groundLine: number;
  /** Elevation of the camera: the angle by which it looks down, from the horizontal. */
  readonly elevationDeg: number;
  /** Share of light that the shadow blocks at its darkest point, at full strength. */
  readonly density: number;
}

/**
 * Minimum elevation of the camera that is assumed for a cast shadow; with a lower one, the shadow would be a thin line.
 */
const LOWEST_DEG = 7;
/**
 * Maximum length of a shadow, relative to the product's height; otherwise a low sun would cast it out of the picture.
 */
const MOST_LENGTH = 1.8;
/** Share of the shadow's density that is lost between the product and the shadow's tip. */
const LOST_AT_TIP = 0.6;
/** Blur of the shadow beside the product and at its tip, as shares of the product's size. */
const NEAR_SIGMA_SHARE = 0.025;
const FAR_SIGMA_SHARE = 0.1;
/** Distance below the ground's horizon line over which a shadow fades out, as a share of the picture's height. */
const LINE_SHARE = 0.02;
const INSIDE_FROM = 0.5;
const NEGLIGIBLE = 0.004;

/**
 * Computes the shadow that a product casts on the ground. Treats each row of the product as a horizontal disk at its
 * height, and combines the shadows of all disks.
 */
export function castShadow(scene: CompositeCells, base: Base, on: ThrownOn): ContactShadow | undefined {
  const { widthPx: w, heightPx: h, alpha } = scene;
  const { fromDeg, heightDeg } = on.light;
  const top = alpha.findIndex((value) => value >= INSIDE_FROM);
  const tallPx = base.bottom - Math.floor(top / w) + 1;
  const flat = Math.sin((Math.max(LOWEST_DEG, on.elevationDeg) * Math.PI) / 180);
  const length = Math.min(MOST_LENGTH, 1 / Math.tan((heightDeg * Math.PI) / 180));
  const aside = -Math.sin((fromDeg * Math.PI) / 180) * length;
  const down = -Math.cos((fromDeg * Math.PI) / 180) * length * flat;
  const footY = base.bottom - (base.widthPx * flat) / 2;
  const covered = new Float32Array(w * h);
  const heights = new Float32Array(w * h);
  for (const { left, right, y } of iterateRuns(scene, base.bottom)) {
    const height = Math.max(0, base.bottom - y);
    const far = height / tallPx;
    const radius = (right - left + 1) / 2;
    const disk = {
      x: left + radius + aside * height,
      y: footY + down * height,
      across: radius,
      along: Math.max(0.75, radius * flat),
    };
    layDisk(scene, disk, (i) => {
      covered[i] = Math.max(covered[i], 1 - LOST_AT_TIP * far);
      heights[i] = Math.max(heights[i], far);
    });
  }
  const near = smooth(covered, w, h, Math.max(1, NEAR_SIGMA_SHARE * base.sizePx));
  const wide = smooth(covered, w, h, Math.max(1.5, FAR_SIGMA_SHARE * base.sizePx));
  const away = smooth(heights, w, h, Math.max(1.5, FAR_SIGMA_SHARE * base.sizePx));
  return buildShadow(scene, on, (i) => near[i] + (wide[i] - near[i]) * Math.min(1, 2 * away[i]));
}

/** Yields the contiguous runs of product cells in each row. */
function* iterateRuns(
  { alpha, widthPx: w }: CompositeCells,
  bottom: number,
): Generator<{ left: number; right: number; y: number }> {
  for (let y = 0; y <= bottom; y++) {
    let left = -1;
    for (let x = 0; x <= w; x++) {
      const isInside = x < w && alpha[y * w + x] >= INSIDE_FROM;
      if (isInside && left < 0) left = x;
      if (isInside || left < 0) continue;
      yield { left, right: x - 1, y };
      left = -1;
    }
  }
}

function layDisk(
  { widthPx: w, heightPx: h }: CompositeCells,
  disk: { readonly x: number; readonly y: number; readonly across: number; readonly along: number },
  paint: (i: number) => void,
): void {
  const from = Math.max(0, Math.ceil(disk.y - disk.along - 0.5));
  const to = Math.min(h - 1, Math.floor(disk.y + disk.along - 0.5));
  for (let y = from; y <= to; y++) {
    const half = disk.across * Math.sqrt(Math.max(0, 1 - ((y + 0.5 - disk.y) / disk.along) ** 2));
    const last = Math.min(w - 1, Math.floor(disk.x + half));
    for (let x = Math.max(0, Math.ceil(disk.x - half)); x <= last; x++) paint(y * w + x);
  }
}

function buildShadow(
  { widthPx: w, heightPx: h }: CompositeCells,
  { groundLine, density }: ThrownOn,
  shadeAt: (i: number) => number,
): ContactShadow | undefined {
  const values = new Float32Array(w * h);
  let [left, top, right, bottom] = [w, h, -1, -1];
  for (let i = 0; i < values.length; i++) {
    const y = Math.floor(i / w);
    const onGround = Math.max(0, Math.min(1, (y / h - groundLine) / LINE_SHARE));
    const value = density * onGround * shadeAt(i);
    if (value < NEGLIGIBLE) continue;
    values[i] = value - NEGLIGIBLE;
    left = Math.min(left, i % w);
    right = Math.max(right, i % w);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? undefined : { density: values, left, top, right, bottom };
}
