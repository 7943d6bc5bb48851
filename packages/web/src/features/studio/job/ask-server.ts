/** What each tool asks the server for, with what keys. */
import { ApiError } from '../../../lib/api-client.ts';
import type { TaskState } from '@packshot/contract/generation';
import { ENGINE_TOOL_OF } from '../engines/engines.ts';
import type { Engines } from '../engines/engines.ts';
import type { StudioDocument } from '../document/document.ts';
import { alphaIdOf, sourceOf } from '../document/results.ts';
import type { ToolCall } from '../services.ts';
import type { StudioContext } from '../studio-state.ts';
import type { Run } from './run.ts';
import { sceneForm } from './scene-form.ts';
import type { StoredKeys, UploadProgress } from './stored-keys.ts';

/** What follows a request: when it is accepted, and each move of its tasks. */
export interface RunListener {
  onAccepted(run: Run, taskIds: readonly string[]): void;
  onTask(run: Run, task: TaskState): void;
}

/** A request that is ready to be sent, and what makes it the same as another one. */
interface Wish {
  readonly text: string;
  send(call: ToolCall): Promise<TaskState[]>;
}

/** @returns a function that sends a run's request and resolves with the last state of each of its tasks */
export function createAsking(
  context: StudioContext,
  keys: StoredKeys,
  engines: Pick<Engines, 'fieldsFor'>,
  listener: RunListener,
): (run: Run) => Promise<TaskState[]> {
  const { services, store, dispatch } = context;
  /**
   * The key of a request that may have arrived although no answer came back. Trying again with the same key gets
   * that very task, so that nobody pays twice for a lost answer.
   */
  let unanswered: { readonly wish: string; readonly idempotencyKey: string } | null = null;

  const request = async (run: Run): Promise<TaskState[]> => {
    const { document } = store.getState();
    if (document?.id !== run.documentId) throw new DOMException('Another document is open.', 'AbortError');
    const engineTool = ENGINE_TOOL_OF[run.tool];
    const engine = engineTool === undefined ? {} : engines.fieldsFor(engineTool);
    const made = await wishOf(context, keys, run, document);
    // Another engine, another wish.
    const wish = { ...made, text: `${made.text}${JSON.stringify(engine)}` };
    run.abort.signal.throwIfAborted();
    dispatch({ type: 'uploaded', runId: run.id });
    const idempotencyKey = unanswered?.wish === wish.text ? unanswered.idempotencyKey : services.newId();
    unanswered = { wish: wish.text, idempotencyKey };
    run.isAsking = true;
    try {
      const states = await wish.send({
        idempotencyKey,
        engine,
        signal: run.abort.signal,
        onTaskIds: (taskIds) => {
          unanswered = null;
          listener.onAccepted(run, taskIds);
        },
        onTask: (task) => listener.onTask(run, task),
      });
      unanswered = null;
      return states;
    } catch (error) {
      const hasAnswer = error instanceof ApiError && error.status !== 0;
      if (hasAnswer || run.taskIds.length > 0) unanswered = null;
      throw error;
    } finally {
      run.isAsking = false;
    }
  };

  return async (run) => {
    const hadKeys = keys.mayBeStale(run.documentId);
    try {
      return await request(run);
    } catch (error) {
      // An upload that the server no longer has is made once more.
      if (!(error instanceof ApiError && isMissingUpload(error)) || !hadKeys) throw error;
      keys.forget(run.documentId);
      return request(run);
    }
  };
}

const isMissingUpload = (error: ApiError): boolean =>
  error.code === 'UPLOAD_NOT_FOUND' || error.code === 'NOT_FOUND';

async function wishOf(
  { services, dispatch }: StudioContext,
  keys: StoredKeys,
  run: Run,
  document: StudioDocument,
): Promise<Wish> {
  const { tool, inputId, documentId } = run;
  const upload: UploadProgress = {
    signal: run.abort.signal,
    onProgress: (fraction) => dispatch({ type: 'upload-progressed', runId: run.id, fraction }),
  };
  const { settings } = document.edits;
  const textOf = (...parts: unknown[]): string => JSON.stringify([tool, ...parts]);
  if (tool === 'scene' || tool === 'inspire') {
    const { scene } = document.edits;
    const productKey = tool === 'scene' ? await keys.keyOf(documentId, inputId, upload) : null;
    const referenceId = referencePictureId(scene.reference);
    const referenceKey = referenceId === null ? null : await keys.keyOf(documentId, referenceId, upload);
    const form = sceneForm(scene, productKey, referenceKey);
    return { text: textOf(form), send: (toolCall) => services.generate({ ...toolCall, form }) };
  }
  if (tool === 'refine') {
    const strokes = await keys.drawnCorrection(document, inputId);
    const photoKey = await keys.keyOf(documentId, sourceOf(document, inputId), upload);
    const cutOutKey = await keys.keyOf(documentId, inputId, upload);
    const strokesKey = await keys.keyOfMask(strokes, upload);
    const { edges } = settings;
    return {
      text: textOf(cutOutKey, strokesKey, edges),
      send: async (toolCall) => [
        await services.refine({ ...toolCall, imageKey: photoKey, cutOutKey, strokesKey, edges }),
      ],
    };
  }
  // Masks are checked before anything is uploaded.
  const mask = tool === 'magic' ? await keys.drawnMask(document) : null;
  const imageKey = await keys.keyOf(documentId, inputId, upload);
  const maskKey = mask === null ? '' : await keys.keyOfMask(mask, upload);
  switch (tool) {
    case 'cut-out':
      return {
        text: textOf(imageKey),
        send: async (toolCall) => [await services.removeBackground({ ...toolCall, imageKey })],
      };
    case 'magic': {
      const prompt = settings.prompt.trim();
      return {
        text: textOf(imageKey, maskKey, prompt),
        send: async (toolCall) => [await services.magic({ ...toolCall, imageKey, maskKey, prompt })],
      };
    }
    case 'harmonize': {
      const alphaKey = await keys.keyOf(documentId, alphaIdOf(inputId), upload);
      const { strength } = settings;
      return {
        text: textOf(imageKey, alphaKey, strength),
        send: async (toolCall) => [
          await services.harmonize({ ...toolCall, imageKey, maskKey: alphaKey, strength }),
        ],
      };
    }
    case 'upscale': {
      const { factor, mode } = settings;
      return {
        text: textOf(imageKey, factor, mode),
        send: async (toolCall) => [await services.upscale({ ...toolCall, imageKey, factor, mode })],
      };
    }
    case 'describe':
      return {
        text: textOf(imageKey),
        send: async (toolCall) => [await services.describe({ ...toolCall, imageKey })],
      };
  }
}

/** The picture that a scene follows, when it is not a built-in one. */
const referencePictureId = (reference: StudioDocument['edits']['scene']['reference']): string | null => {
  if (reference?.kind === 'own') return reference.picture.id;
  return reference?.kind === 'result' ? reference.id : null;
};
