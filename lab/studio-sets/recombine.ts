/**
 * Verifies a packed set: recombines its layers under six lights as PNGs, and reports how far the sum of the
 * packed layers is from the render.
 *
 *   node recombine.ts SET_FOLDER OUT_FOLDER [RAW_FOLDER]
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { type DecodedStudioSet } from '../../packages/image-engine/src/pixels/stage/layers.ts';
import { linearToSrgb } from '../../packages/image-engine/src/pixels/color/oklab.ts';
import { defaultWeight, relight, type SetLighting } from '../../packages/image-engine/src/pixels/light/set/relight.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { writePicture } from './picture.ts';

type Rgb = readonly [number, number, number];

const scaleWeight = (weight: Rgb, by: Rgb): Rgb => [weight[0] * by[0], weight[1] * by[1], weight[2] * by[2]];

/** The looks that a set has to support; gains are relative to its default light. */
function looks({ set }: DecodedStudioSet): Record<string, SetLighting> {
  const gradeLights = (key: Rgb, other: Rgb): Record<string, Rgb> =>
    Object.fromEntries(set.lights.map((l) => [l.id, scaleWeight(defaultWeight(l), l.id === 'key' ? key : other)]));
  const palette = ['#7fa08a', '#e9dcc3', '#2f4a5c', '#c9a25a'];
  return {
    neutral: {},
    'warm-morning': { lights: gradeLights([1.25, 0.92, 0.6], [0.75, 0.75, 0.85]) },
    'blue-hour': { lights: gradeLights([0.12, 0.16, 0.3], [0.42, 0.6, 1.05]) },
    'hard-key': { lights: gradeLights([1.3, 1.3, 1.3], [0, 0, 0]) },
    retint: {
      tints: Object.fromEntries(set.tints.map((t, i) => [t.id, palette[i % palette.length] ?? '#7fa08a'])),
    },
    'fill-times-4': { lights: gradeLights([0, 0, 0], [2.2, 2.2, 2.2]), exposure: 1.8 },
  };
}

/** Peak signal-to-noise ratio in dB of sRGB values clipped at white, as a viewer sees them. */
function psnr(a: Float32Array, b: Float32Array, gain: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) {
    const x = linearToSrgb(Math.min(1, Math.max(0, a[i] ?? 0)));
    const y = linearToSrgb(Math.min(1, Math.max(0, (b[i] ?? 0) * gain)));
    sum += (x - y) ** 2;
  }
  return -10 * Math.log10(sum / a.length);
}

async function main(): Promise<void> {
  const [setFolder, outFolder, rawFolder] = process.argv.slice(2);
  if (!setFolder || !outFolder) throw new Error('usage: recombine.ts SET_FOLDER OUT_FOLDER [RAW_FOLDER]');
  const decoded = await readSet(setFolder);
  await mkdir(outFolder, { recursive: true });
  for (const [name, look] of Object.entries(looks(decoded))) {
    await writePicture(relight(decoded, look), path.join(outFolder, `${decoded.set.id}-${name}.png`));
  }
  if (!rawFolder) return;
  const { exposure } = JSON.parse(await readFile(path.join(rawFolder, 'scene.json'), 'utf8')) as {
    exposure: number;
  };
  const white = relight(decoded, {
    lights: Object.fromEntries(decoded.set.lights.map((l) => [l.id, [1, 1, 1]])),
  });
  for (const name of ['beauty', 'beauty-noisy']) {
    const bytes = await readFile(path.join(rawFolder, `${name}.f32`));
    const reference = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    process.stdout.write(
      `${decoded.set.id}: ${psnr(white.data, reference, exposure).toFixed(1)} dB against ${name}\n`,
    );
  }
}

await main();
