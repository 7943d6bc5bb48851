/** Source of an export: the picture on the stage at full size, with its layers. */
import { messages, t } from '@packshot/contract/text/translation';
import type { SceneLayerName } from '@packshot/contract/tools/layers';
import { SCENE_LAYERS } from '@packshot/contract/tools/layers';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import { namesInScene } from '../model/product-names.ts';
import { payerFor } from '../model/payer.ts';
import type { Payer } from '../model/payer.ts';
import { toAlphaId, currentResult, findProduct, findResult } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';
import type { StudioDocument } from '../model/document.ts';
import { digitalSourceFor } from '@packshot/contract/provenance/chain';
import { readSteps } from '../documents/file-words.ts';
import { fullFile } from '../documents/full-picture.ts';
import { getMadeHere } from '../history/made-here.ts';
import type { MadeHere } from '../history/made-here.ts';
import { completeResult } from '../documents/show-result.ts';
import type { StagePicture } from '../model/picture.ts';
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
import { createMetadata, describePicture, shopTitle } from './picture-metadata.ts';
import type { PictureLayer } from './write-psd.ts';

export interface ExportSource {
  readonly documentId: string;
  readonly pictureId: PictureId;
  /** Picture whose download is charged, at most once; null for the user's own photo, which is free. */
  readonly payer: Payer | null;
  /** Data of the history entry, for a picture that this browser made; else null. */
  readonly madeHere: MadeHere | null;
  readonly stem: string;
  /** Suggested alternative text; empty if the picture has no description. */
  readonly altText: string;
  /** Title for a shop page; empty if there is none. */
  readonly title: string;
  readonly sourceType: DigitalSourceType;
  readonly file: Blob;
  /** Storage key if the server stores exactly this file; null for pictures made in the browser. */
  readonly storedKey: string | null;
  /** Server's pictures that the browser drew into this one, or null. */
  readonly drawn: DrawnHere | null;
  /** Decoded picture; the caller frees it with `services.release` after use. */
  readonly picture: StagePicture;
  readonly isTransparent: boolean;
  /** Visible area of a picture without a background; null for other pictures. */
  readonly product: Area | null;
  /** Area of the product in a picture with a background, or null if unknown. */
  readonly subject: Area | null;
  /** Color that continues the background beyond the picture's edge; null for a product without a background. */
  readonly edgeColor: string | null;
  /** User-facing names of the picture's layers, bottom first. */
  readonly layerNames: readonly string[];
  /** Whether the server makes the layers; the user then has to pay for the picture first. */
  readonly areLayersOnServer: boolean;
  /** Makes a source with the product alone; null if the picture has no background already, or shows no product. */
  readonly alone: (() => Promise<ExportSource>) | null;
  /** Makes the layers. `release` frees the pictures that belong to them. */
  layers(): Promise<{
    readonly layers: readonly PictureLayer[] | CompositionOrder;
    readonly release: () => void;
  }>;
}

/**
 * Source for the picture on the stage.
 * @returns null if the stage has nothing to export
 * @throws if its pixels can't be read or made
 */
export async function exportSource(context: StudioContext): Promise<ExportSource | null> {
  const { document } = context.store.getState();
  if (!document) return null;
  return isComposedOnSaving(context.tools, document)
    ? composedSource(context, document)
    : resultSource(context, document);
}

/** Source for a product on a background that the browser makes. */
async function composedSource(
  context: StudioContext,
  document: StudioDocument,
): Promise<ExportSource | null> {
  const state = context.store.getState();
  const drawing = drawnOnStage(context.tools, state);
  const order = await compositionToMake(context);
  const product = productIn(document);
  if (!order || !product) return null;
  const { png } = await context.services.compose(order);
  const isTransparent = order.background.kind === 'transparent';
  return {
    ...(await readExportPicture(
      context,
      document,
      { id: document.edits.currentId, file: png },
      isTransparent,
    )),
    pictureId: product.id,
    subject: isTransparent ? null : placedBounds(order.placement, order.box, order.size),
    storedKey: null,
    drawn: drawing,
    payer: payerFor(document, product.id),
    madeHere: getMadeHere(context.tools, state),
    layerNames: [
      ...(isTransparent ? [] : [t('Background')]),
      ...(order.shadow.kind === 'none' ? [] : [t('Shadow')]),
      ...(order.maps.clear && !isTransparent ? [t('Glass')] : []),
      t('Product'),
    ],
    areLayersOnServer: false,
    alone: isTransparent ? null : () => sourceOfResult(context, document, product, null),
    layers: async () => ({ layers: order, release: () => undefined }),
  };
}

async function resultSource(context: StudioContext, document: StudioDocument): Promise<ExportSource | null> {
  const result = currentResult(document);
  const madeHere = getMadeHere(context.tools, context.store.getState());
  return result ? sourceOfResult(context, document, result, madeHere) : null;
}

