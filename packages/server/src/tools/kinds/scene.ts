import {
  DEFAULT_SHADOW,
  isOutside,
  MESSAGES,
  OWN_MESSAGES,
  recordOptions,
  SCENE_OPTIONS,
  sceneStep,
} from '@packshot/contract';
import type { ProductView, SceneInput, SceneLook } from '@packshot/contract';
import { isViewOfLook, promisedWords } from '@packshot/image-engine/pixels';
import { backgroundPrompt, sceneWords } from '@packshot/image-engine/providers';
import type { CapabilityRow } from '@packshot/image-engine/providers';
import { REQUEST_COST } from '../../credits/rules.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { GenerationInput, StoredScene, StoredTaskResult } from '../model.ts';
import type { ReferenceCatalog } from '../reference-catalog.ts';
import { checkReference, knownLook } from '../work/checks.ts';
import { defineCompletedTool } from '../work/define-tool.ts';
import type { StoredInput } from '../work/define-tool.ts';
import { readPhoto, storePicture } from '../work/pictures.ts';
import {
  finish,
  requireFile,
  keeping,
  make,
  prepare,
  toEngineRecord,
  rowFor,
} from '../work/provider-work.ts';
import type { ProviderWork } from '../work/provider-work.ts';

interface SeededSceneInput extends Omit<SceneInput, 'count' | 'seed'> {
  readonly count: number;
  /** Random seed, chosen by the user or when the request was accepted. */
  readonly seed: number;
}

export type StoredSceneInput = StoredInput<'scene', SeededSceneInput>;
export const isSceneInput = (input: GenerationInput): input is StoredSceneInput => input.tool === 'scene';

/**
 * Tool that places a product in a generated scene. The tasks of a request differ only in their variant number, so any
 * worker may make any of them.
 */
export const scene = defineCompletedTool({
  name: 'scene',
  type: (input) =>
    input.imageKey === undefined ? 'inspiration_generation' : 'product_background_generation',
  cost: REQUEST_COST,
  complete: withSeed,
  countTasks: ({ count }) => count,
  imageKeys: ({ imageKey, referenceKey }) => [imageKey, referenceKey].filter((key) => key !== undefined),
  checkRequest: checkSceneRequest,
  recordFacts: (input) => ({
    prompt: input.prompt,
    referenceKey: input.referenceKey ?? null,
    settings: recordOptions(SCENE_OPTIONS, input),
  }),
  madeFrom: ({ imageKey }) => (imageKey === undefined ? [] : [imageKey]),
  step: ({ imageKey, seed }, facts) => sceneStep({ hasProduct: imageKey !== undefined, seed }, facts),
  stage: OWN_MESSAGES.composingScene,
  // Stages of the engine that the user sees as removing the background: a photo that isn't a cut-out is cut out first.
  engineStages: { segment: MESSAGES.removingBackground, refine: MESSAGES.removingBackground },
  async compute({ engine, input, variant, readPhoto: read, options }) {
    const { tool: _tool, engine: _engine, imageKey, referenceKey, ...request } = input;
    const [product, reference] = await Promise.all([
      imageKey === undefined ? null : read(imageKey),
      referenceKey === undefined ? undefined : read(referenceKey),
    ]);
    return engine.run('scene', { ...request, product, reference, variant }, options);
  },
  async keep(composedScene, context): Promise<StoredScene> {
    const { facts, seed, placement } = composedScene;
    const picture = await storePicture(composedScene, context);
    return { ...picture, scene: { facts, seed, placement: placement ?? null } };
  },
  provider: {
    capabilities: { scene: 'product-background', inspire: 'text-to-image' },
    engineTool: ({ imageKey }) => (imageKey === undefined ? 'inspire' : 'scene'),
    step: ({ imageKey, engine, seed }) => ({
      effect:
        imageKey === undefined
          ? 'generate'
          : engine?.keepsProduct === false
            ? 'generate-part'
            : 'generate-ground',
      parameters: { seed },
    }),
    provide: provideScene,
  },
});

async function withSeed(sceneInput: SceneInput): Promise<(drawSeed: () => number) => SeededSceneInput> {
  // With a scene lock (settings of an earlier scene), all variants would be the same, so only one is made.
  const count = sceneInput.look === undefined ? sceneInput.count : 1;
  return (drawSeed) => ({ ...sceneInput, count, seed: sceneInput.seed ?? drawSeed() });
}

