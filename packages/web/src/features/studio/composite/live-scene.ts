/** Composes made scenes with changes, from the layers of their studio set. Runs in a worker of its own. */
import { likelyView } from '@packshot/contract/tools/view';
import type { ProductView } from '@packshot/contract/tools/view';
import type { Placement, SceneLook, Shadow } from '@packshot/contract/tools/scene';
import {
  LiveScene,
  measureRimElevation,
  prepareLiveProduct,
  raster,
  readLiveSet,
  viewOfCutOut,
} from '@packshot/image-engine/pixels';
import type {
  AuxiliaryMaps,
  CutOut,
  LiveFrame,
  LiveOrder,
  ReadSetPicture,
} from '@packshot/image-engine/pixels';
import type { DescribedSet } from '../../../lib/api/references.ts';
import { decoderBias } from '../../../lib/canvas/decoder-bias.ts';
import { decodeImage, readPixels, surface } from '../../../lib/canvas/surface.ts';
import type { DecodeOptions } from '../../../lib/canvas/surface-types.ts';
import { readPictureFile } from '../documents/bitmap.ts';
import { planeBlob, planesIn } from '../documents/plane-bitmaps.ts';
import type { Picture } from '../model/picture.ts';
import type { PixelSize } from '../model/size.ts';

export interface LiveSceneOrder extends Pick<LiveOrder, 'aspectRatioId' | 'isLarger' | 'longerSidePx'> {
  readonly set: DescribedSet;
  readonly product: Picture;
  readonly look: SceneLook;
  readonly placement: Placement;
  readonly shadow: Shadow | null;
  /** Camera view of the product; null if the product's file has to tell. */
  readonly view: ProductView | null;
}

/** Columns of a set's layers, half of those in its files. */
const SET_WIDTH_PX = 672;
/** Longest side of a product in memory; larger than a frame, so that it can be enlarged. */
const PRODUCT_LONGEST_SIDE_PX = 1280;

interface LiveProduct {
  readonly cutOut: CutOut;
  readonly view: ProductView | null;
  readonly elevationDeg: number | null;
}

/** Keeps the last value that was made, by its key. */
function lastOf<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  let last: { readonly key: string; readonly value: Promise<Value> } | null = null;
  return (key, make) => {
    if (last?.key !== key) last = { key, value: make() };
    const { value } = last;
    value.catch(() => {
      if (last?.value === value) last = null;
    });
    return value;
  };
}

const lastScene = lastOf<LiveScene>();
const lastProduct = lastOf<LiveProduct>();

/**
 * Composes a scene. Keeps the last set and the last product in memory.
 * @throws CanvasLimitError if the browser can't read the layers; TypeError if they or the product can't be loaded
 */
export async function composeLive(order: LiveSceneOrder): Promise<LiveFrame> {
  const { set, product: picture, view, shadow, ...rest } = order;
  const [scene, product] = await Promise.all([
    lastScene(set.files, async () => new LiveScene(await loadSet(set))),
    lastProduct(picture.url, () => loadProduct(picture)),
  ]);
  const seenView = view ?? product.view;
  const seen = {
    pose: seenView?.pose ?? null,
    elevationDeg: seenView?.elevationDeg ?? product.elevationDeg,
  };
  return scene.compose({ ...rest, product: product.cutOut, seen, shadow: shadow ?? undefined });
}

async function loadSet({ set, files }: DescribedSet) {
  const read: ReadSetPicture = async (file, widthPx) => {
    const answer = await fetch(files + file);
    if (!answer.ok) throw new TypeError(`${file} could not be loaded: ${answer.status}`);
    // The samples are numbers rather than colors.
    const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const;
    return pixelsOf(await answer.blob(), () => ({ widthPx, heightPx: widthPx }), options);
  };
  return readLiveSet(set, SET_WIDTH_PX, read, await decoderBias());
}

async function loadProduct(picture: Picture): Promise<LiveProduct> {
  const file = await readPictureFile(picture);
  const scale = Math.min(1, PRODUCT_LONGEST_SIDE_PX / Math.max(picture.widthPx, picture.heightPx));
  const image = await pixelsOf(file, ({ widthPx, heightPx }) => ({
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  }));
  const elevationDeg = measureRimElevation(image);
  const view = likelyView(viewOfCutOut(image, elevationDeg));
  const cutOut = prepareLiveProduct(image, await mapsIn(file));
  if (cutOut === undefined) throw new TypeError('Nothing of the product is visible.');
  return { cutOut, view, elevationDeg };
}

async function mapsIn(file: Blob): Promise<AuxiliaryMaps> {
  const { photoShadow, through, coverage } = await planesIn(file);
  const read = (plane: Uint8Array<ArrayBuffer>) =>
    pixelsOf(planeBlob(plane), (size) => size, { colorSpaceConversion: 'none' });
  return {
    ...(photoShadow && { photoShadow: withChannels(await read(photoShadow), 1) }),
    ...(through && { through: withChannels(await read(through), 3) }),
    ...(through && coverage && { coverage: withChannels(await read(coverage), 1) }),
  };
}

async function pixelsOf(file: Blob, toSize: (own: PixelSize) => PixelSize, options?: DecodeOptions) {
  const image = await decodeImage(file, options);
  const { widthPx, heightPx } = toSize({ widthPx: image.width, heightPx: image.height });
  const drawing = surface(widthPx, heightPx, { isRead: true });
  drawing.context.drawImage(image, 0, 0, widthPx, heightPx);
  image.close();
  const { data } = readPixels(drawing);
  return raster(new Uint8Array(data.buffer), widthPx, heightPx, 4);
}

function withChannels<Channels extends 1 | 3>(
  {
    data,
    widthPx,
    heightPx,
  }: { readonly data: Uint8Array; readonly widthPx: number; readonly heightPx: number },
  channels: Channels,
) {
  const samples = new Uint8Array(widthPx * heightPx * channels);
  for (let from = 0, to = 0; from < data.length; from += 4)
    for (let c = 0; c < channels; c++, to++) samples[to] = data[from + c] ?? 0;
  return raster(samples, widthPx, heightPx, channels);
}
