import { MESSAGES } from '@packshot/contract/messages';
import { ASPECT_RATIOS } from '@packshot/contract/tools/aspect-ratios';
import { SCENE_LARGER_SIDES_PX } from '@packshot/contract/tools/limits';
import { completeResult, showResult } from '../documents/show-result.ts';
import { adjustableScene, chosenSize } from '../model/adjustment.ts';
import type { AdjustableScene, SceneSizeOptions } from '../model/adjustment.ts';
import type { StudioDocument } from '../model/document.ts';
import { addResult } from '../model/edits.ts';
import type { PictureId, Result } from '../model/results.ts';
import { placesInFormat } from '../model/scene-format.ts';
import type { PixelSize } from '../model/size.ts';
import { toResult } from '../run/finish.ts';
import { createStoredKeys } from '../run/stored-keys.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { bestRendition } from '../state/studio-state.ts';
import { requireServerWork } from '../state/tools.ts';
import { sourceOfResult, unattendedCall } from './export-source.ts';
import type { ExportSource } from './export-source.ts';

/** Smallest format of a scene that covers the frame, in the aspect ratio nearest to the frame's. */
function formatFor(frame: PixelSize): SceneSizeOptions {
  const distance = ({ x, y }: { readonly x: number; readonly y: number }): number =>
    Math.abs(Math.log((x / y) * (frame.heightPx / frame.widthPx)));
  const [nearest] = ASPECT_RATIOS.toSorted((a, b) => distance(a) - distance(b));
  const aspectRatioId = nearest?.id ?? 1;
  const sizes: SceneSizeOptions[] = [
    { aspectRatioId, isLarger: false },
    ...SCENE_LARGER_SIDES_PX.map((largerSidePx) => ({ aspectRatioId, isLarger: true, largerSidePx })),
  ];
  const covers = (size: SceneSizeOptions): boolean => {
    const { widthPx, heightPx } = chosenSize(size);
    return widthPx >= frame.widthPx && heightPx >= frame.heightPx;
  };
  return sizes.find(covers) ?? { aspectRatioId, isLarger: true, largerSidePx: SCENE_LARGER_SIDES_PX[3] };
}

/** Document with a scene of it opened as it was made. */
const opened = (document: StudioDocument, id: PictureId, adjustments = {}): StudioDocument => ({
  ...document,
  tool: 'scene',
  edits: { ...document.edits, currentId: id, adjustments },
});

/** Makes scenes again in the format of a shop's frame, free of charge, so that their sets fill it. */
export function createSceneExtender(context: StudioContext) {
  const { services, store, tools } = context;
  const keys = context.get(createStoredKeys);
  /** Extended scenes, by scene and format. */
  const extensions = new Map<string, Promise<Result>>();

  const make = async (
    document: StudioDocument,
    scene: AdjustableScene,
    size: SceneSizeOptions,
  ): Promise<Result> => {
    const startedAtMs = services.nowMs();
    const { original, madeSize, look, result } = scene;
    const { set } = await services.studioSet(look.setId);
    const [placement = original.placement, ...others] = placesInFormat(scene, set, store.getState().boxes, {
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
    const extended = toResult(task, complete, {
      tool: 'scene',
      inputId: result.id,
      runId: result.scene?.runId ?? null,
      durationMs: Math.max(0, services.nowMs() - startedAtMs),
    });
    context.patchDocument(document.id, (open) => addResult(open, extended, services.nowMs(), false));
    await showResult(context, { documentId: document.id, resultId: extended.id }, complete);
    return extended;
  };

  /**
   * Makes a scene again in the frame's format, and adds it to the document's results. Makes each format once.
   * @returns null if the picture isn't a scene that can be made again, or has the frame's format
   * @throws ApiError if the request is refused; Error if no picture was made
   */
  return async (source: ExportSource, frame: PixelSize): Promise<ExportSource | null> => {
    const { document, boxes } = store.getState();
    if (document?.id !== source.documentId) return null;
    const scene = adjustableScene(opened(document, source.pictureId));
    const size = formatFor(frame);
    if (!scene || size.aspectRatioId === scene.madeSize.aspectRatioId) return null;
    if ([scene.product, ...scene.others].some(({ id }) => !boxes[id])) return null;
    const key = JSON.stringify([scene.result.id, size]);
    const making = extensions.get(key) ?? make(document, scene, size);
    extensions.set(key, making);
    const result = await making.catch((error: unknown) => {
      extensions.delete(key);
      throw error;
    });
    const now = store.getState().document;
    return now?.id === source.documentId ? sourceOfResult(context, now, result, null) : null;
  };
}
