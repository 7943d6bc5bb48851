// One variant of a scene at 1280 x 1280 and at 2048 x 2048, PNG and WebP out, with a small and a large product.
// Measured by stages and compared with a plain composite of the same size by sharp, without light and shadow. The
// programs take turns, so that other load on the machine affects both.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createImageEngine } from '../../packages/image-engine/src/index.ts';
import type { ToolJobInput, ToolResult } from '../../packages/image-engine/src/index.ts';
import { median, row, seconds } from './contestants.ts';

/** Options of the command: `--rounds 2` for a quick look; published figures have at least five. */
const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } }).values;
const ROUNDS = Number(rounds);
const ROOT = join(import.meta.dirname, '../..');
const SIDES_PX = [1280, 2048] as const;
const SQUARE = 1;
const PRODUCT_SIDES_PX = [800, 3000];

type SetSceneRequest = Omit<ToolJobInput<'scene'>, 'product'>;

const createRequest = (seed: number, largerSidePx: (typeof SIDES_PX)[number]): SetSceneRequest => ({
  prompt: 'warm morning on a wooden table',
  light: 'auto',
  palette: [],
  aspectRatioId: SQUARE,
  isLarger: true,
  largerSidePx,
  seed,
  variant: 0,
  count: 4,
});

/** Cut-out of the given size, enlarged from a small one; its content doesn't affect the time. */
function createProduct(sidePx: number): Promise<Buffer> {
  const fixture = join(ROOT, 'packages/image-engine/src/testing/fixtures/mug.png');
  return sharp(readFileSync(fixture)).resize(sidePx, sidePx, { fit: 'inside' }).png().toBuffer();
}

/** Minimum for a program without an engine: pastes the product over a picture of the scene. */
async function plainComposite(scene: Uint8Array, product: Uint8Array, sidePx: number): Promise<void> {
  const pasted = await sharp(product)
    .resize(Math.round(sidePx * 0.4))
    .png({ compressionLevel: 0 })
    .toBuffer();
  const { data, info } = await sharp(scene)
    .composite([{ input: pasted }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  await Promise.all([
    sharp(data, { raw }).png({ compressionLevel: 2 }).toBuffer(),
    sharp(data, { raw }).webp({ quality: 82, effort: 1 }).toBuffer(),
  ]);
}

/** Largest peak memory among this process's children, in MiB; 0 where /proc is unavailable. */
function peakRssOfChildrenMiB(): number {
  try {
    const children = readFileSync(`/proc/self/task/${String(process.pid)}/children`, 'utf8')
      .trim()
      .split(/\s+/);
    const peaks = children.map(
      (pid) => /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
    );
    return Math.max(0, ...peaks.map((peak) => Number(peak ?? 0) / 1024));
  } catch {
    return 0;
  }
}

async function timeWork<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; durationMs: number }> {
  const startedMs = performance.now();
  const result = await work();
  return { result, durationMs: performance.now() - startedMs };
}

async function main(): Promise<void> {
  const engine = createImageEngine({ cacheDir: join(ROOT, '.packshot/bench/models') });
  try {
    console.log(`Medians of ${ROUNDS} interleaved rounds; the product's cut-out is a PNG.\n`);
    console.log(row(['picture', 'product', 'what', 'time', 'plan', 'read the set', 'compose', 'encode']));
    console.log(row(Array<string>(8).fill('---')));
    for (const [pictureSidePx, sidePx] of SIDES_PX.flatMap((side) =>
      PRODUCT_SIDES_PX.map((product) => [side, product] as const),
    )) {
      const product = await createProduct(sidePx);
      const scene = (await engine.run('scene', { product: null, ...createRequest(1, pictureSidePx) })).full;
      const plain: number[] = [];
      const [firsts, others]: [TimedScene[], TimedScene[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        console.error(`${sidePx} px in ${pictureSidePx} px, round ${round + 1}`);
        plain.push((await timeWork(() => plainComposite(scene, product, pictureSidePx))).durationMs);
        // Composes each scene twice: the second time, its studio set is cached, as for most variants.
        for (const list of [firsts, others]) {
          const { result, durationMs } = await timeWork(() =>
            engine.run('scene', { product, ...createRequest(1 + round, pictureSidePx) }),
          );
          list.push({ result, durationMs });
        }
      }
      const label = [`${pictureSidePx} px`, `${sidePx} px`];
      console.log(row([...label, 'plain composite by sharp', seconds(median(plain)), '', '', '', '']));
      console.log(formatRow(label, 'Packshot, as it comes', firsts));
      console.log(formatRow(label, 'Packshot, set in memory', others));
    }
    console.log(`\nPeak memory of the engine's process: ${peakRssOfChildrenMiB().toFixed(0)} MiB.`);
  } finally {
    await engine.close();
  }
}

interface TimedScene {
  readonly result: ToolResult<'scene'>;
  readonly durationMs: number;
}

function formatRow(label: readonly string[], what: string, results: readonly TimedScene[]): string {
  const stage = (name: string): string =>
    `${median(results.map(({ result }) => result.stagesMs[name] ?? 0)).toFixed(0)} ms`;
  const whole = seconds(median(results.map(({ durationMs }) => durationMs)));
  return row([...label, what, whole, stage('plan'), stage('set'), stage('compose'), stage('encode')]);
}

await main();
