/**
 * Runs the moderation on ordinary pictures, and prints how close it comes to refusing them:
 *
 *   node lab/quality/moderation.ts [--variants] [--sets] [FOLDER...]
 *
 * The pictures are the repository's own samples, previews of the studio sets, drawn products and textures in the colors
 * of skin, the sets composed under three lights (`--sets`), and every photo below the given folders. With `--variants`
 * each is also cropped, rotated, resized by another kernel and compressed, and its worst score counts. A third, chosen
 * by name, is held out and reported separately: never tune by it. For comparison, also prints the scores of a single
 * pass, on the smoothest and the sharpest rendition.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { DEFAULT_SHADOW, SCENE_LIGHTS } from '@packshot/contract';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { fitForModel } from '../../packages/image-engine/src/codec/encode.ts';
import {
  MODERATION_SIDE_PX,
  openModerationSession,
  type ModerationScores,
} from '../../packages/image-engine/src/models/moderation-session.ts';
import { prepareModel } from '../../packages/image-engine/src/models/prepare-model.ts';
import { planScenes } from '../../packages/image-engine/src/pixels/words/scene-prompt/plan-scenes.ts';
import { composeScene } from '../../packages/image-engine/src/pixels/scene/compose-scene.ts';
import { createCutOut } from '../../packages/image-engine/src/pixels/scene/cut-out.ts';
import { seededRandom } from '../../packages/image-engine/src/pixels/raster/random.ts';
import { finish } from '../../packages/image-engine/src/pixels/raster/work.ts';
import { readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { readSetDescriptions, SETS_FOLDER } from '../../packages/image-engine/src/sets/set-description.ts';
import { moderate } from '../../packages/image-engine/src/tools/moderate/run.ts';
import { DRAWN_KINDS, drawnPicture } from './drawn-products.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ENGINE = path.join(ROOT, 'packages/image-engine');
const FOLDERS = [
  path.join(ROOT, 'packages/web/src/lib/samples'),
  path.join(ROOT, 'docs/images'),
  path.join(ENGINE, 'assets/sets'),
  path.join(ENGINE, 'src/testing/fixtures'),
  path.join(ROOT, '../shared/photos'),
];
/**
 * Matches pictures that are excluded: fixtures that the network is meant to refuse, layers of sets, masks, and
 * thumbnails.
 */
const NOT_ORDINARY = /soft-shapes|tint-|-thumb|alpha|ref\.png/;
const DRAWN_OF_EACH = 10;
const REFUSED_FROM = 0.7;
const SMALLEST_SIDE_PX = 96;

interface Source {
  readonly name: string;
  bytes(): Promise<Uint8Array>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { variants: { type: 'boolean', default: false }, sets: { type: 'boolean', default: false } },
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) return filesBelow(file);
    return /\.(jpe?g|png|webp)$/i.test(name) && !NOT_ORDINARY.test(name) ? [file] : [];
  });
}

function photos(): Source[] {
  return [...FOLDERS, ...positionals]
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    .flatMap(filesBelow)
    .map((file) => ({ name: path.relative(ROOT, file), bytes: async () => readFileSync(file) }));
}

const drawings = (): Source[] =>
  DRAWN_KINDS.flatMap((kind) =>
    Array.from({ length: DRAWN_OF_EACH }, (_, number) => ({
      name: `drawn ${kind} ${number}`,
      bytes: async () => {
        const { data, sidePx } = drawnPicture(kind, number);
        return sharp(data, { raw: { width: sidePx, height: sidePx, channels: 3 } })
          .jpeg({ quality: 85 })
          .toBuffer();
      },
    })),
  );

/** Every set with a product under three lights, composed at a small size. */
async function sets(): Promise<Source[]> {
  const { image } = await decodePhoto(readFileSync(path.join(ENGINE, 'src/testing/fixtures/cream-jar.png')));
  const product = createCutOut(image);
  if (product === undefined) throw new Error('Nothing is visible of the product');
  const all: Source[] = [];
  for (const { id } of await readSetDescriptions()) {
    const kept = new Map<string, Promise<Awaited<ReturnType<typeof readSet>>>>();
    for (const light of [SCENE_LIGHTS[0], SCENE_LIGHTS[2], SCENE_LIGHTS[5]]) {
      all.push({
        name: `set ${id} ${light}`,
        bytes: async () => {
          const reading = kept.get(id) ?? readSet(path.join(SETS_FOLDER, id), 512);
          kept.set(id, reading);
          const decoded = await reading;
          const [plan] = planScenes({ prompt: '', light, palette: [], product: null, seed: 7, count: 2 }, [
            decoded.set,
          ]);
          if (plan === undefined) throw new Error('Nothing was planned');
          if (light === SCENE_LIGHTS[5]) kept.clear();
          const order = { decoded, plan, product, shadow: DEFAULT_SHADOW, aspectRatioId: 1, isLarger: true };
          const { picture } = finish(composeScene({ ...order, longerSidePx: 512, seed: 7 }));
          return sharp(picture.data, {
            raw: { width: picture.widthPx, height: picture.heightPx, channels: 3 },
          })
            .jpeg({ quality: 90 })
            .toBuffer();
        },
      });
    }
  }
  return all;
}

