import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  DEFAULT_SHADOW,
  ERRORS,
  isOutside,
  MESSAGES,
  OWN_MESSAGES,
  recordOptions,
  SCENE_OPTIONS,
  besideField,
  sceneStep,
} from '@packshot/contract';
import type { BesideProduct, BesideRequest, Placement, ProductView, SceneInput } from '@packshot/contract';
import { isViewOfLock, promisedWords } from '@packshot/image-engine/pixels';
import { backgroundPrompt, sceneWords } from '@packshot/image-engine/providers';
import type { CapabilityRow } from '@packshot/image-engine/providers';
import { FREE, REQUEST_COST } from '../../credits/rules.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type {
  GenerationInput,
  ProductHashes,
  ResultOrigin,
  StoredScene,
  StoredTaskResult,
} from '../model.ts';
import type { ReferenceCatalog } from '../reference-catalog.ts';
import type { ToolStores } from '../stores.ts';
import { checkReference, findKnownLock } from '../work/checks.ts';
import { defineCompletedTool } from '../work/define-tool.ts';
import type { StoredInput } from '../work/define-tool.ts';
import { readPhoto, storePicture } from '../work/pictures.ts';
import { TaskRefusal } from '../work/task.ts';
import {
  finish,
  requireFile,
  toKeepContext,
  make,
  prepare,
  toEngineRecord,
  rowFor,
} from '../work/provider-work.ts';
import type { ProviderWork } from '../work/provider-work.ts';

/**
 * Input with its seed. For a changed version of a scene, contains the hashes that the first scene recorded, if it did.
 */
