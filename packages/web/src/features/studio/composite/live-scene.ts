/** Plans and composes scenes for the stage, from the layers of their studio set. Runs in a worker of its own. */
import { likelyView } from '@packshot/contract/tools/view';
import type { ProductView } from '@packshot/contract/tools/view';
import { MOST_BESIDE } from '@packshot/contract/tools/scene';
import type { Placement, Shadow } from '@packshot/contract/tools/scene';
import {
  firstChannels,
  LiveScene,
  planScene,
  prepareLiveProduct,
  raster,
  readLiveSet,
  readProduct,
  readReference,
  seenFrom,
  viewInWords,
  withDimmers,
} from '@packshot/image-engine/pixels';
import type {
  AuxiliaryMaps,
  CutOut,
  Dimmers,
  LiveFrame,
  LiveOrder,
  ProductReading,
  ReadSetPicture,
  ReferenceReading,
  ScenePlan,
  SceneRequest,
} from '@packshot/image-engine/pixels';
import type { DescribedSet } from '../../../lib/api/references.ts';
import { decoderBias } from '../../../lib/canvas/decoder-bias.ts';
import { decodeImage, readPixels, surface } from '../../../lib/canvas/surface.ts';
import type { DecodeOptions } from '../../../lib/canvas/surface-types.ts';
import { readPictureFile } from '../documents/bitmap.ts';
import { mapBlob, readMaps } from '../documents/map-bitmaps.ts';
import { finishInTurns } from './finish-in-turns.ts';
import { keepLast } from './keep-last.ts';
import type { StagePicture } from '../model/picture.ts';
import type { PixelSize } from '../model/size.ts';

interface SeenProduct {
  readonly product: StagePicture;
  /** Camera view of the product; null to read the view from the product's file. */
  readonly view: ProductView | null;
  /** Prompt whose words may ask for another pose than the file shows; only for a product without a view. */
  readonly poseWords?: string | undefined;
}

/** Scene to compose: one that is made, with its scene lock, or one that is planned. */
export interface LiveSceneOrder
  extends
    SeenProduct,
    Pick<
      LiveOrder,
      | 'plan'
      | 'look'
      | 'placement'
      | 'matchPercent'
      | 'seed'
      | 'aspectRatioId'
      | 'isLarger'
      | 'longerSidePx'
      | 'movedIndex'
    > {
  readonly set: DescribedSet;
  /** Further products in the scene. */
  readonly others: readonly { readonly product: StagePicture; readonly placement: Placement }[];
  readonly shadow: Shadow | null;
}

/**
 * Plan of a scene that isn't made yet, and the product's colors. The request to the server has to contain these colors,
 * so that the server plans the same scene.
 */
export interface LivePlan {
  readonly plan: ScenePlan;
  readonly productColors: readonly string[];
}

/** Request for a scene that isn't made yet. */
export interface LivePlanOrder extends SeenProduct, Omit<SceneRequest, 'product' | 'reference'> {
  /** The user's own reference picture. */
  readonly reference: StagePicture | null;
  /** Changes of the planned scene. */
  readonly dimmers: Dimmers;
}

/** Width of a studio set's layers in pixels: half of that in the set's files. */
const SET_WIDTH_PX = 672;
/** Longest side of a product in memory; larger than a frame, so that it can be enlarged. */
const PRODUCT_LONGEST_SIDE_PX = 1280;

interface LiveProduct {
  readonly cutOut: CutOut;
  readonly reading: ProductReading;
  /** Reads the view from the product's outline. */
  readonly readView: () => Promise<ProductView | null>;
}

const lastScene = keepLast<LiveScene>();
const lastProduct = keepLast<LiveProduct>(1 + MOST_BESIDE);
// Caches the last plan, which stays the same while the user changes its lamps and colors.
const lastPlan = keepLast<ScenePlan>();
const lastReference = keepLast<ReferenceReading>();

/**
 * Plans the first variant of a request, as the engine does.
 * @throws RangeError for an unknown reference; CanvasLimitError or TypeError if a picture can't be read
 */
export async function planLive({
  product,
  view,
  poseWords,
  reference,
  dimmers,
  ...request
}: LivePlanOrder): Promise<LivePlan> {
  const [{ reading, readView }, followed, { STUDIO_SETS }] = await Promise.all([
    lastProduct(product.url, () => loadProduct(product)),
    reference &&
      lastReference(reference.url, async () =>
        readReference(await picturePixels(reference, await readPictureFile(reference))),
      ),
    import('./studio-sets.ts'),
  ]);
  const sighting = await readSeen({ view, poseWords }, readView);
  const measured = sighting
    ? { ...reading, elevationDeg: sighting.elevationDeg, pose: sighting.pose }
    : reading;
  const whole = { ...request, product: measured, ...(followed && { reference: followed }) };
  const plan = await lastPlan(JSON.stringify(whole), async () => planScene(whole, 0, STUDIO_SETS));
  const set = STUDIO_SETS.find(({ id }) => id === plan.setId);
  const dimmed = set ? withDimmers(plan, dimmers, set, request.prompt) : plan;
  return { plan: dimmed, productColors: reading.palette };
}

