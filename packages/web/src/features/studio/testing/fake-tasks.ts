/** Fake server tasks: every tool succeeds immediately; tests can replace its answer. */
import { encodeTask, TASK_TOOLS } from '@packshot/contract/tools/task-tools';
import { planWithLock } from '@packshot/image-engine/pixels';
import type { ScenePlan } from '@packshot/image-engine/pixels';
import { EXAMPLE_LOCK } from '@packshot/contract/testing/example-lock';
import type { TaskFields, TaskTool } from '@packshot/contract/tools/task-tools';
import type { SceneLock } from '@packshot/contract/tools/scene';
import type { QualityFlag } from '@packshot/contract/tools/quality-flags';
import type { TaskState } from '@packshot/contract/tools/tasks';
import type { RunServices } from '../run/services.ts';
import type { TaskCall } from '../state/task-call.ts';

const taskIdFor = (tool: TaskTool): string => {
  const at = TASK_TOOLS.indexOf(tool);
  return `${at}b1c9c57-95d3-4a77-8a56-7a7d3a1f6a0${at + 1}`;
};
export const TASK_ID = taskIdFor('cut-out');
export const MAGIC_TASK_ID = taskIdFor('magic');
export const UPSCALE_TASK_ID = taskIdFor('upscale');
export const DESCRIBE_TASK_ID = taskIdFor('describe');
export const HARMONIZE_TASK_ID = taskIdFor('harmonize');
export const REFINE_TASK_ID = taskIdFor('refine');

export const success = (): TaskState => ({
  task_id: TASK_ID,
  status: 'SUCCESS',
  progress: 1,
  result: {
    key: 'u/1/result.png',
    image_url: '/objects/result.png',
    std_url: '/objects/result.webp',
    width: 700,
    height: 500,
  },
});

const FLAGS: QualityFlag[] = [
  { reason: 'looks-differ', place: 'left', box: { x: 0.1, y: 0.2, width: 0.1, height: 0.5 } },
  { reason: 'at-border', place: 'bottom', box: { x: 0.2, y: 0.9, width: 0.6, height: 0.1 } },
];

/** Answer: a cut-out with quality flags. */
export const unsureCutOut: TaskAnswer<'cut-out'> = async ({ onTaskIds }) => {
  onTaskIds([TASK_ID]);
  const { result, ...state } = success();
  return { ...state, result: { ...result, cut_out: { confidence: 0.4, doubts: FLAGS } } };
};

/** Answer: a cut-out of a lying product, photographed from above. */
export const lyingCutOut =
  (confidence: number): TaskAnswer<'cut-out'> =>
  async ({ onTaskIds }) => {
    onTaskIds([TASK_ID]);
    const { result, ...state } = success();
    const view = { pose: 'lies', elevationDeg: 62, lightSide: null, footLines: [], confidence } as const;
    return { ...state, result: { ...result, cut_out: { confidence: 1, doubts: [], view } } };
  };

/** Answer: a cut-out that the engine recognized as furniture. */
export const furnitureCutOut: TaskAnswer<'cut-out'> = async ({ onTaskIds }) => {
  onTaskIds([TASK_ID]);
  const { result, ...state } = success();
  const productView = {
    pose: 'stands',
    elevationDeg: 12,
    lightSide: null,
    footLines: [],
    confidence: 0.8,
  } as const;
  const view = { ...productView, scale: 'furniture' } as const;
  return { ...state, result: { ...result, cut_out: { confidence: 1, doubts: [], view } } };
};

export const sceneTask = (at: number): TaskState => ({
  task_id: `4b1c9c57-95d3-4a77-8a56-7a7d3a1f6a0${at}`,
  status: 'SUCCESS',
  progress: 1,
  result: {
    key: `u/1/scene-${at}.png`,
    image_url: `/objects/scene-${at}.png`,
    std_url: `/objects/scene-${at}.webp`,
    width: 1024,
    height: 1024,
    seed: 7,
    variant: at,
  },
});

/** Scene lock (camera, light and background) of a scene. */
export const LOOK: SceneLock = { ...EXAMPLE_LOCK, tints: {} };

