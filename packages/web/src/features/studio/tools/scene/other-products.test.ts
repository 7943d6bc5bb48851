import { GROUP_FIRST, MOST_BESIDE } from '@packshot/contract/tools/scene';
import type { BesideProduct } from '@packshot/contract/tools/scene';
import { ERRORS } from '@packshot/contract';
import type { TaskError, TaskState } from '@packshot/contract/tools/tasks';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { movedProduct, placedOthers, placedProduct } from '../../composite/composing.ts';
import { pngFile } from '../../testing/fake-services.ts';
import { answerFor, MADE_PLACE, SCENE_PLAN, sceneTask, tasks } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import { createLiveScenes } from './live-scenes.ts';
import { getState, openedWith, requireDocument, settle, waitUntilSaved } from '../../testing/open-studio.ts';

type Form = AskedTask<'scene'>['form'];

interface Refusals {
  /** Error of the tasks. */
  readonly error?: TaskError;
  /** Error of the second product's upload. */
  readonly upload?: ApiError;
  /** Error of the request. */
  readonly request?: ApiError;
}

async function withTwoProducts({ error, upload, request }: Refusals = {}) {
  const forms: Form[] = [];
  const uploads: string[] = [];
  const opened = await openedWith('scene', {
    planLive: async () => ({ plan: SCENE_PLAN, productColors: [] }),
    upload: async (file) => {
      uploads.push(file.type);
      if (upload && uploads.length === 2) throw upload;
      return `u/1/${uploads.length}`;
    },
    ...tasks({
      scene: (call) => {
        forms.push(call.form);
        if (request) throw request;
        if (error) return failWith(call, error);
        return answerFor('scene')(call);
      },
    }),
  });
  opened.studio.scene.setScenePrompt('snow');
  await settle();
  await opened.studio.scene.addProductFile(pngFile('perfume.png'));
  await opened.studio.context.get(createLiveScenes).update();
  return { ...opened, forms };
}

/** Answer in which all tasks of a scene's request fail. */
async function failWith({ onTaskIds, onTask }: AskedTask<'scene'>, error: TaskError): Promise<TaskState[]> {
  const states = [0, 1].map((at): TaskState => {
    const { task_id } = sceneTask(at);
    return { task_id, status: 'FAILURE', progress: 0, error };
  });
  onTaskIds(states.map(({ task_id }) => task_id));
  states.forEach(onTask);
  return states;
}

