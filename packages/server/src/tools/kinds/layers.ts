import { OWN_MESSAGES, SCENE_LAYERS } from '@packshot/contract';
import type { LayersInput } from '@packshot/contract';
import type { Caller } from '../../platform/access/caller.ts';
import { FREE } from '../../credits/rules.ts';
import type { ToolStores } from '../stores.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { assertDownloaded } from '../work/checks.ts';
import { defineCompletedTool } from '../work/define-tool.ts';
import { keepPicture } from '../work/pictures.ts';
import { TaskRefusal } from '../work/task.ts';
import { isSceneInput, readSceneFiles, sceneImageKeys } from './scene.ts';
import type { StoredSceneInput } from './scene.ts';

interface StoredLayersInput extends LayersInput {
  /** Input of the scene's request, with which the scene is generated again in layers. */
  readonly scene: StoredSceneInput;
  /** Index of the scene among its request's variants. */
  readonly variant: number;
  /** Number of layers; each is made by its own task. */
  readonly count: number;
}

/**
 * Tool that splits a scene into layers. Generates the scene again, which gives the same bytes, and stores the layer
 * selected by the task's variant: background, shadow, then each product from the farthest. Scenes take about a second,
 * so each layer is an ordinary task instead of a new kind of result.
 */
export const layers = defineCompletedTool({
  name: 'layers',
  type: null,
  cost: FREE,
  needsNoCredit: true,
  async complete({ imageKey }, { stores, caller }) {
    const storedScene = await findScene(stores, caller, imageKey);
    const { beside = [] } = storedScene.scene;
    return (): StoredLayersInput => ({
      imageKey,
      ...storedScene,
      count: SCENE_LAYERS.length + beside.length,
    });
  },
  countTasks: ({ count }) => count,
  imageKeys: ({ imageKey, scene }) => [imageKey, ...sceneImageKeys(scene)],
  step: () => ({ effect: 'alter' }),
  stage: OWN_MESSAGES.takingApart,
  async compute({ engine, input: { scene, variant: sceneVariant, count }, variant, readPhoto, options }) {
    const { files, request } = await readSceneFiles(scene, readPhoto);
    const layer = SCENE_LAYERS[variant] ?? 'product';
    if (files.product === null) throw new TaskRefusal('NOT_FOUND');
    // Requests of earlier releases have one layer for all products.
    const hasOneEach = layer === 'product' && count > SCENE_LAYERS.length;
    const layerProduct = hasOneEach ? variant - SCENE_LAYERS.indexOf('product') : undefined;
    const composedScene = await engine.run(
      'scene',
      { ...request, ...files, variant: sceneVariant, withLayers: true, layerProduct },
      options,
    );
    if (composedScene.layers === undefined) throw new TaskRefusal('NOT_FOUND');
    const { standard, widthPx, heightPx, layerProduct: product } = composedScene;
    return { full: composedScene.layers[layer], standard, widthPx, heightPx, product };
  },
  async keep({ product, ...picture }, context) {
    return { ...(await keepPicture(picture, context)), ...(product !== undefined && { product }) };
  },
});

/** Finds the request that a scene with a product was made for. Throws DomainError NOT_FOUND or DOWNLOAD_NEEDED. */
async function findScene(
  stores: ToolStores,
  caller: Caller,
  key: string,
): Promise<Pick<StoredLayersInput, 'scene' | 'variant'>> {
  const origin = await stores.records.findOrigin(caller.userId, key);
  if (origin === null || !isSceneInput(origin.input) || origin.input.imageKey === undefined)
    throw new DomainError('NOT_FOUND');
  // If a provider made the picture, it has no layers, and the built-in engine would create those of a different
  // picture.
  if (!('scene' in origin.result) || origin.result.scene.facts === null) throw new DomainError('NOT_FOUND');
  await assertDownloaded(stores, caller, key);
  return { scene: origin.input, variant: origin.variant };
}
