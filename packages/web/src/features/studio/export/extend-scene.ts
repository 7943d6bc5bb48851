import { MESSAGES } from '@packshot/contract/messages';
import { ASPECT_RATIOS } from '@packshot/contract/tools/aspect-ratios';
import { fullFile } from '../documents/full-picture.ts';
import { completeResult, showResult } from '../documents/show-result.ts';
import type { CompleteResult } from '../documents/show-result.ts';
import { adjustableScene, chosenSize, listSceneSizes } from '../model/adjustment.ts';
import type { AdjustableScene, SceneSizeOptions } from '../model/adjustment.ts';
import type { StudioDocument } from '../model/document.ts';
import { addResult } from '../model/edits.ts';
import type { VisibleBox } from '../model/composition.ts';
import { findResult, isEnlarged } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';
import { placesInFormat } from '../model/scene-format.ts';
import type { PixelSize } from '../model/size.ts';
import { toResult } from '../run/finish.ts';
import { createStoredKeys } from '../run/stored-keys.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { bestRendition } from '../state/studio-state.ts';
import { requireServerWork } from '../state/tools.ts';
import { sourceOfResult, unattendedCall } from './export-source.ts';
import { ENLARGED_ABOVE, ROUNDED_SHARE } from './export-frame.ts';
import type { ExportFrame } from './export-frame.ts';
import type { ExportSource } from './export-source.ts';

/** Smallest format of a scene that covers the frame, or the largest, in the aspect ratio nearest to the frame's. */
export function formatFor(frame: PixelSize): SceneSizeOptions {
  const distance = ({ x, y }: { readonly x: number; readonly y: number }): number =>
    Math.abs(Math.log((x / y) * (frame.heightPx / frame.widthPx)));
  const [nearest] = ASPECT_RATIOS.toSorted((a, b) => distance(a) - distance(b));
  const sizes = listSceneSizes(nearest?.id ?? 1);
  const covers = (size: SceneSizeOptions): boolean => {
    const { widthPx, heightPx } = chosenSize(size);
    return widthPx >= frame.widthPx && heightPx >= frame.heightPx;
  };
  return sizes.find(covers) ?? sizes.at(-1) ?? { aspectRatioId: 1, isLarger: false };
}

/** Whether a file with this frame shows bars beside a picture with a background, or the picture enlarged. */
export const isPoorlyFilled = (
  { isTransparent }: ExportSource,
  { drawn, widthPx, heightPx, scale }: ExportFrame,
): boolean =>
  !isTransparent &&
  (scale > ENLARGED_ABOVE ||
    drawn.widthPx < widthPx * (1 - ROUNDED_SHARE) ||
    drawn.heightPx < heightPx * (1 - ROUNDED_SHARE));

/**
 * Format in which the scene that a picture shows fills the frame, with more of its set or more pixels than the picture
 * has; null if the picture isn't a scene that can be made again, or there is no such format.
 */
export function extendedFormat(
  document: StudioDocument,
  pictureId: PictureId,
  frame: PixelSize,
): { readonly scene: AdjustableScene; readonly size: SceneSizeOptions } | null {
  const scene = adjustableScene(opened(document, sceneBehind(document, pictureId)));
  if (!scene) return null;
  const size = formatFor(frame);
  const isLarger = chosenSize(size).widthPx > chosenSize(scene.madeSize).widthPx;
  return size.aspectRatioId !== scene.madeSize.aspectRatioId || isLarger ? { scene, size } : null;
}

/** Document with a scene of it opened as it was made. */
const opened = (document: StudioDocument, id: PictureId, adjustments = {}): StudioDocument => ({
  ...document,
  tool: 'scene',
  edits: { ...document.edits, currentId: id, adjustments },
});

/** Scene from which a picture was made by enlarging it; the picture itself if it isn't enlarged. */
function sceneBehind(document: StudioDocument, id: PictureId): PictureId {
  const result = findResult(document, id);
  return result && isEnlarged(result) ? sceneBehind(document, result.inputId) : id;
}

