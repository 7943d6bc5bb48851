/**
 * Verifies a packed studio set before it is committed. Each check returns descriptions of faults; an empty list means
 * success.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_SHADOW } from '@packshot/contract';
import sharp from 'sharp';
import { decodePhoto } from '../codec/decode.ts';
import { planScenes } from '../pixels/words/scene-prompt/plan-scenes.ts';
import { composeScene, type ComposedScene } from '../pixels/scene/compose-scene.ts';
import { createCutOut, type CutOut } from '../pixels/scene/cut-out.ts';
import { layerFloats, type DecodedStudioSet } from '../pixels/stage/layers.ts';
import { defaultWeight, relight } from '../pixels/light/set/relight.ts';
import { isHangingIn } from '../pixels/stage/set-kinds.ts';
import { finish } from '../pixels/raster/work.ts';
import { readSet } from '../sets/read-set.ts';
import { studioSetSchema } from '../sets/set-schema.ts';

export const SETS_FOLDER = path.resolve(import.meta.dirname, '../../assets/sets');
/** File with the digests of verified sets, by set. @lab */
export const PROVED_FILE = path.join(import.meta.dirname, 'proved-sets.json');

const MAX_SET_BYTES = 1_600_000;
/** Width of the layers for judging light and depth; it suffices, and full-size layers would take minutes. */
const THINNED_PX = 336;
/** Longer side of the picture for checking a product's position. */
const THUMBNAIL_PX = 160;
/**
 * Level, of 255, below which the ground counts as black: it shows no shadow, and its gloss mirrors the product
 * instead.
 */
const NEARLY_BLACK = 24;
/**
 * Maximum brightness of the shaded area relative to its brightness without the product. White stone in full light, for
 * example, hardly darkens under the cushions of headphones.
 */
const DARKER = 0.987;

const FIXTURES = path.resolve(import.meta.dirname, 'fixtures');

/** Digest that depends on every byte of a set's files and on their names. */
export async function computeDigest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(folder)).toSorted()) {
    const bytes = await readFile(path.join(folder, file));
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

export async function readProved(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(PROVED_FILE, 'utf8')) as Record<string, string>;
}

export async function listFaults(folder: string): Promise<string[]> {
  const packed = await faultsOfFiles(folder);
  if (packed.length > 0) return packed;
  const decoded = await readSet(folder, THINNED_PX);
  return [...faultsOfStage(decoded), ...faultsOfLight(decoded), ...(await faultsOfProducts(decoded))];
}

async function faultsOfFiles(folder: string): Promise<string[]> {
  const faults: string[] = [];
  const name = path.basename(folder);
  const set = studioSetSchema.parse(JSON.parse(await readFile(path.join(folder, 'set.json'), 'utf8')));
  if (set.id !== name || set.id !== `${set.family}-${set.view}`) faults.push(`its id is ${set.id}`);
  const pictures = [...set.lights.map((l) => l.layer.file), set.albedo.file, ...set.tints.map((t) => t.file)];
  const files = [...pictures, set.depth.file, set.preview, 'set.json'].toSorted();
  const presentFiles = (await readdir(folder)).toSorted();
  if (presentFiles.join(' ') !== files.join(' '))
    return [...faults, `it names ${files.join(' ')}, and has ${presentFiles.join(' ')}`];
  for (const file of [...pictures, set.depth.file]) {
    const { width, height } = await sharp(path.join(folder, file)).metadata();
    const expectedSize = file === set.depth.file ? set.depth : set;
    if (width !== expectedSize.widthPx || height !== expectedSize.heightPx)
      faults.push(`${file} is ${width} × ${height}`);
  }
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes >= MAX_SET_BYTES) faults.push(`it takes ${bytes} bytes`);
  return faults;
}

/** Checks that the set's product position is where the camera sees it, at the recorded depth. */
export function faultsOfStage({ set, depth }: DecodedStudioSet): string[] {
  const faults: string[] = [];
  const world = [...set.stage.worldDm, 1];
  const [x = 0, y = 0, z = 0] = set.camera.worldToCamera.map((row) =>
    row.reduce((sum, v, i) => sum + v * (world[i] ?? 0), 0),
  );
  const half = Math.tan((set.camera.fovDeg * Math.PI) / 360);
  const image = [0.5 + x / -z / half / 2, 0.5 - y / -z / half / 2];
  const [stageX, stageY] = set.stage.image;
  if (Math.abs((image[0] ?? 0) - stageX) > 5e-4 || Math.abs((image[1] ?? 0) - stageY) > 5e-4)
    faults.push(`its stage is seen at ${image.join(', ')}, and said to be at ${stageX}, ${stageY}`);
  const column = Math.floor(stageX * depth.widthPx);
  const row = Math.floor(stageY * depth.heightPx);
  const depthDm = layerFloats(depth)[row * depth.widthPx + column] ?? 0;
  if (Math.abs(depthDm + z) / -z >= 0.03)
    faults.push(`its stage is ${-z} dm away, and ${depthDm} dm in its depth`);
  const room = isHangingIn(set) ? 1 - stageY : stageY;
  if (room <= set.stage.maxHeight) faults.push('its stage has no room in the picture');
  return faults;
}

