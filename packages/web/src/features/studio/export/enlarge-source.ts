import {
  UPSCALE_DETAILED_MAX_PIXELS,
  UPSCALE_FACTORS,
  UPSCALE_MAX_SIDE_PX,
} from '@packshot/contract/tools/limits';
import type { UpscaleFactor } from '@packshot/contract/tools/limits';
import { MESSAGES } from '@packshot/contract/messages';
import { completeResult, showResult } from '../documents/show-result.ts';
import { addResult } from '../model/edits.ts';
import { isEnlarged } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';
import type { PixelSize } from '../model/size.ts';
import { toResult } from '../run/finish.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { ENLARGED_ABOVE } from './export-frame.ts';
import { sourceOfResult, unattendedCall } from './export-source.ts';
import type { ExportSource } from './export-source.ts';

/**
 * Upscale factor for a picture that the file shows at `scale`.
 * @returns null if there are enough pixels, or Upscale can't enlarge the picture
 */
export function enlargingFactor(scale: number, { widthPx, heightPx }: PixelSize): UpscaleFactor | null {
  if (scale <= ENLARGED_ABOVE) return null;
  const possible = UPSCALE_FACTORS.filter(
    (factor) => Math.max(widthPx, heightPx) * factor <= UPSCALE_MAX_SIDE_PX,
  );
  return possible.find((factor) => factor >= scale) ?? possible.at(-1) ?? null;
}

export function createEnlarger(context: StudioContext) {
  const { services, store } = context;
  /** Idempotency keys of requests without a response; retrying with the same key is charged once. */
  const unanswered = new Map<string, string>();
  /** IDs of enlarged compositions, by the composed file. */
  const ofCompositions = new WeakMap<Blob, Set<PictureId>>();

  /** Enlargement of the picture that was paid for before and is large enough, or null. */
  const findMade = (source: ExportSource, factor: UpscaleFactor): Result | null => {
    const { document } = store.getState();
    if (document?.id !== source.documentId) return null;
    const { widthPx, heightPx } = source.picture;
    const isOfSource = ({ id, inputId, isOfComposition }: Result): boolean =>
      source.storedKey === null
        ? ofCompositions.get(source.file)?.has(id) === true
        : inputId === source.pictureId && !isOfComposition;
    return (
      document.results.find(
        (result) =>
          isEnlarged(result) &&
          isOfSource(result) &&
          UPSCALE_FACTORS.some(
            (each) =>
              each >= factor && result.widthPx === widthPx * each && result.heightPx === heightPx * each,
          ),
      ) ?? null
    );
  };

  return {
    findMade,
    /**
     * Enlarges the picture for one generation credit, and adds it to the document's results. Uses an enlargement that
     * was made before, if it is large enough.
     * @throws ApiError if the request is refused; Error with a user-facing message if no picture was made
     */
    enlarge: async (source: ExportSource, factor: UpscaleFactor): Promise<ExportSource> => {
      const enlarged = findMade(source, factor);
      const opened = store.getState().document;
      if (enlarged && opened) return sourceOfResult(context, opened, enlarged, null);
      const startedAtMs = services.nowMs();
      const call = unattendedCall(services);
      const imageKey =
        source.storedKey ?? (await services.upload(source.file, { ...call, onProgress: () => undefined }));
      const { widthPx, heightPx } = source.picture;
      const mode = widthPx * heightPx <= UPSCALE_DETAILED_MAX_PIXELS ? 'detailed' : 'faithful';
      const request = `${imageKey} ${factor}`;
      const idempotencyKey = unanswered.get(request) ?? call.idempotencyKey;
      unanswered.set(request, idempotencyKey);
      const [task] = await services.startTask(
        { tool: 'upscale', input: { imageKey, factor, mode } },
        { ...call, idempotencyKey, onTaskIds: () => unanswered.delete(request) },
      );
      void services.refreshGenerations();
      const complete = task?.status === 'SUCCESS' ? completeResult(task.result) : null;
      if (!task || !complete) throw new Error(task?.error?.message ?? MESSAGES.taskFailed);
      const result: Result = {
        ...toResult(task, complete, {
          tool: 'upscale',
          inputId: source.pictureId,
          runId: null,
          durationMs: Math.max(0, services.nowMs() - startedAtMs),
        }),
        ...(source.storedKey === null && { isOfComposition: true }),
      };
      if (source.storedKey === null) {
        const ids = ofCompositions.get(source.file) ?? new Set();
        ofCompositions.set(source.file, ids.add(result.id));
      }
      context.patchDocument(source.documentId, (document) =>
        addResult(document, result, services.nowMs(), false),
      );
      await showResult(context, { documentId: source.documentId, resultId: result.id }, complete);
      const { document } = store.getState();
      if (!document || !context.isOpen(source.documentId)) throw new Error('Another document is open.');
      return sourceOfResult(context, document, result, null);
    },
  };
}
