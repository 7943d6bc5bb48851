/** What an export is made of: the picture on the stage, at its full size, and what it can be taken apart into. */
import type { SceneLayerName } from '@packshot/contract/tools/layers';
import { SCENE_LAYERS } from '@packshot/contract/tools/layers';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import { payerFor } from '../model/payer.ts';
import type { Payer } from '../model/payer.ts';
import { alphaIdOf, currentResult, productOf, resultOf } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';
import type { StudioDocument } from '../model/document.ts';
import { digitalSourceOf } from '@packshot/contract/provenance/chain';
import { stepsOf } from '../documents/file-words.ts';
import { fullFile } from '../documents/full-picture.ts';
import { madeHereOf } from '../history/made-here.ts';
import type { MadeHere } from '../history/made-here.ts';
import { completeResult } from '../documents/show-result.ts';
import type { Picture } from '../model/picture.ts';
import { compositionToMake } from '../composite/compose-now.ts';
import { areaIn, placedBounds } from '../model/composition.ts';
import { drawnFrom, drawnOnStage } from '../run/drawn-from.ts';
import type { DrawnHere } from '../run/drawn-from.ts';
import { isComposedOnSaving, productIn } from '../composite/composing.ts';
import type { CompositionOrder } from '../composite/compose.ts';
import { resultFileName } from './save-result.ts';
import type { TaskCall } from '../state/task-call.ts';
import type { StudioServices } from '../state/services.ts';
import type { Area } from '../model/size.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { metadataOf } from './picture-metadata.ts';
import type { PictureLayer } from './write-psd.ts';

export interface ExportSource {
  readonly documentId: string;
  /** The document's picture that it shows, or that its product is. */
  readonly pictureId: PictureId;
  /** Whose download is debited, once; null: the user's own photo, which costs nothing. */
  readonly payer: Payer | null;
  /** What history keeps of it, when it was made in this browser. */
  readonly madeHere: MadeHere | null;
  /** Proposed name, without an extension. */
  readonly stem: string;
  /** Proposed alternative text; empty while nothing is said of the picture. */
  readonly altText: string;
  readonly sourceType: DigitalSourceType;
  readonly file: Blob;
  /** Where the server has this very file; null for what was made here. */
  readonly storedKey: string | null;
  /** Which of the server's pictures it shows; null: none. */
  readonly drawn: DrawnHere | null;
  /** Give it back with `services.release`. */
  readonly picture: Picture;
  /** The product alone: without a background. */
  readonly isTransparent: boolean;
  /** The visible part of a picture without a background; null for the others. */
  readonly product: Area | null;
  /** Where the product is in a picture with a background; null when it isn't known. */
  readonly subject: Area | null;
  /** The color that continues a background beyond the picture; null for a product alone. */
  readonly edgeColor: string | null;
  /** What it consists of, bottom first, as people read it. */
  readonly layerNames: readonly string[];
  /** The server takes it apart, and only what is paid for. */
  readonly areLayersOnServer: boolean;
  /** The product of it without a background; null: it is that, or has none. */
  readonly alone: (() => Promise<ExportSource>) | null;
  /** The parts themselves. Pictures among them are given back by `release`. */
  layers(): Promise<{
    readonly layers: readonly PictureLayer[] | CompositionOrder;
    readonly release: () => void;
  }>;
}

/**
 * @returns null when there is nothing on the stage to take away
 * @throws when its pixels cannot be read or made
 */
export async function exportSource(context: StudioContext): Promise<ExportSource | null> {
  const { document } = context.store.getState();
  if (!document) return null;
  return isComposedOnSaving(context.tools, document)
    ? composedSource(context, document)
    : resultSource(context, document);
}

/** The product on a ground that is made here. */
async function composedSource(
  context: StudioContext,
  document: StudioDocument,
): Promise<ExportSource | null> {
  const state = context.store.getState();
  const drawn = drawnOnStage(context.tools, state);
  const order = await compositionToMake(context);
  const product = productIn(document);
  if (!order || !product) return null;
  const { png } = await context.services.compose(order);
  const isTransparent = order.background.kind === 'transparent';
  return {
    ...(await looked(context, document, png, isTransparent)),
    pictureId: product.id,
    subject: isTransparent ? null : placedBounds(order.placement, order.box, order.size),
    storedKey: null,
    drawn,
    payer: payerFor(document, product.id),
    madeHere: madeHereOf(context.tools, state),
    layerNames: [
      ...(isTransparent ? [] : ['Background']),
      ...(order.shadow.kind === 'none' ? [] : ['Shadow']),
      ...(order.planes.clear && !isTransparent ? ['Glass'] : []),
      'Product',
    ],
    areLayersOnServer: false,
    alone: isTransparent ? null : () => sourceOfResult(context, document, product, null),
    layers: async () => ({ layers: order, release: () => undefined }),
  };
}

async function resultSource(context: StudioContext, document: StudioDocument): Promise<ExportSource | null> {
  const result = currentResult(document);
  const madeHere = madeHereOf(context.tools, context.store.getState());
  return result ? sourceOfResult(context, document, result, madeHere) : null;
}

