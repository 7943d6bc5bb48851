/**
 * Packs a developed view (the folder `raw` written by develop.py) into the committed form of a set.
 *
 *   node encode.ts RAW_FOLDER OUT_FOLDER [MOST_BYTES]
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import sharp from 'sharp';
import { encodeDepth, encodeLight, layerFloats, LIGHT_CURVE } from '../../packages/image-engine/src/pixels/stage/layers.ts';
import { linearToSrgb } from '../../packages/image-engine/src/pixels/color/oklab.ts';
import { packWithinLimit } from './pack-within-limit.ts';
import { writePicture } from './picture.ts';
import { relight } from '../../packages/image-engine/src/pixels/light/set/relight.ts';
import { readAlbedo, readSet } from '../../packages/image-engine/src/sets/read-set.ts';
import { studioSetSchema, type StudioSetFile } from '../../packages/image-engine/src/sets/set-schema.ts';
import { writeLayer, type Plane } from './write-layer.ts';

/** Default size limit for all files of a set, in bytes; the repository contains dozens of sets. */
const BUDGET_BYTES = 1_500_000;
const QUALITIES = [
  { albedo: 90, light: 88 },
  { albedo: 84, light: 81 },
  { albedo: 78, light: 74 },
  { albedo: 70, light: 68 },
  { albedo: 62, light: 62 },
  { albedo: 54, light: 56 },
  { albedo: 45, light: 50 },
];
const DEPTH_QUALITY = 88;

type SceneLight = Omit<StudioSetFile['lights'][number], 'id' | 'layer'> & { group: string };
type Scene = Pick<StudioSetFile, 'family' | 'view' | 'title' | 'scale' | 'keywords' | 'floor'> & {
  camera: Omit<StudioSetFile['camera'], 'horizon'>;
  stage: Omit<StudioSetFile['stage'], 'worldDm'> & { world: [number, number, number] };
  lights: SceneLight[];
  tints: Record<string, string>;
  render: { renderer: string; samples: number };
  sceneHash: string;
  blocksHash?: string;
  exposure: number;
  albedoFloor: number;
  sizePx: number;
};

async function rawPlane(folder: string, name: string, sizePx: number, channels: 1 | 3): Promise<Plane> {
  const bytes = await readFile(path.join(folder, `${name}.f32`));
  const data = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  if (data.length !== sizePx * sizePx * channels) throw new Error(`${name}.f32 has ${data.length} values`);
  return { widthPx: sizePx, heightPx: sizePx, channels, data };
}

function quantile(data: Float32Array, share: number): number {
  const sorted = Float32Array.from(data).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Halves a depth map. Uses the nearest depth of each 2×2 block, so that an edge in depth doesn't become a slope. */
function halfDepth(depth: Plane): Plane {
  const widthPx = depth.widthPx >> 1;
  const heightPx = depth.heightPx >> 1;
  const data = new Float32Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const i = 2 * y * depth.widthPx + 2 * x;
      const block = [i, i + 1, i + depth.widthPx, i + depth.widthPx + 1].map(
        (k) => depth.data[k] ?? Infinity,
      );
      data[y * widthPx + x] = Math.min(...block);
    }
  }
  return { widthPx, heightPx, channels: 1, data };
}

type Packed = { files: Map<string, Buffer>; lights: StudioSetFile['lights'] };

/**
 * Packs albedo first. The light is then divided by the decoded albedo, so that compression losses cancel out.
 */
async function packColor(
  folder: string,
  scene: Scene,
  quality: { albedo: number; light: number },
): Promise<Packed> {
  const files = new Map<string, Buffer>();
  const albedo = await rawPlane(folder, 'albedo', scene.sizePx, 3);
  const packedAlbedo = await writeLayer(albedo, linearToSrgb, quality.albedo);
  files.set('albedo.avif', packedAlbedo);
  // Written to a file, because the engine reads layers only from files.
  const packedFile = path.join(folder, 'albedo-packed.avif');
  await writeFile(packedFile, packedAlbedo);
  const decoded = layerFloats(await readAlbedo(packedFile));
  const lights: StudioSetFile['lights'] = [];
  for (const { group, ...light } of scene.lights) {
    const plane = await rawPlane(folder, `light-${group}`, scene.sizePx, 3);
    for (let i = 0; i < plane.data.length; i += 1) {
      const before = Math.max(albedo.data[i] ?? 0, scene.albedoFloor);
      const after = Math.max(decoded[i] ?? 0, scene.albedoFloor);
      plane.data[i] = ((plane.data[i] ?? 0) * scene.exposure * before) / after;
    }
    const max = Math.max(0.05, Math.min(64, quantile(plane.data, 0.999_98)));
    const file = `light-${group}.avif`;
    files.set(file, await writeLayer(plane, (v) => encodeLight(v, max), quality.light));
    lights.push({ ...light, id: group, layer: { file, encoding: 'log1p', curve: LIGHT_CURVE, max } });
  }
  return { files, lights };
}

