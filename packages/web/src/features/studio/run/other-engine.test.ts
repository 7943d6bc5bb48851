import type { EngineOffer } from '@packshot/contract/tools/engines';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { STORAGE_KEYS } from '../../../lib/state/storage-keys.ts';
import { afterEach, expect, it } from 'vitest';
import { removeStored } from '../../../lib/state/storage.ts';
import { currentResult } from '../model/results.ts';
import { createStudio } from '../shell/studio.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { sceneTask, tasks } from '../testing/fake-tasks.ts';
import type { AskedTask } from '../testing/fake-tasks.ts';
import { settle } from '../testing/open-studio.ts';

const OFFER: EngineOffer = {
  tool: 'scene',
  id: 'comfyui',
  name: 'ComfyUI',
  model: 'sdxl',
  cost_class: 'own-hardware',
  takes_reference: true,
  takes_seed: true,
};

afterEach(() => removeStored(STORAGE_KEYS.engineChoices));

it('a scene is requested from the chosen engine, and its result names the engine and the unchanged product', async () => {
  const calls: AskedTask<'scene'>[] = [];
  const createTask = (at: number): TaskState => {
    const task = sceneTask(at);
    return {
      ...task,
      result: {
        ...task.result,
        engine: {
          id: 'comfyui',
          name: 'ComfyUI',
          model: 'sdxl',
          prompt: 'slate',
          seed: 7,
          cost_class: 'own-hardware',
          fell_back: false,
        },
        product_pixels: { total: 9_000, changed: 0, heat_map_url: '/objects/map.webp' },
      },
    };
  };
  const studio = createStudio(
    fakeServices({
      engines: async () => [OFFER],
      taskState: async (id) => ({ ...createTask(0), task_id: id }),
      ...tasks({
        scene: async (call) => {
          calls.push(call);
          call.onTaskIds([createTask(0).task_id, createTask(1).task_id]);
          return [createTask(0), createTask(1)];
        },
      }),
    }),
  );
  studio.chooseTool('scene');
  await studio.takePhoto([pngFile()]);
  await settle();
  await studio.run();
  await studio.engines.load();
  studio.engines.choose('scene', { isOther: true, allowsFallback: true });
  studio.chooseTool('scene');
  await studio.run();
  await settle();

  const [own, other] = calls.map(({ form }) => form);
  expect(own).not.toHaveProperty('engine');
  expect(other).toMatchObject({ engine: 'provider', engine_fallback: 'true', product_lock: 'true' });
  // Repeating the prompt with another engine is a separate request.
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  const { document } = studio.store.getState();
  expect(document && currentResult(document)?.engine).toEqual({
    name: 'ComfyUI',
    model: 'sdxl',
    fellBack: false,
  });
  expect(document && currentResult(document)?.productPixels).toEqual({ total: 9_000, changed: 0 });
});