/** Extension of the scene that was made before, or null. */
function findExtension({ results }: StudioDocument, { result }: AdjustableScene, size: SceneSizeOptions) {
  const { widthPx, heightPx } = chosenSize(size);
  const isMade = (made: Result): boolean =>
    made.isExtension === true &&
    made.inputId === result.id &&
    made.widthPx === widthPx &&
    made.heightPx === heightPx;
  return results.find(isMade) ?? null;
}

/** Makes scenes again in the format of a shop's frame, free of charge, so that their sets fill it. */
export function createSceneExtender(context: StudioContext) {
  const { services, store, tools } = context;
  const keys = context.get(createStoredKeys);
  /** Scenes that are being made, by scene and format. */
  const making = new Map<string, Promise<CompleteExtension>>();

  /** Visible box of a product, also if the stage hasn't shown the product yet. */
  const measure = async (document: StudioDocument, product: PictureId): Promise<VisibleBox | null> => {
    const known = store.getState().boxes[product];
    if (known) return known;
    const result = findResult(document, product);
    if (!result) return null;
    const picture = await services.decodePicture(await fullFile(context, document.id, result));
    try {
      return await services.visibleBox(picture);
    } finally {
      services.release(picture);
    }
  };

  const make = async (
    document: StudioDocument,
    scene: AdjustableScene,
    size: SceneSizeOptions,
  ): Promise<CompleteExtension> => {
    const startedAtMs = services.nowMs();
    const { original, madeSize, look, result } = scene;
    const { set } = await services.studioSet(look.setId);
    const boxes: Record<PictureId, VisibleBox | null> = {};
    for (const { id } of [scene.product, ...scene.others]) boxes[id] = await measure(document, id);
    const [placement = original.placement, ...others] = placesInFormat(scene, set, boxes, {
      places: [original.placement, ...(original.others ?? [])],
      fromId: madeSize.aspectRatioId,
      size,
    });
    const adjustment = { ...original, size, placement, ...(original.others && { others }) };
    const call = unattendedCall(services);
    const upload = { signal: call.signal, onProgress: () => undefined };
    const request = await requireServerWork(tools, 'adjust').request(
      {
        services,
        document: opened(document, result.id, { [result.id]: adjustment }),
        findPicture: (id) => bestRendition(store.getState(), id),
        resolveKey: (id) => keys.resolveKey(document.id, id, upload),
        keyOfMask: (png, drawing) => keys.keyOfMask(png, drawing, upload),
      },
      result.id,
    );
    const [task] = await services.startTask(request, call);
    const complete = task?.status === 'SUCCESS' ? completeResult(task.result) : null;
    if (!task || !complete) throw new Error(task?.error?.message ?? MESSAGES.taskFailed);
    const made = toResult(task, complete, {
      tool: 'scene',
      inputId: result.id,
      runId: result.scene?.runId ?? null,
      durationMs: Math.max(0, services.nowMs() - startedAtMs),
    });
    return { result: { ...made, isExtension: true }, complete };
  };

  /**
   * Makes a scene again in the frame's format, and adds it to the document's results. Uses a scene that was made before
   * in this format.
   * @returns null if `extendedFormat` is null
   * @throws ApiError if the request is refused; Error if no picture was made
   */
  return async (source: ExportSource, frame: PixelSize): Promise<ExportSource | null> => {
    const { document } = store.getState();
    if (!document || !context.isOpen(source.documentId)) return null;
    const extension = extendedFormat(document, source.pictureId, frame);
    if (!extension) return null;
    const { scene, size } = extension;
    const before = findExtension(document, scene, size);
    if (before) return sourceOfResult(context, document, before, null);
    const key = JSON.stringify([scene.result.id, size]);
    const task = making.get(key) ?? make(document, scene, size);
    making.set(key, task);
    const { result, complete } = await task.finally(() => making.delete(key));
    context.patchDocument(source.documentId, (open) => addResult(open, result, services.nowMs(), false));
    await showResult(context, { documentId: source.documentId, resultId: result.id }, complete);
    const now = store.getState().document;
    return now && context.isOpen(source.documentId) ? sourceOfResult(context, now, result, null) : null;
  };
}

interface CompleteExtension {
  readonly result: Result;
  readonly complete: CompleteResult;
}