/** Checks a request. A product without prompt and reference is enough: the engine chooses a matching scene. */
async function checkSceneRequest(input: StoredSceneInput, references: ReferenceCatalog): Promise<void> {
  const { imageKey, referenceKey, referenceId, prompt, placement, aspectRatioId } = input;
  if (prompt === '' && [imageKey, referenceKey, referenceId].every((source) => source === undefined)) {
    throw new DomainError('PROMPT_EMPTY');
  }
  if (placement !== undefined && isOutside(placement, aspectRatioId))
    throw new DomainError('PLACEMENT_OUTSIDE');
  if (input.look !== undefined && input.engine === undefined)
    return checkLook(input.look, input.view, references);
  await checkWords(input, references);
  if (referenceId === undefined) return;
  await checkReference(referenceId, references);
}

/** Refuses a scene lock that no longer exists or isn't suitable for this photo, before any charge. */
async function checkLook(
  requestedLook: SceneLook | null,
  view: ProductView | undefined,
  references: ReferenceCatalog,
): Promise<void> {
  const { look, set } = await knownLook(requestedLook, references);
  if (view && !isViewOfLook(view, look, set)) throw new DomainError('VIEW_NOT_IN_LOOK');
}

/**
 * Refuses a prompt of which the engine would ignore every word, before any charge. Other engines interpret prompts
 * themselves.
 */
async function checkWords(input: StoredSceneInput, references: ReferenceCatalog): Promise<void> {
  const { prompt, referenceId, referenceKey, palette, light, engine, scale } = input;
  if (prompt === '' || palette.length > 0 || engine !== undefined) return;
  if (referenceId !== undefined || referenceKey !== undefined) return;
  const words = promisedWords(prompt, await references.list(), { referenceId: null, light, scale });
  if (words.isNothingShown) throw new DomainError('WORDS_NOT_SHOWN');
}

/** Lets the provider make the background, and combines it with the product's own pixels. */
async function provideScene(work: ProviderWork, input: StoredSceneInput): Promise<StoredTaskResult> {
  const { task, deps, context } = work;
  const { imageKey, placement, aspectRatioId, isLarger, largerSidePx } = input;
  const row = rowFor(work, imageKey === undefined ? 'text-to-image' : 'product-background');
  const { sizes } = row;
  const [product, reference] = await Promise.all([
    imageKey === undefined ? null : readPhoto(deps, task.userId, imageKey, context.signal),
    readReference(work, input, row),
  ]);
  const frame = { aspectRatioId, isLarger, largerSidePx, sizes };
  const prepared = await prepare(work, {
    kind: 'scene',
    ...frame,
    product,
    placement,
    maskStyle: row.mask ?? 'white',
    reference: reference ?? undefined,
  });
  const words = sceneWords({ ...input, followsReference: reference !== null });
  const prompt = product === null ? words : backgroundPrompt(words);
  const seed = input.seed + task.variant;
  const size = { widthPx: prepared.widthPx, heightPx: prepared.heightPx };
  const request = {
    ...size,
    prompt,
    seed,
    ...(prepared.reference !== undefined && { reference: prepared.reference }),
  };
  const { bytes: picture } =
    product === null
      ? await make<'text-to-image'>(work, { capability: 'text-to-image', ...request })
      : await make<'product-background'>(work, {
          capability: 'product-background',
          ...request,
          image: requireFile(prepared.image),
          mask: requireFile(prepared.mask),
        });
  const composedScene = await finish(work, {
    kind: 'scene',
    ...frame,
    picture,
    product: prepared.cutOut ?? product,
    placement: prepared.placement,
    shadow: (input.shadow ?? DEFAULT_SHADOW).kind,
    keepsProduct: input.engine?.keepsProduct !== false,
  });
  const scene: StoredScene = {
    ...(await storePicture(composedScene, keeping(work))),
    scene: { facts: null, seed: input.seed, placement: prepared.placement ?? null },
  };
  return { ...scene, engine: toEngineRecord(work, row, { prompt, seed }) };
}

/** Reads the reference picture; null without one, or for a provider that only uses text. */
async function readReference(
  { task, deps, context }: ProviderWork,
  { referenceKey, referenceId }: StoredSceneInput,
  row: CapabilityRow,
): Promise<Uint8Array | null> {
  if (!row.takesReference) return null;
  if (referenceKey !== undefined) return readPhoto(deps, task.userId, referenceKey, context.signal);
  return referenceId === undefined ? null : deps.referencePicture(referenceId);
}