/** Variants of a picture as other users might upload it. */
async function createVariants(bytes: Uint8Array, seed: number): Promise<Uint8Array[]> {
  const random = seededRandom(seed);
  const { width, height } = await sharp(bytes).autoOrient().metadata();
  const crop = {
    left: random(Math.ceil(width / 6)),
    top: random(Math.ceil(height / 6)),
    width: Math.floor((width * 5) / 6),
    height: Math.floor((height * 5) / 6),
  };
  const upright = (): ReturnType<typeof sharp> => sharp(bytes).autoOrient().flatten({ background: '#fff' });
  const kernel = (['nearest', 'cubic', 'mitchell', 'lanczos2', 'linear'] as const)[random(5)];
  return Promise.all([
    upright().extract(crop).jpeg({ quality: 60 }).toBuffer(),
    upright()
      .resize(640, 640, { fit: 'inside' })
      .rotate(random(41) - 20, { background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer(),
    upright().resize(320, 320, { fit: 'inside', kernel }).jpeg({ quality: 40 }).toBuffer(),
  ]);
}

const indecency = ({ porn, hentai }: ModerationScores): number => porn + hentai;

function hashText(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

async function main(): Promise<void> {
  const prepared = await prepareModel({
    name: 'nsfw',
    cacheDir: path.join(ROOT, '.packshot/models'),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const network = await openModerationSession(prepared.modelFile);
  const context = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    checkpoint: () => Promise.resolve(),
    network,
  };
  const alone = async (bytes: Uint8Array, kernel: 'linear' | 'lanczos3'): Promise<number> => {
    const { image } = await decodePhoto(bytes);
    return indecency(
      await network.score(await fitForModel(image, MODERATION_SIDE_PX, MODERATION_SIDE_PX, kernel)),
    );
  };
  const sources = [...photos(), ...drawings(), ...(values.sets ? await sets() : [])];
  const found: { name: string; isHeldOut: boolean; agreed: number; smooth: number; crisp: number }[] = [];
  const seen = new Set<string>();
  for (const { name, bytes } of sources) {
    let file: Uint8Array;
    try {
      file = await bytes();
      const { width, height } = await sharp(file).metadata();
      if (Math.min(width, height) < SMALLEST_SIDE_PX) continue;
      const same = `${hashText(Buffer.from(file).toString('latin1'))}`;
      if (seen.has(same)) continue;
      seen.add(same);
      const shown = values.variants ? [file, ...(await createVariants(file, hashText(name)))] : [file];
      let agreed = 0;
      for (const photo of shown)
        agreed = Math.max(agreed, indecency((await moderate({ photo }, context)).scores));
      const row = { name, isHeldOut: hashText(name) % 3 === 0, agreed };
      found.push({ ...row, smooth: await alone(file, 'linear'), crisp: await alone(file, 'lanczos3') });
    } catch (error) {
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  for (const isHeldOut of [false, true]) {
    report(
      isHeldOut ? 'set aside' : 'looked at',
      found.filter((row) => row.isHeldOut === isHeldOut),
    );
  }
  await network.release();
}

function report(
  title: string,
  rows: readonly { name: string; agreed: number; smooth: number; crisp: number }[],
): void {
  console.log(`\n${title}: ${rows.length} pictures`);
  for (const which of ['agreed', 'smooth', 'crisp'] as const) {
    const from = (limit: number): number => rows.filter((row) => row[which] >= limit).length;
    const worst = Math.max(...rows.map((row) => row[which]));
    console.log(
      `  ${which.padEnd(7)} refused ${from(REFUSED_FROM)}; from 0.5: ${from(0.5)}, from 0.35: ${from(0.35)}, from 0.1: ${from(0.1)}; worst ${worst.toFixed(2)}`,
    );
  }
  for (const { name, agreed, smooth, crisp } of rows.toSorted((a, b) => b.agreed - a.agreed).slice(0, 8)) {
    console.log(`  ${agreed.toFixed(2)} (alone ${smooth.toFixed(2)} and ${crisp.toFixed(2)}) ${name}`);
  }
}

await main();
