import type { Box } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';
import { finish } from '../../raster/work.ts';
import { fullBox } from '../../stage/layers.ts';
import type { DecodedStudioSet, LayerPlane } from '../../stage/layers.ts';
import type { LinearPicture } from '../../raster/light-raster.ts';
import { luminance } from '../../color/oklab.ts';
import { computePaints, reflectWithoutHue } from '../../stage/paint.ts';
import type { Paint } from '../../stage/paint.ts';
import type { LinearRgb } from '../../stage/scene-plan.ts';
import type { StudioLight } from '../../stage/studio-set.ts';

/** Changes of a set's lights and colors; omitted fields leave the rendered picture unchanged. */
export interface SetLighting {
  /** Linear RGB weights by light ID; if given, lights without an entry are off. */
  readonly lights?: Readonly<Record<string, LinearRgb>>;
  /** Tint colors (sRGB hex codes) by the ID of the tint. */
  readonly tints?: Readonly<Record<string, string>>;
  /** IDs of tints whose color must appear in the lit picture; for others the color is the paint's, before lighting. */
  readonly visibleTints?: readonly string[] | undefined;
  /** Gain on the sum of all lights. */
  readonly exposure?: number;
}

/** Visible part of a set's layers, and whether it is mirrored left to right; the part is in mirrored coordinates. */
export interface LayerView {
  readonly part: Box;
  readonly isMirrored: boolean;
}

/** Light that is on, with its layer and the linear RGB factor of the layer's samples, including exposure. */
export interface LitLayer {
  readonly light: StudioLight;
  readonly plane: LayerPlane<3>;
  readonly weight: LinearRgb;
}

const ROWS_A_STEP = 64;

/** Default weight of a light: its color times its brightness. */
export function defaultWeight({ color, weight }: Pick<StudioLight, 'color' | 'weight'>): LinearRgb {
  return [color[0] * weight, color[1] * weight, color[2] * weight];
}

/**
 * Lights that are on.
 * @throws if a light has no layer
 */
export function litLayers({ set, lights }: DecodedStudioSet, look: SetLighting): LitLayer[] {
  const gain = look.exposure ?? 1;
  return set.lights.flatMap((light) => {
    const plane = lights.get(light.id);
    if (plane === undefined) throw new Error(`Light ${light.id} of ${set.id} has no layer`);
    const weight = look.lights === undefined ? defaultWeight(light) : (look.lights[light.id] ?? [0, 0, 0]);
    if (weight.every((w) => w === 0)) return [];
    return [{ light, plane, weight: [weight[0] * gain, weight[1] * gain, weight[2] * gain] as const }];
  });
}

/**
 * Relights and tints a set in linear RGB: Σ weight · light · max(albedo, floor). Yields progress.
 * @throws RangeError if the part is outside the layers
 */
export function* relightWork(
  decoded: DecodedStudioSet,
  look: SetLighting,
  { part, isMirrored }: LayerView,
): Work<LinearPicture> {
  const { albedo, set } = decoded;
  const { xPx, yPx, widthPx, heightPx } = part;
  if (xPx < 0 || yPx < 0 || xPx + widthPx > albedo.widthPx || yPx + heightPx > albedo.heightPx) {
    throw new RangeError('The part lies outside the set');
  }
  const data = new Float32Array(widthPx * heightPx * 3);
  const lit = litLayers(decoded, look);
  const paints = computePaints(decoded, lit, {
    tints: look.tints ?? {},
    visibleTints: look.visibleTints ?? [],
  });
  const reflectance = new Float32Array(widthPx * 3);
  const step = isMirrored ? -3 : 3;
  for (let y = 0; y < heightPx; y++) {
    const first = isMirrored ? albedo.widthPx - 1 - xPx : xPx;
    const from = (yPx + y) * albedo.widthPx + first;
    const row = data.subarray(y * widthPx * 3, (y + 1) * widthPx * 3);
    for (const { plane, weight } of lit) addLight(row, plane, from * 3, step, weight);
    reflectanceRow(reflectance, albedo, from * 3, step, set.albedo.floor);
    for (let i = 0; i < row.length; i++) row[i] *= reflectance[i];
    for (const paint of paints) paintRow(row, paint, decoded, lit, { from, step: step / 3 });
    if (y % ROWS_A_STEP === 0) yield y / heightPx;
  }
  return { widthPx, heightPx, data };
}

/** Runs `relightWork` to completion, on the whole set unless a part is given. */
export function relight(decoded: DecodedStudioSet, look: SetLighting = {}, view?: LayerView): LinearPicture {
  return finish(relightWork(decoded, look, view ?? { part: fullBox(decoded), isMirrored: false }));
}

function addLight(
  row: Float32Array,
  { samples, values }: LayerPlane<3>,
  from: number,
  step: number,
  [red, green, blue]: LinearRgb,
): void {
  for (let i = 0, s = from; i < row.length; i += 3, s += step) {
    row[i] += red * values[samples[s]];
    row[i + 1] += green * values[samples[s + 1]];
    row[i + 2] += blue * values[samples[s + 2]];
  }
}

function reflectanceRow(
  row: Float32Array,
  { samples, values }: LayerPlane<3>,
  from: number,
  step: number,
  floor: number,
): void {
  for (let i = 0, s = from; i < row.length; i += 3, s += step) {
    for (let c = 0; c < 3; c++) {
      const value = values[samples[s + c]];
      row[i + c] = value < floor ? floor : value;
    }
  }
}

function paintRow(
  row: Float32Array,
  { mask, gain: [red, green, blue], knee }: Paint,
  { albedo, set }: DecodedStudioSet,
  lit: readonly LitLayer[],
  { from, step }: { readonly from: number; readonly step: number },
): void {
  for (let i = 0, pixel = from; i < row.length; i += 3, pixel += step) {
    if (mask.data[pixel] === 0) continue;
    const share = mask.data[pixel] / 255;
    const light = reflectWithoutHue(albedo, set.albedo.floor, lit, pixel);
    const level = luminance(light[0], light[1], light[2]);
    const shoulder = level > knee ? (knee / level) * (1 + Math.log(level / knee)) : 1;
    row[i] += share * (light[0] * shoulder * red - row[i]);
    row[i + 1] += share * (light[1] * shoulder * green - row[i + 1]);
    row[i + 2] += share * (light[2] * shoulder * blue - row[i + 2]);
  }
}

/** Mean light per albedo over a visible part of the layers, for all lights together. */
export function lightOver(lit: readonly LitLayer[], part: Box, isMirrored: boolean): LinearRgb {
  const sum = [0, 0, 0];
  const step = Math.max(1, Math.floor(Math.sqrt((part.widthPx * part.heightPx) / 4000)));
  let count = 0;
  for (let y = part.yPx; y < part.yPx + part.heightPx; y += step) {
    for (let x = part.xPx; x < part.xPx + part.widthPx; x += step, count++) {
      for (const { plane, weight } of lit) {
        const at = (y * plane.widthPx + (isMirrored ? plane.widthPx - 1 - x : x)) * 3;
        for (let c = 0; c < 3; c++) sum[c] += weight[c as 0 | 1 | 2] * plane.values[plane.samples[at + c]];
      }
    }
  }
  return count === 0 ? [0, 0, 0] : [sum[0] / count, sum[1] / count, sum[2] / count];
}
