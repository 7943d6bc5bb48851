import type { LinearRgb } from '../studio/scene-plan.ts';
import type { StudioSet } from '../studio/studio-set.ts';
import type { LightPlan } from './light-moods.ts';
import { luminanceOf } from './temperature.ts';

/** Pairs of colors that neon tubes are made in, linear RGB: for the larger lamp and the smaller one. */
const PAIRS: Readonly<Record<string, readonly [LinearRgb, LinearRgb]>> = {
  'cyan and pink': [
    [0.05, 0.66, 1],
    [1, 0.08, 0.4],
  ],
  'violet and orange': [
    [0.3, 0.1, 1],
    [1, 0.22, 0.04],
  ],
  'amber and blue': [
    [1, 0.3, 0.05],
    [0.08, 0.28, 1],
  ],
};

/** Lamps that are themselves in the picture, in other colors, as bright as they were; none for a set without two of them. */
export function lampColors(set: StudioSet, lighting: LightPlan): { id: string; lighting: LightPlan }[] {
  const lamps = set.lights.filter(({ kind }) => kind === 'practical');
  if (lamps.length < 2) return [];
  return Object.entries(PAIRS).map(([id, pair]) => {
    const weights = { ...lighting.weights };
    for (const [i, lamp] of lamps.entries()) {
      const before = weights[lamp.id];
      if (before === undefined) continue;
      const color = pair[i % 2 === 0 ? 0 : 1];
      // Blue counts little for luminance; at the full gain its tube would burn out.
      const gain = Math.min(luminanceOf(before) / luminanceOf(color), 1.6 * Math.max(...before));
      weights[lamp.id] = [color[0] * gain, color[1] * gain, color[2] * gain];
    }
    return { id, lighting: { ...lighting, weights } };
  });
}
