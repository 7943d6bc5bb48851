/** The tools' calls as the server's endpoints have them. */
import type { TaskState } from '@packshot/contract/tools/tasks';
import { MESSAGES } from '@packshot/contract/messages';
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import { call } from '../../../lib/api-client.ts';
import type { StreamName } from '../../../lib/api-client.ts';
import { followTasks, runStreamedCall } from '../../../lib/event-stream.ts';
import type { StreamedCallOptions } from '../../../lib/event-stream.ts';
import type { StudioServices } from '../state/services.ts';
import type { ToolCall } from '../state/tool-calls.ts';

/** Makes a call that has one task. @returns its last state */
async function oneTask<Name extends StreamName>(
  name: Name,
  options: StreamedCallOptions<Name>,
): Promise<TaskState> {
  const [state] = await runStreamedCall(name, options);
  if (!state) throw new Error('The call ended without a task.');
  return state;
}

const streamOf = ({ idempotencyKey, signal, onTaskIds, onTask }: ToolCall) => ({
  idempotencyKey,
  signal,
  onTask,
  onTaskIds,
});
/** What is said of an answer that brings no sentence of its own; the other tools say that of the background removal. */
const OR_FAILED = { failureMessage: MESSAGES.taskFailed };

/** Each resolves with the last state of its tasks: a failed task is a state, a refused call an `ApiError`. */
export const SERVER_CALLS = {
  removeBackground: (toolCall) =>
    oneTask('cut-out', {
      form: { image_s3: toolCall.imageKey, feature_type: TOOL_IDS.bgRemove, ...toolCall.engine },
      ...streamOf(toolCall),
    }),
  generate: ({ form, ...toolCall }) =>
    runStreamedCall('scene', {
      form: { ...form, ...toolCall.engine },
      ...streamOf(toolCall),
      ...OR_FAILED,
    }),
  harmonize: ({ imageKey, maskKey, strength, ...toolCall }) =>
    oneTask('harmonize', {
      form: {
        image_s3: imageKey,
        mask_s3: maskKey,
        // As many digits as a slider has.
        strength: strength.toFixed(2),
        feature_type: TOOL_IDS.harmonize,
        ...toolCall.engine,
      },
      ...streamOf(toolCall),
      ...OR_FAILED,
    }),
  magic: ({ imageKey, maskKey, prompt, ...toolCall }) =>
    oneTask('magic', {
      form: {
        image_s3: imageKey,
        mask_s3: maskKey,
        feature_type: TOOL_IDS.magicTool,
        ...(prompt === '' ? {} : { prompt }),
        ...toolCall.engine,
      },
      ...streamOf(toolCall),
      ...OR_FAILED,
    }),
  refine: ({ imageKey, cutOutKey, strokesKey, edges, ...toolCall }) =>
    oneTask('refine', {
      form: {
        image_s3: imageKey,
        matte_s3: cutOutKey,
        mask_s3: strokesKey,
        edges,
        feature_type: TOOL_IDS.bgRemove,
      },
      ...streamOf(toolCall),
      ...OR_FAILED,
    }),
  upscale: ({ imageKey, factor, mode, ...toolCall }) =>
    oneTask('upscale', {
      form: {
        image_s3: imageKey,
        value: factor,
        mode,
        feature_type: TOOL_IDS.upscale,
        ...toolCall.engine,
      },
      ...streamOf(toolCall),
    }),
  exportPicture: ({ imageKey, quality, metadata, ...toolCall }) =>
    oneTask('export', {
      form: {
        image_s3: imageKey,
        quality,
        alt_text: metadata.altText,
        digital_source_type: metadata.digitalSourceType,
        feature_type: TOOL_IDS.default,
      },
      ...streamOf(toolCall),
      ...OR_FAILED,
    }),
  sceneLayers: ({ imageKey, ...toolCall }) =>
    runStreamedCall('layers', {
      form: { image_s3: imageKey, feature_type: TOOL_IDS.product },
      ...streamOf(toolCall),
      ...OR_FAILED,
    }),
  describe: (toolCall) =>
    oneTask('describe', {
      form: { image_s3: toolCall.imageKey, feature_type: TOOL_IDS.default, ...toolCall.engine },
      ...streamOf(toolCall),
    }),
  suggestScenes: (description, engine, signal) =>
    call('descriptionToPrompt', { body: { description, ...engine }, signal }),
  followTasks,
  taskState: (taskId) => call('checkStatus', { query: { task_id: taskId } }),
  cancelTasks: async (taskIds) => (await call('cancel', { body: { task_ids: [...taskIds] } })).cancelled,
} satisfies Partial<StudioServices>;
