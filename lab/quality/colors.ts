// npm --prefix lab run quality -- --only colors               paints each part of each set in twelve colors, and measures the resulting colors
//
//   --limit N                  only the first N sets
//   --out FILE                 writes all figures as JSON
//   --before FILE              also prints the medians of that run
//
// Measures the median color where light falls on the part (its brighter half without the brightest twentieth), after
// the tone curve, against the requested color under the mean color of the lights there, as a CIEDE2000 difference. The
// soft box is white; lights as composed may have the color of a low sun.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { luminance, linearToSrgb } from '../../packages/image-engine/src/pixels/color/oklab.ts';
import type { DecodedStudioSet } from '../../packages/image-engine/src/pixels/stage/layers.ts';
import { createLightPlan } from '../../packages/image-engine/src/pixels/words/scene-prompt/light-moods.ts';
import type { LightMood } from '../../packages/image-engine/src/pixels/words/scene-prompt/light-moods.ts';
import { hexToLinear } from '../../packages/image-engine/src/pixels/stage/paint.ts';
import { litLayers, relight } from '../../packages/image-engine/src/pixels/light/set/relight.ts';
import { toneMap } from '../../packages/image-engine/src/pixels/color/tone.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { SETS_FOLDER } from '../../packages/image-engine/src/sets/set-description.ts';
import { colorDifference, toLab } from '../../packages/image-engine/src/pixels/color/color-difference.ts';

const COLORS = {
  white: '#ffffff',
  'light gray': '#d3d3d3',
  'mid gray': '#808285',
  black: '#121212',
  navy: '#1b2a52',
  red: '#cc1f2d',
  coral: '#f2765b',
  mustard: '#d0a021',
  green: '#2e8b3d',
  teal: '#137c80',
  lilac: '#c3a6d8',
  beige: '#dcc9a6',
} as const;
const MOODS = ['soft-box', 'as-composed'] as const satisfies readonly LightMood[];
const NEUTRAL = { mood: null, from: null, warmth: 0, hardness: 0, brightness: 0 } as const;
/** Size in pixels to which sets are reduced, which suffices for medians. */
const THINNED_PX = 448;
const IS_PART = 230;
const LIT = { from: 0.5, to: 0.95 };
/** Smallest number of pixels of a part that is measured. */
const LEAST_PX = 120;
/** Color difference (CIEDE2000) below which a color counts as good. */
const GOOD_BELOW = 5;

interface MeasuredColor {
  readonly set: string;
  readonly tint: string;
  readonly mood: LightMood;
  readonly color: string;
  readonly wanted: readonly number[];
  readonly shown: readonly number[];
  readonly difference: number;
}

/** Pixels of a part on which light falls, and the mean color of the lights there. */
function litPart(
  decoded: DecodedStudioSet,
  tint: string,
  look: Parameters<typeof litLayers>[1],
): { pixels: number[]; lamps: readonly number[] } {
  const mask = decoded.tints.get(tint);
  if (mask === undefined) return { pixels: [], lamps: [1, 1, 1] };
  const lit = litLayers(decoded, look);
  const seen: { pixel: number; light: number; lamps: [number, number, number] }[] = [];
  for (let pixel = 0; pixel < mask.data.length; pixel++) {
    if (mask.data[pixel] < IS_PART) continue;
    const lamps: [number, number, number] = [0, 0, 0];
    for (const { plane, weight } of lit) {
      const [r, g, b] = [0, 1, 2].map((c) => plane.values[plane.samples[pixel * 3 + c]]);
      const light = luminance(r, g, b);
      for (const c of [0, 1, 2] as const) lamps[c] += weight[c] * light;
    }
    seen.push({ pixel, light: luminance(...lamps), lamps });
  }
  const sorted = seen.toSorted((a, b) => a.light - b.light);
  const chosen = sorted.slice(Math.floor(LIT.from * sorted.length), Math.floor(LIT.to * sorted.length));
  const sums = [0, 1, 2].map((c) => chosen.reduce((sum, { lamps }) => sum + lamps[c], 0));
  const level = luminance(sums[0], sums[1], sums[2]);
  return { pixels: chosen.map(({ pixel }) => pixel), lamps: sums.map((v) => v / Math.max(1e-6, level)) };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const toSample = (light: number): number => Math.round(255 * linearToSrgb(Math.min(1, Math.max(0, light))));

function measureSet(decoded: DecodedStudioSet): MeasuredColor[] {
  const { set } = decoded;
  const rows: MeasuredColor[] = [];
  for (const mood of MOODS) {
    const { weights, exposure } = createLightPlan(set, mood, NEUTRAL);
    for (const { id: tint } of set.tints) {
      const { pixels, lamps } = litPart(decoded, tint, { lights: weights, exposure });
      if (pixels.length < LEAST_PX) continue;
      for (const [color, hex] of Object.entries(COLORS)) {
        const picture = relight(decoded, { lights: weights, exposure, tints: { [tint]: hex }, visibleTints: [tint] });
        toneMap(picture);
        const shown = [0, 1, 2].map((c) =>
          toSample(median(pixels.map((pixel) => picture.data[pixel * 3 + c]))),
        );
        const wanted = hexToLinear(hex).map((v, c) => toSample(v * lamps[c]));
        const difference = colorDifference(
          toLab(wanted[0], wanted[1], wanted[2]),
          toLab(shown[0], shown[1], shown[2]),
        );
        rows.push({ set: set.id, tint, mood, color, wanted, shown, difference });
      }
    }
  }
  return rows;
}

const readRows = (path: string | undefined): MeasuredColor[] =>
  path === undefined ? [] : (JSON.parse(readFileSync(path, 'utf8')) as MeasuredColor[]);

function formatTable(rows: readonly MeasuredColor[], before: readonly MeasuredColor[]): string {
  const formatRow = (row: MeasuredColor): string => `${row.set} | ${row.tint} | ${row.mood}`;
  const parts = [...new Set(rows.map(formatRow))];
  const lines = parts.map((part) => {
    const own = rows.filter((row) => formatRow(row) === part);
    const cells = own.map(({ difference }) => difference.toFixed(1));
    const was = before.filter((row) => formatRow(row) === part).map(({ difference }) => difference);
    return `| ${part} | ${cells.join(' | ')} |${was.length > 0 ? ` ${median(was).toFixed(1)} |` : ''}`;
  });
  const good = rows.filter(({ difference }) => difference < GOOD_BELOW).length;
  const all = rows.map(({ difference }) => difference);
  return [
    `| set | part | light | ${Object.keys(COLORS).join(' | ')} |`,
    ...lines,
    `\n${good} of ${rows.length} below ${GOOD_BELOW}; median ${median(all).toFixed(2)}, worst ${Math.max(...all).toFixed(1)}`,
  ].join('\n');
}

/** Measures the sets and prints a table. */
export async function measureColors(asked: {
  readonly limit: number;
  readonly out: string | undefined;
  readonly before: string | undefined;
}): Promise<void> {
  const names = readdirSync(SETS_FOLDER).toSorted().slice(0, asked.limit);
  const rows: MeasuredColor[] = [];
  for (const name of names) {
    rows.push(...measureSet(await readSet(join(SETS_FOLDER, name), THINNED_PX)));
    console.error(name);
    if (asked.out !== undefined) writeFileSync(asked.out, JSON.stringify(rows));
  }
  console.log(formatTable(rows, readRows(asked.before)));
}