/**
 * Camera view of a product: the stated one, or else the one read from its file, corrected by words for poses in the
 * prompt.
 */
const readSeen = async (
  { view, poseWords }: Pick<SeenProduct, 'view' | 'poseWords'>,
  readView: LiveProduct['readView'],
): Promise<ProductView | null> => view ?? viewInWords(await readView(), poseWords ?? '');

/** Composition in progress. */
let running: AbortController | null = null;

/**
 * Composes a scene; returns null if it was stopped. Keeps the last set and the last products in memory.
 * @throws CanvasLimitError if the browser can't read the layers; TypeError if they or the product can't be loaded
 */
export async function composeLive(order: LiveSceneOrder): Promise<LiveFrame | null> {
  const { signal } = (running = new AbortController());
  const { set, product: picture, others, view, poseWords, shadow, ...rest } = order;
  const [scene, { cutOut, reading, readView }, beside] = await Promise.all([
    lastScene(set.files, async () => new LiveScene(await loadSet(set))),
    lastProduct(picture.url, () => loadProduct(picture)),
    Promise.all(others.map(besideOrder)),
  ]);
  const seenView = await readSeen({ view, poseWords }, readView);
  const sighting = {
    pose: seenView?.pose ?? null,
    elevationDeg: seenView?.elevationDeg ?? reading.elevationDeg,
  };
  const work = scene.compose({
    ...rest,
    product: cutOut,
    beside,
    productView: sighting,
    shadow: shadow ?? undefined,
  });
  return finishInTurns(work, signal);
}

/** Prepares a further product; its pose is read from its outline, as the engine does. */
async function besideOrder({ product, placement }: LiveSceneOrder['others'][number]) {
  const { cutOut, readView } = await lastProduct(product.url, () => loadProduct(product));
  return { product: cutOut, placement, productView: seenFrom(await readView()) };
}

/** Stops the composition in progress, if there is one, because its scene isn't wanted any more. */
export async function stopLive(): Promise<void> {
  running?.abort();
}

async function loadSet({ set, files }: DescribedSet) {
  const read: ReadSetPicture = async (file, widthPx) => {
    const answer = await fetch(files + file);
    if (!answer.ok) throw new TypeError(`${file} could not be loaded: ${answer.status}`);
    // The layers' samples are numbers rather than colors, so they must not be converted.
    const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const;
    return decodePixels(await answer.blob(), () => ({ widthPx, heightPx: widthPx }), options);
  };
  return readLiveSet(set, SET_WIDTH_PX, read, await decoderBias());
}

async function loadProduct(picture: StagePicture): Promise<LiveProduct> {
  const file = await readPictureFile(picture);
  const image = await picturePixels(picture, file);
  const reading = readProduct(image);
  const cutOut = prepareLiveProduct(image, await mapsIn(file));
  if (cutOut === undefined) throw new TypeError('Nothing of the product is visible.');
  let view: Promise<ProductView | null> | undefined;
  return {
    cutOut,
    reading,
    // Loads the weights of the view model only for products whose view isn't known, and runs the model once per
    // product.
    readView: async () => {
      view ??= import('@packshot/image-engine/pixels/outline-view').then(({ viewOfCutOut }) =>
        likelyView(viewOfCutOut(image, reading.elevationDeg)),
      );
      try {
        return await view;
      } catch (error) {
        view = undefined;
        throw error;
      }
    },
  };
}

async function picturePixels(picture: PixelSize, file: Blob) {
  const scale = Math.min(1, PRODUCT_LONGEST_SIDE_PX / Math.max(picture.widthPx, picture.heightPx));
  return decodePixels(file, ({ widthPx, heightPx }) => ({
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  }));
}

async function mapsIn(file: Blob): Promise<AuxiliaryMaps> {
  const { photoShadow, through, coverage } = await readMaps(file);
  const read = (plane: Uint8Array<ArrayBuffer>) =>
    decodePixels(mapBlob(plane), (size) => size, { colorSpaceConversion: 'none' });
  return {
    ...(photoShadow && { photoShadow: firstChannels(await read(photoShadow), 1) }),
    ...(through && { through: firstChannels(await read(through), 3) }),
    ...(through && coverage && { coverage: firstChannels(await read(coverage), 1) }),
  };
}

async function decodePixels(file: Blob, toSize: (own: PixelSize) => PixelSize, options?: DecodeOptions) {
  const image = await decodeImage(file, options);
  const { widthPx, heightPx } = toSize({ widthPx: image.width, heightPx: image.height });
  const drawing = surface(widthPx, heightPx, { isRead: true });
  drawing.context.drawImage(image, 0, 0, widthPx, heightPx);
  image.close();
  const { data } = readPixels(drawing);
  return raster(new Uint8Array(data.buffer), widthPx, heightPx, 4);
}
