/** What each tool asks the server for: everything that has to be uploaded first, and the request itself. */
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { StudioDocument } from '../model/document.ts';
import { alphaIdOf, sourceOf } from '../model/results.ts';
import type { PictureId, RunName } from '../model/results.ts';
import type { StudioServices } from '../state/services.ts';
import type { Run } from '../state/run.ts';
import { sceneForm } from './scene-form.ts';
import type { StoredKeys, UploadProgress } from './stored-keys.ts';
import type { ToolCall } from '../state/tool-calls.ts';

/** A request that is ready to be sent. */
export interface Wish {
  /** What makes it the same as another one. */
  readonly text: string;
  send(call: ToolCall): Promise<TaskState[]>;
}

/** What a wish is made from. */
interface Materials {
  readonly services: StudioServices;
  readonly keys: StoredKeys;
  readonly document: StudioDocument;
  readonly upload: UploadProgress;
}

/** @throws RunRefusedError when something has to be drawn first; ApiError when an upload fails */
export async function wishOf(run: Run, materials: Materials): Promise<Wish> {
  const { parts, send } = await REQUESTS[run.tool](materials, run.inputId);
  return { text: JSON.stringify([run.tool, ...parts]), send };
}

/** `parts` are what one request differs by from another of its tool. */
interface Request {
  readonly parts: readonly unknown[];
  send(call: ToolCall): Promise<TaskState[]>;
}

const REQUESTS: Readonly<Record<RunName, (materials: Materials, inputId: PictureId) => Promise<Request>>> = {
  'cut-out': async ({ services, keys, document, upload }, inputId) => {
    const imageKey = await keys.keyOf(document.id, inputId, upload);
    return {
      parts: [imageKey],
      send: async (toolCall) => [await services.removeBackground({ ...toolCall, imageKey })],
    };
  },
  refine: async ({ services, keys, document, upload }, inputId) => {
    const strokes = await keys.drawnCorrection(document, inputId);
    const imageKey = await keys.keyOf(document.id, sourceOf(document, inputId), upload);
    const cutOutKey = await keys.keyOf(document.id, inputId, upload);
    const strokesKey = await keys.keyOfMask(strokes, upload);
    const { edges } = document.edits.settings;
    return {
      parts: [cutOutKey, strokesKey, edges],
      send: async (toolCall) => [
        await services.refine({ ...toolCall, imageKey, cutOutKey, strokesKey, edges }),
      ],
    };
  },
  scene: async (materials, inputId) => {
    const { keys, document, upload } = materials;
    return sceneRequest(materials, await keys.keyOf(document.id, inputId, upload));
  },
  inspire: (materials) => sceneRequest(materials, null),
  magic: async ({ services, keys, document, upload }, inputId) => {
    // A mask is checked before anything is uploaded.
    const mask = await keys.drawnMask(document);
    const imageKey = await keys.keyOf(document.id, inputId, upload);
    const maskKey = await keys.keyOfMask(mask, upload);
    const prompt = document.edits.settings.prompt.trim();
    return {
      parts: [imageKey, maskKey, prompt],
      send: async (toolCall) => [await services.magic({ ...toolCall, imageKey, maskKey, prompt })],
    };
  },
  harmonize: async ({ services, keys, document, upload }, inputId) => {
    const imageKey = await keys.keyOf(document.id, inputId, upload);
    const maskKey = await keys.keyOf(document.id, alphaIdOf(inputId), upload);
    const { strength } = document.edits.settings;
    return {
      parts: [imageKey, maskKey, strength],
      send: async (toolCall) => [await services.harmonize({ ...toolCall, imageKey, maskKey, strength })],
    };
  },
  upscale: async ({ services, keys, document, upload }, inputId) => {
    const imageKey = await keys.keyOf(document.id, inputId, upload);
    const { factor, mode } = document.edits.settings;
    return {
      parts: [imageKey, factor, mode],
      send: async (toolCall) => [await services.upscale({ ...toolCall, imageKey, factor, mode })],
    };
  },
  describe: async ({ services, keys, document, upload }, inputId) => {
    const imageKey = await keys.keyOf(document.id, inputId, upload);
    return {
      parts: [imageKey],
      send: async (toolCall) => [await services.describe({ ...toolCall, imageKey })],
    };
  },
};

/** @param productKey the cut-out that is put into the scene; null for an inspiration */
async function sceneRequest(
  { services, keys, document, upload }: Materials,
  productKey: string | null,
): Promise<Request> {
  const { scene } = document.edits;
  const referenceId = referencePictureId(scene.reference);
  const referenceKey = referenceId === null ? null : await keys.keyOf(document.id, referenceId, upload);
  const form = sceneForm(scene, productKey, referenceKey);
  return { parts: [form], send: (toolCall) => services.generate({ ...toolCall, form }) };
}

/** The picture that a scene follows, when it is not a built-in one. */
const referencePictureId = (reference: StudioDocument['edits']['scene']['reference']): string | null => {
  if (reference?.kind === 'own') return reference.picture.id;
  return reference?.kind === 'result' ? reference.id : null;
};