export async function sourceOfResult(
  context: StudioContext,
  document: StudioDocument,
  result: Result,
  madeHere: MadeHere | null,
): Promise<ExportSource> {
  const file = await fullFile(context, document.id, result);
  const product = productOf(document, result.id);
  const isAlone = product?.id === result.id;
  const base = await looked(context, document, file, isAlone);
  return {
    ...base,
    pictureId: result.id,
    subject: isAlone ? null : subjectIn(context, document, result, base.picture),
    storedKey: result.key === '' ? null : result.key,
    drawn: drawnFrom(document, result.id),
    payer: payerFor(document, result.id),
    madeHere,
    alone: isAlone || product === null ? null : () => sourceOfResult(context, document, product, null),
    ...partsOf(context, document, result, base.picture),
  };
}

/** Where a scene has its product, also when it was enlarged or harmonized afterwards. */
function subjectIn(
  { store }: StudioContext,
  document: StudioDocument,
  shown: Result,
  picture: Picture,
): Area | null {
  for (let result: Result | null = shown; result; result = resultOf(document, result.inputId)) {
    if (result.cropOf !== null) return null;
    const placement = result.scene?.placement;
    if (!placement) continue;
    const product = productOf(document, result.id);
    const box = product && store.getState().boxes[product.id];
    return box ? placedBounds(placement, box, picture) : null;
  }
  return null;
}

async function looked(
  { services, tools }: StudioContext,
  document: StudioDocument,
  file: Blob,
  isTransparent: boolean,
): Promise<
  Pick<
    ExportSource,
    | 'documentId'
    | 'stem'
    | 'altText'
    | 'sourceType'
    | 'file'
    | 'picture'
    | 'isTransparent'
    | 'product'
    | 'edgeColor'
  >
> {
  const picture = await services.decodePicture(file);
  const { altText, digitalSourceType } = metadataOf(tools, document);
  const steps = await stepsOf(file);
  const box = isTransparent ? await services.visibleBox(picture) : null;
  return {
    documentId: document.id,
    stem: resultFileName(document.photo?.name ?? '').replace(/\.png$/, ''),
    altText,
    sourceType: steps === null ? digitalSourceType : digitalSourceOf(steps),
    file,
    picture,
    isTransparent,
    product: box && areaIn(box, picture),
    edgeColor: isTransparent ? null : await services.edgeColor(picture),
  };
}

/** A result as layers: what was composed here has its product apart; the others are one. */
function partsOf(
  { services }: StudioContext,
  document: StudioDocument,
  result: Result,
  picture: Picture,
): Pick<ExportSource, 'layerNames' | 'areLayersOnServer' | 'layers'> {
  // A studio set is taken apart by the server, which has its layers.
  if (result.scene?.facts && result.scene.placement)
    return {
      layerNames: ['Background', 'Shadow', 'Product'],
      areLayersOnServer: true,
      layers: () => sceneParts(services, result),
    };
  // A harmonized picture has its product where the composite has it that it was made of.
  const composed = result.strength === null ? result : resultOf(document, result.inputId);
  if (composed?.tool !== 'composite') {
    const name = productOf(document, result.id)?.id === result.id ? 'Product' : 'Picture';
    return {
      layerNames: [name],
      areLayersOnServer: false,
      layers: async () => ({ layers: [{ name, picture }], release: () => undefined }),
    };
  }
  return {
    layerNames: ['Picture', 'Product'],
    areLayersOnServer: false,
    layers: async () => {
      const alpha = await services.documents.readBlob(document.id, `${alphaIdOf(composed.id)}/full`);
      if (!alpha) throw new Error('Where the product is was not kept.');
      const mask = await services.decodePicture(alpha);
      return {
        layers: [
          { name: 'Picture', picture },
          { name: 'Product', picture, mask },
        ],
        release: () => services.release(mask),
      };
    },
  };
}

async function sceneParts(
  services: StudioServices,
  { key }: Result,
): Promise<Awaited<ReturnType<ExportSource['layers']>>> {
  const tasks = await services.startTask({ tool: 'layers', input: { imageKey: key } }, unattended(services));
  const pictures: Picture[] = [];
  const release = (): void => pictures.forEach((picture) => services.release(picture));
  try {
    for (const { result } of tasks) {
      const complete = completeResult(result);
      if (!complete) throw new Error('A layer was not made.');
      pictures.push(await services.decodePicture(await services.fetchBlob(complete.imageUrl)));
    }
  } catch (error) {
    release();
    throw error;
  }
  const names: Readonly<Record<SceneLayerName, string>> = {
    background: 'Background',
    shadow: 'Shadow',
    product: 'Product',
  };
  const layers = SCENE_LAYERS.flatMap((layer, at) => {
    const picture = pictures[at];
    return picture ? [{ name: names[layer], picture }] : [];
  });
  return { layers, release };
}

/** A request that nobody watches: it is free, and what comes of it is waited for. */
export const unattended = (services: Pick<StudioServices, 'newId'>): TaskCall => ({
  idempotencyKey: services.newId(),
  signal: new AbortController().signal,
  onTaskIds: () => undefined,
  onTask: () => undefined,
});
