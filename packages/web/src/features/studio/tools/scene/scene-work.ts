/** Work of the tools that make scenes, with a product or from a prompt alone. */
import { t } from '@packshot/contract/text/translation';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { besideField } from '@packshot/contract/tools/scene';
import type { BesideProduct } from '@packshot/contract/tools/scene';
import { Sparkles } from 'lucide';
import type { StudioDocument } from '../../model/document.ts';
import { loadWords, viewInScene } from '../../composite/product-view.ts';
import { currentResult, PHOTO_ID } from '../../model/results.ts';
import type { OtherProduct } from '../../model/scene-settings.ts';
import type { EngineUse, ServerWork, ToolWork } from '../../state/studio-context.ts';
import type { RequestMaterials, TaskRequest } from '../../state/task-request.ts';
import { isFlat, productIn } from '../../composite/composing.ts';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { nameByNumber } from '../../model/product-names.ts';
import { sceneInput } from './scene-input.ts';
import { readScale } from './read-scale.ts';

const VARIANTS = {
  makes: 'variants',
  getPrompt: ({ edits }) => edits.scene.prompt,
  working: OWN_MESSAGES.composingScene,
  done: t('The scenes are ready.'),
} as const satisfies Partial<ServerWork>;

const LOOK = {
  icon: Sparkles,
  label: (document) => t('Generate {count} variants', { count: document?.edits.scene.count ?? 0 }),
} as const satisfies Partial<ToolWork>;

const STUDIO_SET = {
  ownName: t('Studio set'),
  fallbackLabel: t('If it fails, use a studio set'),
  makesScenes: true,
} as const;
export const SCENE_ENGINE: EngineUse = { ...STUDIO_SET, tool: 'scene', canKeepProduct: true };
export const INSPIRE_ENGINE: EngineUse = { ...STUDIO_SET, tool: 'inspire' };

export const SCENE: ToolWork = {
  ...LOOK,
  name: 'scene',
  chooseInput: (document) => productIn(document)?.id ?? PHOTO_ID,
  reasonNotReady: ({ edits }) =>
    isFlat(edits.scene)
      ? t('This background is composed in your browser: download it, or harmonize the product with it.')
      : null,
  server: {
    ...VARIANTS,
    resultTool: 'scene',
    request: async (materials, inputId) => sceneRequest(materials, await materials.resolveKey(inputId)),
    engine: SCENE_ENGINE,
    nameProduct(document, number, requestId) {
      const { scene } = document.requests.find(({ id }) => id === requestId) ?? document.edits;
      return nameByNumber(document, scene.otherProducts, number);
    },
  },
};

export const INSPIRE: ToolWork = {
  ...LOOK,
  name: 'inspire',
  needsNoPicture: true,
  chooseInput: () => PHOTO_ID,
  reasonNotReady: ({ edits: { scene } }) =>
    scene.prompt.trim() === '' && scene.reference === null ? OWN_MESSAGES.scenePromptEmpty : null,
  server: {
    ...VARIANTS,
    resultTool: 'inspire',
    request: (materials) => sceneRequest(materials, null),
    engine: INSPIRE_ENGINE,
  },
};

/** Whether the stage shows a scene of a request that had the settings as they are now. */
export function hasSettingsOfResult(document: StudioDocument): boolean {
  const runId = currentResult(document)?.scene?.runId;
  const request = document.requests.find(({ id }) => id === runId);
  return request !== undefined && JSON.stringify(request.scene) === JSON.stringify(document.edits.scene);
}

/** @param productKey cut-out to place in the scene; null for an inspiration */
async function sceneRequest(
  { document, resolveKey, shownScenes }: RequestMaterials,
  productKey: string | null,
): Promise<TaskRequest> {
  const { scene } = document.edits;
  const product = productKey === null ? null : productIn(document);
  // The product's colors are known once the stage has planned the scene that the request will make.
  const colors = product && scene.look === null ? shownScenes?.productColors[product.id] : undefined;
  const settings = colors ? { ...scene, seed: scene.seed ?? shownScenes?.nextSeed ?? null } : scene;
  const referenceId = referencePictureId(scene.reference);
  const referenceKey = referenceId === null ? null : await resolveKey(referenceId);
  await loadWords();
  const cutProduct = productIn(document);
  const view = cutProduct ? viewInScene(document, cutProduct.id) : scene.view;
  const scale = scene.scale ?? readScale(document);
  const input = sceneInput(settings, productKey, referenceKey, view, scale);
  const others = productKey === null ? [] : scene.otherProducts;
  const beside = await besideProducts(others, resolveKey);
  return { tool: 'scene', input: { ...input, beside, ...(colors && { productColors: colors }) } };
}

/** Further products of a request; uploads those that the server doesn't have. */
export async function besideProducts(
  others: readonly OtherProduct[],
  resolveKey: RequestMaterials['resolveKey'],
): Promise<BesideProduct[]> {
  const products: BesideProduct[] = [];
  for (const [at, { id, placement }] of others.entries()) {
    const key = await resolveKey(id).catch((error: unknown) => {
      throw error instanceof ApiError ? error.withField(besideField(at)) : error;
    });
    products.push({ image_s3: key, placement });
  }
  return products;
}

/** ID of a scene's reference picture, unless it is built in. */
const referencePictureId = (reference: StudioDocument['edits']['scene']['reference']): string | null => {
  if (reference?.kind === 'own') return reference.picture.id;
  return reference?.kind === 'result' ? reference.id : null;
};