interface SeededSceneInput extends Omit<SceneInput, 'count' | 'seed'>, ProductHashes {
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
  cost: ({ sceneKey }) => (sceneKey === undefined ? REQUEST_COST : FREE),
  needsNoCredit: ({ sceneKey }) => sceneKey !== undefined,
  complete: completeScene,
  countTasks: ({ count }) => count,
  imageKeys: sceneImageKeys,
  fieldFor({ imageKey, referenceKey, beside = [] }, key) {
    const at = beside.findIndex(({ image_s3 }) => image_s3 === key);
    return at === -1 || key === imageKey || key === referenceKey ? null : besideField(at);
  },
  checkRequest: checkSceneRequest,
  recordFacts: (input) => ({
    prompt: input.prompt,
    referenceKey: input.referenceKey ?? null,
    settings: recordOptions(SCENE_OPTIONS, input),
  }),
  madeFrom: ({ imageKey, beside = [] }) =>
    imageKey === undefined ? [] : [imageKey, ...beside.map(({ image_s3 }) => image_s3)],
  step: ({ imageKey, seed }, facts) => sceneStep({ hasProduct: imageKey !== undefined, seed }, facts),
  stage: OWN_MESSAGES.composingScene,
  // Stages of the engine that the user sees as removing the background: a photo that isn't a cut-out is cut out first.
  engineStages: { segment: MESSAGES.removingBackground, refine: MESSAGES.removingBackground },
  async compute({ engine, input, variant, readPhoto: read, options }) {
    const { files, request } = await readSceneFiles(input, read);
    const hashes = hashProducts(input, files);
    assertSameProducts(input, hashes);
    // A changed version of a scene must show all of its products. Otherwise one credit would pay for a picture of each.
    const mustShowAll = input.sceneKey === undefined ? undefined : true;
    const composed = await engine.run('scene', { ...request, ...files, variant, mustShowAll }, options);
    const beside = input.beside?.map((other, at): BesideProduct => {
      const placement = composed.beside?.[at] ?? other.placement;
      if (placement === undefined) throw new Error('The engine placed fewer products than requested');
      return { ...other, placement };
    });
    return { ...composed, hashes, beside };
  },
  async keep(composedScene, context): Promise<StoredScene> {
    const { seed, placement, hashes, beside } = composedScene;
    const facts = { ...composedScene.facts, ...(beside && { beside: [...beside] }) };
    const picture = await storePicture(composedScene, context);
    return { ...picture, scene: { facts, seed, placement, ...hashes } };
  },
  provider: {
    capabilities: { scene: 'product-background', inspire: 'text-to-image' },
    engineTool: ({ imageKey }) => (imageKey === undefined ? 'inspire' : 'scene'),
    // Other engines show only the first product.
    madeFrom: ({ imageKey }) => (imageKey === undefined ? [] : [imageKey]),
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

async function completeScene(
  sceneInput: SceneInput,
  { stores, caller }: { readonly stores: ToolStores; readonly caller: Caller },
): Promise<(drawSeed: () => number) => SeededSceneInput> {
  const { sceneKey } = sceneInput;
  if (sceneKey !== undefined) {
    const changed = await changedScene(sceneInput, sceneKey, stores, caller);
    return () => changed;
  }
  // With a scene lock (settings of an earlier scene), all variants would be the same, so only one is made.
  const count = sceneInput.look === undefined ? sceneInput.count : 1;
  return (drawSeed) => ({ ...sceneInput, count, seed: sceneInput.seed ?? drawSeed() });
}

/** Scene lock fields that make the scene choose its shadow again, despite the user's earlier choice. */
const UNDECIDED_SHADOW = { shadowSource: 'photo', shadowFallsDeg: null } as const;

/**
 * Completes a request for a changed version of a scene, which is free. The version shows the same products in the same
 * set. Placement, pose, light, colors, shadow and size may change. Everything else is as in the scene's own request.
 * @throws DomainError NOT_FOUND if the caller has no such scene, LOOK_GONE for an unreadable scene lock
 */
async function changedScene(
  request: SceneInput,
  sceneKey: string,
  stores: ToolStores,
  caller: Caller,
): Promise<SeededSceneInput> {
  const { look, imageKey, placement, beside = [], aspectRatioId, isLarger, largerSidePx } = request;
  if (look === null) throw new DomainError('LOOK_GONE');
  const isStored = await stores.assets.isStored(caller.userId, sceneKey);
  const origin = isStored ? await stores.records.findOrigin(caller.userId, sceneKey) : null;
  const originScene = origin && changeable(origin);
  const originLock = originScene?.facts?.look;
  if (!origin || !look || !originLock || !isSceneInput(origin.input)) throw new DomainError('NOT_FOUND');
  const {
    tool: _tool,
    engine: _engine,
    placement: _placement,
    largerSidePx: _side,
    beside: besideBefore = [],
    besideSha256: _hashes,
    ...before
  } = origin.input;
  if (imageKey === undefined || imageKey !== before.imageKey || look.setId !== originLock.setId)
    throw new DomainError('NOT_FOUND');
  if (!hasSameProducts(beside, besideBefore)) throw new DomainError('NOT_FOUND');
  // Settings that the new lock doesn't change stay as in the scene's own request, which may override its lock.
  const isSameShadow = isDeepStrictEqual(look.shadow, originLock.shadow);
  const shadow = request.shadow ?? (isSameShadow ? before.shadow : (look.shadow ?? undefined));
  const isSameMatch = look.matchPercent === originLock.matchPercent;
  const matchPercent = request.matchPercent ?? (isSameMatch ? before.matchPercent : look.matchPercent);
  const view = withPose(before.view ?? originLock.view ?? undefined, request.view);
  const isOwnLook = before.isOwnLook ?? !before.look;
  const { shadow: _shadow, matchPercent: _match, isOwnLook: _isOwn, ...remaining } = before;
  return {
    ...remaining,
    sceneKey,
    look: {
      ...originLock,
      lights: look.lights,
      tints: look.tints,
      seenTints: look.seenTints,
      exposure: look.exposure,
      light: look.light,
      keySoftness: look.keySoftness,
      shadow: look.shadow,
      ...(view && { view }),
      ...(shadow === undefined && !isSameShadow && UNDECIDED_SHADOW),
      ...(shadow && { shadow }),
      ...(matchPercent !== undefined && { matchPercent }),
    },
    count: 1,
    aspectRatioId,
    isLarger,
    ...(view && { view }),
    ...(matchPercent !== undefined && { matchPercent }),
    ...(placement && { placement }),
    ...(beside.length > 0 && { beside }),
    ...(largerSidePx !== undefined && { largerSidePx }),
    ...(shadow && { shadow }),
    ...(isOwnLook && { isOwnLook }),
    ...(originScene.productSha256 && { productSha256: originScene.productSha256 }),
    ...(beside.length > 0 && originScene.besideSha256 && { besideSha256: originScene.besideSha256 }),
  };
}

/**
 * View of the product in another pose, at the same camera elevation.
 * @returns undefined if the request states no other pose
 */
const withPose = (
  before: ProductView | undefined,
  requested: ProductView | undefined,
): ProductView | undefined =>
  requested === undefined || requested.pose === before?.pose
    ? undefined
    : { ...(before ?? requested), pose: requested.pose };

/**
 * True if each picture is in the scene as often as before. With fewer of them, one credit would pay for a picture of
 * each product.
 */
function hasSameProducts(beside: readonly BesideRequest[], before: readonly BesideRequest[]): boolean {
  const sortedKeys = (products: readonly BesideRequest[]): string[] =>
    products.map(({ image_s3 }) => image_s3).toSorted();
  return isDeepStrictEqual(sortedKeys(beside), sortedKeys(before));
}

const sha256 = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex');

function hashProducts(
  { beside = [] }: StoredSceneInput,
  files: Awaited<ReturnType<typeof readSceneFiles>>['files'],
): ProductHashes {
  const hashes = files.beside?.map(({ product }, i) => [beside[i]?.image_s3 ?? '', sha256(product)] as const);
  return {
    ...(files.product && { productSha256: sha256(files.product) }),
    ...(hashes && { besideSha256: Object.fromEntries(hashes) }),
  };
}

/**
 * Refuses a changed scene with other products: an upload can be replaced for a while, but a changed scene is only free
 * with the same ones. Throws TaskRefusal NOT_FOUND.
 */
function assertSameProducts(
  { productSha256, besideSha256 = {} }: ProductHashes,
  { productSha256: current, besideSha256: currentBeside = {} }: ProductHashes,
): void {
  const isSame = (before: string | undefined, now: string | undefined): boolean =>
    before === undefined || before === now;
  const keys = Object.keys(currentBeside);
  if (!isSame(productSha256, current) || !keys.every((key) => isSame(besideSha256[key], currentBeside[key])))
    throw new TaskRefusal('NOT_FOUND');
}

/** Returns a scene that may be changed free of charge. Scenes of test keys cost nothing and have a watermark. */
const changeable = ({ result, callTerms }: ResultOrigin): StoredScene['scene'] | null =>
  callTerms?.mode !== 'test' && 'scene' in result ? result.scene : null;

/** Storage keys of the pictures of a scene's request. */
export function sceneImageKeys({
  imageKey,
  referenceKey,
  beside = [],
}: Pick<SceneInput, 'imageKey' | 'referenceKey' | 'beside'>): string[] {
  const keys = [imageKey, referenceKey, ...beside.map(({ image_s3 }) => image_s3)];
  return keys.filter((key) => key !== undefined);
}

/** Reads the pictures of a scene's request; also returns its options that the engine knows. */
export async function readSceneFiles(
  {
    tool: _tool,
    engine: _engine,
    sceneKey: _sceneKey,
    productSha256: _hash,
    besideSha256: _hashes,
    imageKey,
    referenceKey,
    beside = [],
    ...request
  }: StoredSceneInput,
  read: (key: string) => Promise<Uint8Array>,
) {
  const [product, reference, others] = await Promise.all([
    imageKey === undefined ? null : read(imageKey),
    referenceKey === undefined ? undefined : read(referenceKey),
    Promise.all(
      beside.map(async ({ image_s3, placement }) => ({ product: await read(image_s3), placement })),
    ),
  ]);
  return { request, files: { product, reference, ...(others.length > 0 && { beside: others }) } };
}

const isCenterInside = ({ centerX, centerY }: Placement): boolean =>
  [centerX, centerY].every((position) => position >= 0 && position <= 1);

/**
 * Checks the placements of a scene's products, the first product's first. Refusals of a further one name its form field.
 * Throws DomainError PLACEMENT_OUTSIDE.
 */
function assertPlaced(
  placements: readonly (Placement | undefined)[],
  isAllowed: (placement: Placement | undefined) => boolean,
): void {
  const wrong = placements.findIndex((each) => !isAllowed(each));
  if (wrong === -1) return;
  const { message } = ERRORS.PLACEMENT_OUTSIDE;
  const detail = wrong === 0 ? undefined : { fields: [{ field: besideField(wrong - 1), message }] };
  throw new DomainError('PLACEMENT_OUTSIDE', { detail });
}

/** Checks a request. A product without prompt and reference is enough: the engine chooses a matching scene. */
async function checkSceneRequest(input: StoredSceneInput, references: ReferenceCatalog): Promise<void> {
  const { imageKey, referenceKey, referenceId, prompt, placement, beside = [], aspectRatioId } = input;
  if (prompt === '' && [imageKey, referenceKey, referenceId].every((source) => source === undefined)) {
    throw new DomainError('PROMPT_EMPTY');
  }
  // If the first product has no placement, those of the others only describe an arrangement, which the scene positions
  // itself.
  const placements = placement === undefined ? [] : [placement, ...beside.map((other) => other.placement)];
  assertPlaced(placements, (each) => each === undefined || !isOutside(each, aspectRatioId));
  if (input.sceneKey !== undefined) {
    // Each of several products must have its center in the picture. The engine later measures how much of each is
    // visible. Otherwise a product at the edge could be cropped away, which would give a free picture of the others.
    if (beside.length > 0) assertPlaced(placements, (each) => each !== undefined && isCenterInside(each));
    // Other engines' work isn't free.
    if (input.engine !== undefined) throw new DomainError('ENGINE_NOT_AVAILABLE');
    // The product was already in this set, so its view isn't checked.
    await findKnownLock(input.look ?? null, references);
    return;
  }
  if (input.look !== undefined && input.engine === undefined) return checkSceneLock(input, references);
  await checkWords(input, references);
  if (referenceId === undefined) return;
  await checkReference(referenceId, references);
}

/** Refuses a scene lock that no longer exists or isn't suitable for this photo, before any charge. */
async function checkSceneLock(
  { look: requestedLock = null, view, isOwnLook }: StoredSceneInput,
  references: ReferenceCatalog,
): Promise<void> {
  const { look, set } = await findKnownLock(requestedLock, references);
  if (view && isOwnLook !== true && !isViewOfLock(view, look, set)) throw new DomainError('VIEW_NOT_IN_LOOK');
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
    ...(await storePicture(composedScene, toKeepContext(work))),
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