export async function sourceOfResult(
  context: StudioContext,
  document: StudioDocument,
  result: Result,
  madeHere: MadeHere | null,
): Promise<ExportSource> {
  const file = await fullFile(context, document.id, result);
  const product = findProduct(document, result.id);
  const isAlone = product?.id === result.id;
  const base = await readExportPicture(context, document, { id: result.id, file }, isAlone);
  return {
    ...base,
    pictureId: result.id,
    subject: isAlone ? null : subjectIn(context, document, result, base.picture),
    storedKey: result.key === '' ? null : result.key,
    drawn: drawnFrom(document, result.id),
    payer: payerFor(document, result.id),
    madeHere,
    alone: isAlone || product === null ? null : () => sourceOfResult(context, document, product, null),
    ...describeLayers(context, document, result, base.picture),
  };
}

/** Area of the product in a scene, also if the scene was upscaled or harmonized afterwards. */
function subjectIn(
  { store }: StudioContext,
  document: StudioDocument,
  shownResult: Result,
  picture: StagePicture,
): Area | null {
  for (let result: Result | null = shownResult; result; result = findResult(document, result.inputId)) {
    if (result.cropOf !== null) return null;
    const placement = result.scene?.placement;
    if (!placement) continue;
    const product = findProduct(document, result.id);
    const box = product && store.getState().boxes[product.id];
    return box ? placedBounds(placement, box, picture) : null;
  }
  return null;
}

async function readExportPicture(
  { services, tools }: StudioContext,
  document: StudioDocument,
  { id, file }: { readonly id: PictureId; readonly file: Blob },
  isTransparent: boolean,
): Promise<
  Pick<
    ExportSource,
    | 'documentId'
    | 'stem'
    | 'altText'
    | 'title'
    | 'sourceType'
    | 'file'
    | 'picture'
    | 'isTransparent'
    | 'product'
    | 'edgeColor'
  >
> {
  const picture = await services.decodePicture(file);
  const { digitalSourceType } = createMetadata(tools, document);
  const steps = await readSteps(file);
  const box = isTransparent ? await services.visibleBox(picture) : null;
  return {
    documentId: document.id,
    stem: resultFileName(document).replace(/\.png$/, ''),
    altText: describePicture(document, id),
    title: shopTitle(document),
    sourceType: steps === null ? digitalSourceType : digitalSourceFor(steps),
    file,
    picture,
    isTransparent,
    product: box && areaIn(box, picture),
    edgeColor: isTransparent ? null : await services.edgeColor(picture),
  };
}

/**
 * Layers of a result. The server makes the layers of a scene. A picture composed in the browser has a separate product
 * layer. Other pictures have one layer.
 */
function describeLayers(
  { services }: StudioContext,
  document: StudioDocument,
  result: Result,
  picture: StagePicture,
): Pick<ExportSource, 'layerNames' | 'areLayersOnServer' | 'layers'> {
  // Only the server can make the layers of a scene with a studio set.
  if (result.scene?.facts && result.scene.placement) {
    const products = namesInScene(document, result);
    return {
      layerNames: [t('Background'), t('Shadow'), ...products],
      areLayersOnServer: true,
      layers: () => sceneParts(services, result, products),
    };
  }
  // Uses the composite from which a harmonized picture was made: the product is at the same place in both.
  const composed = result.strength === null ? result : findResult(document, result.inputId);
  if (composed?.tool !== 'composite') {
    const name = findProduct(document, result.id)?.id === result.id ? t('Product') : t('Picture');
    return {
      layerNames: [name],
      areLayersOnServer: false,
      layers: async () => ({ layers: [{ name, picture }], release: () => undefined }),
    };
  }
  return {
    layerNames: [t('Picture'), t('Product')],
    areLayersOnServer: false,
    layers: async () => {
      const alpha = await services.documents.readBlob(document.id, `${toAlphaId(composed.id)}/full`);
      if (!alpha) throw new Error('Where the product is was not kept.');
      const mask = await services.decodePicture(alpha);
      return {
        layers: [
          { name: t('Picture'), picture },
          { name: t('Product'), picture, mask },
        ],
        release: () => services.release(mask),
      };
    },
  };
}

async function sceneParts(
  services: StudioServices,
  { key }: Result,
  products: readonly string[],
): Promise<Awaited<ReturnType<ExportSource['layers']>>> {
  const tasks = await services.startTask(
    { tool: 'layers', input: { imageKey: key } },
    unattendedCall(services),
  );
  const layers: PictureLayer[] = [];
  const release = (): void => layers.forEach(({ picture }) => services.release(picture));
  const names: Readonly<Record<SceneLayerName, string>> = messages({
    background: 'Background',
    shadow: 'Shadow',
    product: 'Product',
  });
  try {
    for (const [at, { result }] of tasks.entries()) {
      const complete = completeResult(result);
      if (!complete) throw new Error('A layer was not made.');
      const name = products[(result?.product ?? 0) - 1] ?? names[SCENE_LAYERS[at] ?? 'product'];
      const picture = await services.decodePicture(await services.fetchBlob(complete.imageUrl));
      layers.push({ name, picture });
    }
  } catch (error) {
    release();
    throw error;
  }
  return { layers, release };
}

/** Task call whose progress isn't shown; the caller awaits the result. */
export const unattendedCall = (services: Pick<StudioServices, 'newId'>): TaskCall => ({
  idempotencyKey: services.newId(),
  signal: new AbortController().signal,
  onTaskIds: () => undefined,
  onTask: () => undefined,
});