describe('a further product of a scene', () => {
  it('stands beside the first one, is chosen, and can be undone', async () => {
    const { studio } = await withTwoProducts();
    const state = getState(studio);
    const [other] = placedOthers(state);
    expect(other).toMatchObject({ name: 'perfume.png', placement: { centerX: 0.8 } });
    expect(requireDocument(studio).edits.scene.placement).toBeNull();
    expect(movedProduct(state)?.placement).toEqual(other?.placement);
    expect(state.announcement).toBe('perfume.png is in the scene.');
    studio.undo();
    expect(placedOthers(getState(studio))).toEqual([]);
    expect(requireDocument(studio).edits.scene.otherProducts).toEqual([]);
  });

  it('is placed by the scene, in an arrangement, until one of them is moved', async () => {
    const { studio, forms } = await withTwoProducts();
    await studio.run();
    const [arranged] = JSON.parse(forms.at(-1)?.beside ?? '[]') as BesideProduct[];
    expect(forms.at(-1)?.placement).toBeUndefined();
    expect(arranged?.placement.centerX).toBeGreaterThan(GROUP_FIRST.centerX + GROUP_FIRST.width / 2);
    studio.scene.choose(null);
    studio.scene.arrange();
    studio.scene.place({ ...MADE_PLACE, centerY: 0.5 });
    const { placement, otherProducts } = requireDocument(studio).edits.scene;
    expect(placement).toEqual({ ...MADE_PLACE, centerY: 0.5 });
    expect(otherProducts[0]?.placement).toEqual({ ...MADE_PLACE, centerX: 0.8 });
    studio.scene.placePreset('stage');
    const { scene } = requireDocument(studio).edits;
    expect(scene.placement).toBeNull();
    expect(scene.otherProducts[0]?.placement).toMatchObject({ centerX: 0.5 + 0.3, centerY: 0.5 + 0.1 });
  });

  it('stays in the scene if the first one is moved before the stage has placed it', async () => {
    const { studio } = await withTwoProducts();
    await studio.scene.addProductFile(pngFile('jar.png'));
    studio.scene.choose(null);
    studio.scene.place({ ...MADE_PLACE, centerY: 0.5 });
    const { otherProducts } = requireDocument(studio).edits.scene;
    expect(otherProducts.map(({ name }) => name)).toEqual(['perfume.png', 'jar.png']);
    expect(otherProducts[1]?.placement.centerX).toBeLessThan(MADE_PLACE.centerX);
  });

  it('moves alone, and by the commands for products', async () => {
    const { studio } = await withTwoProducts();
    const before = placedProduct(getState(studio))?.placement;
    const [other] = placedOthers(getState(studio));
    if (!other) throw new Error('There is no other product');
    studio.scene.choose(other.id);
    studio.scene.place({ ...other.placement, centerX: 0.3 });
    studio.scene.flip();
    expect(placedOthers(getState(studio))[0]?.placement).toMatchObject({ centerX: 0.3, isFlipped: true });
    expect(placedProduct(getState(studio))?.placement).toEqual(before);
    studio.scene.choose(null);
    studio.scene.flip();
    expect(placedProduct(getState(studio))?.placement.isFlipped).toBe(true);
    expect(placedOthers(getState(studio))[0]?.placement.isFlipped).toBe(true);
  });

  it('is uploaded once, and sent with its place', async () => {
    const { studio, forms } = await withTwoProducts();
    await studio.run();
    await studio.run();
    const { otherProducts } = requireDocument(studio).edits.scene;
    const beside = [{ image_s3: 'u/1/2', placement: otherProducts[0]?.placement }];
    expect(forms.map((form) => JSON.parse(form.beside ?? 'null'))).toEqual([beside, beside]);
    const [id = ''] = otherProducts.map((other) => other.id);
    studio.scene.removeProduct(id);
    await studio.run();
    expect(forms.at(-1)?.beside).toBeUndefined();
  });

  it('is named by the failure of a request in which the server refuses it', async () => {
    const refusal = { code: 'BESIDE_UNREADABLE', message: 'It is damaged.', product: 2 } as const;
    const { studio } = await withTwoProducts({ error: refusal });
    await studio.run();
    const { job, document } = getState(studio);
    expect(job).toMatchObject({ phase: 'failed', failure: { message: 'perfume: It is damaged.' } });
    expect(Object.values(document?.requests[0]?.failures ?? {})).toContain('perfume: It is damaged.');
  });

  it.each([
    ['before the upload', { upload: new ApiError('TOO_LARGE_BYTES', 413, '') }],
    ['in the request', { request: new ApiError('TOO_LARGE_BYTES', 413, '', { fields: { 'beside.0': '' } }) }],
  ])('is named by the failure if the server refuses it %s', async (_when, refusals) => {
    const { studio } = await withTwoProducts(refusals);
    await studio.run();
    const message = `perfume: ${ERRORS.TOO_LARGE_BYTES.message}`;
    expect(getState(studio).job).toMatchObject({ phase: 'failed', failure: { message } });
  });

  it('is refused if the picture still has its background', async () => {
    const { studio, services } = await openedWith('scene', {
      visibleBox: async () => ({
        x: 0,
        y: 0,
        width: 1,
        height: 1,
        foot: { x: 0, width: 1 },
        aspectRatio: 1,
        isOpaque: true,
      }),
    });
    await settle();
    await studio.scene.addProductFile(pngFile('room.png'));
    expect(services.notices.at(-1)).toEqual({
      type: 'warning',
      message: 'room.png still has its background. Cut it out first, then add it from your recent photos.',
    });
    expect(requireDocument(studio).edits.scene.otherProducts).toEqual([]);
  });

  it('isn’t added to a full scene', async () => {
    const { studio } = await withTwoProducts();
    for (let n = 0; n <= MOST_BESIDE; n++) await studio.scene.addProductFile(pngFile(`${n}.png`));
    expect(requireDocument(studio).edits.scene.otherProducts).toHaveLength(MOST_BESIDE);
  });

  it('comes from the cut-out of another photo without an upload, as far as the server has it', async () => {
    const { studio, forms } = await withTwoProducts();
    const firstId = requireDocument(studio).id;
    await waitUntilSaved(studio);
    await studio.takePhoto([pngFile()], 'scene');
    await settle();
    studio.scene.setScenePrompt('snow');
    await settle();
    expect(requireDocument(studio).edits.scene.otherProducts).toEqual([]);
    await studio.scene.addRecentProduct(firstId);
    await studio.run();
    expect(JSON.parse(forms.at(-1)?.beside ?? '[]')).toMatchObject([{ image_s3: 'u/1/result.png' }]);
  });
});
