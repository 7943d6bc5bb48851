import { srgbToLinear, type DecodedSet, type Plane } from './layer-codec.ts';

type Rgb = readonly [number, number, number];

/** What to change against the default picture; everything left out stays. */
export type Look = {
  /** By light id: linear RGB weight. */
  lights?: Readonly<Record<string, Rgb>>;
  /** By tint id: sRGB hex colour. */
  tints?: Readonly<Record<string, string>>;
  exposure?: number;
};

export function hexToLinear(hex: string): Rgb {
  const at = (i: number): number => srgbToLinear(Number.parseInt(hex.slice(i, i + 2), 16) / 255);
  return [at(1), at(3), at(5)];
}

/** The default weight of a light: its colour times its brightness. */
export function defaultWeight(light: { color: Rgb; weight: number }): Rgb {
  return [light.color[0] * light.weight, light.color[1] * light.weight, light.color[2] * light.weight];
}

/** Albedo with the tintable materials in other colours: their texture is kept as a ratio to the default colour. */
export function tintedAlbedo(decoded: DecodedSet, tints: Readonly<Record<string, string>>): Float32Array {
  const out = Float32Array.from(decoded.albedo.data);
  for (const tint of decoded.set.tints) {
    const wanted = tints[tint.id];
    const mask = decoded.tints.get(tint.id);
    if (wanted === undefined || mask === undefined) continue;
    const to = hexToLinear(wanted);
    const from = hexToLinear(tint.color);
    for (let pixel = 0; pixel < mask.data.length; pixel += 1) {
      const m = mask.data[pixel] ?? 0;
      if (m === 0) continue;
      for (let c = 0; c < 3; c += 1) {
        const ratio = (to[c] ?? 0) / Math.max(0.01, from[c] ?? 0);
        out[pixel * 3 + c] = (out[pixel * 3 + c] ?? 0) * (1 + m * (ratio - 1));
      }
    }
  }
  return out;
}

/** The set under another light and in other colours, linear RGB: Σ weight · light · max(albedo, floor). */
export function relight(decoded: DecodedSet, look: Look = {}): Plane {
  const { set } = decoded;
  const albedo = look.tints ? tintedAlbedo(decoded, look.tints) : decoded.albedo.data;
  const data = new Float32Array(albedo.length);
  for (const light of set.lights) {
    const plane = decoded.lights.get(light.id);
    if (!plane) throw new Error(`light ${light.id} has no layer`);
    const weight = look.lights ? (look.lights[light.id] ?? ([0, 0, 0] as const)) : defaultWeight(light);
    for (let c = 0; c < 3; c += 1) {
      const w = weight[c] ?? 0;
      if (w === 0) continue;
      for (let i = c; i < data.length; i += 3) data[i] = (data[i] ?? 0) + w * (plane.data[i] ?? 0);
    }
  }
  const gain = look.exposure ?? 1;
  for (let i = 0; i < data.length; i += 1) {
    data[i] = (data[i] ?? 0) * gain * Math.max(albedo[i] ?? 0, set.albedo.floor);
  }
  const { widthPx, heightPx } = decoded.albedo;
  return { widthPx, heightPx, channels: 3, data };
}

/**
 * Khronos PBR Neutral (Khronos Group, 2024): keeps the hues of products true and rolls off highlights alone.
 * Maps linear RGB in place at `i`.
 */
export function toneMapNeutral(data: Float32Array, i: number): void {
  const start = 0.8 - 0.04;
  const r = data[i] ?? 0;
  const g = data[i + 1] ?? 0;
  const b = data[i + 2] ?? 0;
  const low = Math.min(r, g, b);
  const offset = low < 0.08 ? low - 6.25 * low * low : 0.04;
  const peak = Math.max(r, g, b) - offset;
  if (peak < start) {
    data[i] = r - offset;
    data[i + 1] = g - offset;
    data[i + 2] = b - offset;
    return;
  }
  const d = 1 - start;
  const newPeak = 1 - (d * d) / (peak + d - start);
  const scale = newPeak / peak;
  const fade = 1 - 1 / (0.15 * (peak - newPeak) + 1);
  data[i] = (r - offset) * scale * (1 - fade) + newPeak * fade;
  data[i + 1] = (g - offset) * scale * (1 - fade) + newPeak * fade;
  data[i + 2] = (b - offset) * scale * (1 - fade) + newPeak * fade;
}