/** Checks that every light illuminates the set, and that the lit set is neither black nor overexposed. */
export function faultsOfLight(decoded: DecodedStudioSet): string[] {
  const faults: string[] = [];
  const mean = (data: Float32Array): number => data.reduce((sum, v) => sum + v, 0) / data.length;
  const whole = relight(decoded);
  let parts = 0;
  for (const light of decoded.set.lights) {
    const alone = mean(relight(decoded, { lights: { [light.id]: defaultWeight(light) } }).data);
    if (alone <= 0.0005) faults.push(`its light ${light.id} is not seen`);
    parts += alone;
  }
  const all = mean(whole.data);
  if (Math.abs(parts - all) > 5e-4) faults.push(`its lights add up to ${parts} instead of ${all}`);
  if (all <= 0.03) faults.push('it is black');
  if (whole.data.filter((v) => v > 4).length / whole.data.length >= 0.02) faults.push('it is burnt out');
  return faults;
}

/** Checks that products are complete, inside the picture, and darken the surface on which they stand, lie or hang. */
async function faultsOfProducts(decoded: DecodedStudioSet): Promise<string[]> {
  const files = (await readdir(FIXTURES)).filter((file) => file.endsWith('.png')).toSorted();
  // Tests two products per set, chosen by the set's ID, so that each product is tested in many sets.
  const first = [...decoded.set.id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const faults: string[] = [];
  for (const turn of [0, files.length >> 1]) {
    const file = files[(first + turn) % files.length] ?? '';
    const product = createCutOut((await decodePhoto(await readFile(path.join(FIXTURES, file)))).image);
    if (product === undefined) throw new Error(`Nothing is visible in ${file}`);
    faults.push(...faultsOfProduct(decoded, product).map((fault) => `${file} ${fault}`));
  }
  return faults;
}

function faultsOfProduct(decoded: DecodedStudioSet, product: CutOut): string[] {
  const faults: string[] = [];
  const [shaded, bare] = [thumbnail(decoded, product, 'contact'), thumbnail(decoded, product, 'none')];
  const { placement, layers, picture } = shaded;
  if (placement === null || layers === undefined) throw new Error('Product and layers were asked for');
  const height = (placement.width * product.heightPx) / product.widthPx;
  const foot = placement.centerY + height / 2;
  const aside = placement.width / 2;
  if (placement.centerX <= aside || placement.centerX + aside >= 1)
    faults.push('leaves the frame at its side');
  if (foot <= height || foot >= 0.97) faults.push('leaves the frame above or below');
  // Objects of the set may hide only a small part of the product.
  const whole = product.levels.at(-1);
  if (whole === undefined) throw new Error('A product has a size');
  const share = coverage(whole.data, 65_535) / (whole.data.length / 4);
  const area = share * placement.width * height * picture.widthPx * picture.heightPx;
  if (coverage(layers.product.data, 255) / area <= 0.9) faults.push('is hidden by the set');
  // The supporting surface must be darker, unless it is already black.
  const around = isHangingIn(decoded.set)
    ? { left: -0.7, right: 0.7, top: foot - height, bottom: Math.min(1, foot + 0.2 * height) }
    : { left: -0.5, right: 0.5, top: foot - 3 / picture.heightPx, bottom: foot + 4 / picture.heightPx };
  const [before = 0, after = 0] = [bare, shaded].map((scene) =>
    brightness(scene, layers.product.data, around),
  );
  if (after >= Math.max(NEARLY_BLACK, DARKER * before)) faults.push('darkens nothing');
  return faults;
}

/** Thumbnail of a set in its default light, with a product in its default position. */
function thumbnail(decoded: DecodedStudioSet, product: CutOut, kind: 'contact' | 'none'): ComposedScene {
  const request = {
    prompt: '',
    light: 'as-composed',
    palette: [],
    product: null,
    seed: 1,
    count: 2,
  } as const;
  const [plan] = planScenes(request, [decoded.set]);
  if (plan === undefined) throw new Error('Nothing was planned');
  const shadow = { ...DEFAULT_SHADOW, kind };
  const picture = { aspectRatioId: 1, isLarger: true, longerSidePx: THUMBNAIL_PX, withLayers: true };
  return finish(composeScene({ decoded, plan, product, shadow, seed: 1, ...picture }));
}

/** Number of covered pixels; partly covered ones count as fractions. */
function coverage(pixels: ArrayLike<number>, opaque: number): number {
  let sum = 0;
  for (let i = 3; i < pixels.length; i += 4) sum += (pixels[i] ?? 0) / opaque;
  return sum;
}

/**
 * Mean green of a region's visible pixels; horizontal limits are in widths of the product, vertical ones in shares of
 * the picture.
 */
function brightness(
  { picture, placement }: ComposedScene,
  product: ArrayLike<number>,
  part: { left: number; right: number; top: number; bottom: number },
): number {
  const { widthPx, heightPx, data } = picture;
  const { centerX, width } = placement ?? { centerX: 0, width: 0 };
  const column = (at: number): number => Math.round(Math.max(0, Math.min(1, centerX + at * width)) * widthPx);
  let [sum, count] = [0, 0];
  for (let y = Math.round(part.top * heightPx); y < part.bottom * heightPx; y += 1) {
    for (let x = column(part.left); x < column(part.right); x += 1) {
      if ((product[(y * widthPx + x) * 4 + 3] ?? 0) > 0) continue;
      sum += data[(y * widthPx + x) * 3 + 1] ?? 0;
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}