/** Plan of a scene with this lock. */
export const SCENE_PLAN: ScenePlan = {
  ...planWithLock(LOOK),
  facts: { reference_id: 'oak', title: 'Oak', light: 'auto', palette: [], understood: [], ignored: [] },
};

/** Finished scene with a lock, with which other products can be placed in a similar scene. */
export function sceneWithLock(at: number): TaskState {
  const { result, ...state } = sceneTask(at);
  const facts = { reference_id: 'oak-window', title: 'Oak window', light: 'soft-box', palette: [] } as const;
  const scene = { ...facts, palette: [], understood: [], ignored: [], elevation_deg: 7, look: LOOK };
  return { ...state, result: { ...result, scene } };
}

/** Finished scene with a lock and a known place of the product, which can be changed on the stage. */
export function adjustableTask(at: number): TaskState {
  const { result, ...state } = sceneWithLock(at);
  return { ...state, result: { ...result, placement: MADE_PLACE } };
}

export const MADE_PLACE = { centerX: 0.5, centerY: 0.6, width: 0.3, rotationDeg: 0, isFlipped: false };

const shopText = (title: string, bullet: string) => ({
  title,
  bullets: [bullet, `${bullet} (2)`],
  alt_text: `${title}.`,
});

export const describedTask = (): TaskState => ({
  task_id: DESCRIBE_TASK_ID,
  status: 'SUCCESS',
  progress: 1,
  result: {
    final_description: 'A glossy red mug.',
    shop_texts: {
      en: shopText('Mug in red', 'Color: red'),
      de: shopText('Becher in Rot', 'Farbe: Rot'),
      fr: shopText('Tasse, coloris rouge', 'Coloris : rouge'),
      es: shopText('Taza en rojo', 'Color: rojo'),
      it: shopText('Tazza color rosso', 'Colore: rosso'),
    },
  },
});

export const upscaledTask = (factor: number): TaskState => {
  const { result, ...state } = success();
  return {
    ...state,
    task_id: UPSCALE_TASK_ID,
    result: { ...result, key: 'u/1/large.png', width: 700 * factor, height: 500 * factor },
  };
};

/** Request as a fake service receives it, including the form fields that would be sent. */
export type AskedTask<Tool extends TaskTool> = TaskCall & { readonly form: TaskFields<Tool> };
export type TaskAnswer<Tool extends TaskTool> = (
  taskCall: AskedTask<Tool>,
) => Promise<TaskState | TaskState[]>;
type TaskAnswers = { readonly [Tool in TaskTool]?: TaskAnswer<Tool> };

/** Answers of tools whose result isn't a picture of the photo's size. */
const ANSWERS: TaskAnswers = {
  upscale: async ({ onTaskIds, form }) => {
    onTaskIds([UPSCALE_TASK_ID]);
    return upscaledTask(Number(form.value));
  },
  describe: async ({ onTaskIds }) => {
    onTaskIds([DESCRIBE_TASK_ID]);
    return describedTask();
  },
  layers: async () => [success(), success(), success()],
  scene: async ({ onTaskIds, onTask, form }) => {
    const tasks = Array.from({ length: form.count === 2 ? 2 : 4 }, (_, at) => sceneTask(at));
    onTaskIds(tasks.map((task) => task.task_id));
    tasks.forEach(onTask);
    return tasks;
  },
};

/** Answer of a tool, unless a test replaces it. */
export const answerFor =
  <Tool extends TaskTool>(tool: Tool): TaskAnswer<Tool> =>
  async (taskCall) => {
    const answer: TaskAnswer<Tool> | undefined = ANSWERS[tool];
    if (answer) return answer(taskCall);
    taskCall.onTaskIds([taskIdFor(tool)]);
    return { ...success(), task_id: taskIdFor(tool) };
  };

/** Service that runs tasks; tests can replace the answer of each tool. */
export const tasks = (answers: TaskAnswers = {}): Pick<RunServices, 'startTask'> => ({
  startTask: async ({ tool, input }, call) => {
    const form = encodeTask(tool, input, call.engine ?? null);
    const answer = (answers[tool] ?? answerFor(tool)) as TaskAnswer<TaskTool>;
    return [await answer({ ...call, form })].flat();
  },
});