async function packMasks(folder: string, scene: Scene): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const id of Object.keys(scene.tints)) {
    const mask = await rawPlane(folder, `tint-${id}`, scene.sizePx, 1);
    const samples = Uint8Array.from(mask.data, (v) => Math.round(v * 255));
    const raw = { width: mask.widthPx, height: mask.heightPx, channels: 1 as const };
    files.set(`tint-${id}.webp`, await sharp(samples, { raw }).webp({ quality: 80, effort: 5 }).toBuffer());
  }
  return files;
}

function totalBytes(files: Map<string, Buffer>): number {
  return [...files.values()].reduce((sum, file) => sum + file.length, 0);
}

function horizon(camera: Scene['camera']): number {
  const half = Math.tan((camera.fovDeg * Math.PI) / 360);
  return 0.5 - Math.tan((camera.elevationDeg * Math.PI) / 180) / (2 * half);
}

async function main(): Promise<void> {
  const [rawFolder, outFolder, mostBytes] = process.argv.slice(2);
  const budget = mostBytes ? Number(mostBytes) : BUDGET_BYTES;
  if (!rawFolder || !outFolder) throw new Error('usage: encode.ts RAW_FOLDER OUT_FOLDER [MOST_BYTES]');
  const scene = JSON.parse(await readFile(path.join(rawFolder, 'scene.json'), 'utf8')) as Scene;
  const depth = await rawPlane(rawFolder, 'depth', scene.sizePx, 1);
  for (let i = 0; i < depth.data.length; i += 1) depth.data[i] = Math.min(5000, depth.data[i] ?? 0);
  const half = halfDepth(depth);
  const nearDm = quantile(half.data, 0) * 0.98;
  const farDm = quantile(half.data, 1) * 1.02;
  const depthFile = await writeLayer(half, (v) => encodeDepth(v, nearDm, farDm), DEPTH_QUALITY);

  const masks = await packMasks(rawFolder, scene);
  const packed = await packWithinLimit(QUALITIES, budget, async (quality) => {
    const color = await packColor(rawFolder, scene, quality);
    const sizeBytes = totalBytes(color.files) + totalBytes(masks) + depthFile.length;
    return { packed: color, sizeBytes };
  });

  const { world, ...stage } = scene.stage;
  const set = studioSetSchema.parse({
    format: 1,
    id: `${scene.family}-${scene.view}`,
    family: scene.family,
    view: scene.view,
    title: scene.title,
    version: 1,
    scale: scene.scale,
    widthPx: scene.sizePx,
    heightPx: scene.sizePx,
    camera: { ...scene.camera, horizon: horizon(scene.camera) },
    stage: { worldDm: world, ...stage },
    floor: scene.floor,
    lights: packed.lights,
    albedo: { file: 'albedo.avif', encoding: 'srgb', floor: scene.albedoFloor },
    tints: Object.entries(scene.tints).map(([id, color]) => ({ id, color, file: `tint-${id}.webp` })),
    depth: {
      file: 'depth.avif',
      encoding: 'inverse',
      nearDm,
      farDm,
      backdropDm: quantile(half.data, 0.9),
      widthPx: half.widthPx,
      heightPx: half.heightPx,
    },
    preview: 'preview.webp',
    keywords: scene.keywords,
    render: {
      renderer: scene.render.renderer,
      samples: scene.render.samples,
      sceneHash: scene.sceneHash,
      blocksHash: scene.blocksHash,
    },
  } satisfies StudioSetFile);

  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const files = new Map([...packed.files, ...masks, ['depth.avif', depthFile]]);
  for (const [name, bytes] of files) await writeFile(path.join(outFolder, name), bytes);
  const roundNumbers = (_: string, v: unknown): unknown => (typeof v === 'number' ? Number(v.toPrecision(7)) : v);
  await writeFile(path.join(outFolder, 'set.json'), `${JSON.stringify(set, roundNumbers, 2)}\n`);
  await writePicture(relight(await readSet(outFolder)), path.join(outFolder, set.preview), 640);
  const sizes = [...files].map(([name, bytes]) => `${name} ${Math.round(bytes.length / 1000)}k`);
  process.stdout.write(`${set.id}: ${Math.round(totalBytes(files) / 1000)} kB (${sizes.join(', ')})\n`);
}

await main();
