import {
  AVIF_MAX_PIXELS,
  isOutside,
  PRODUCT_SCENE_TOOL_IDS,
  REFERENCE_SCENE_TOOL_IDS,
  SCENE_LAYERS,
  UPSCALE_DETAILED_MAX_PIXELS,
  UPSCALE_MAX_SIDE_PX,
} from '@packshot/contract';
import type { GenerationType, SceneForm, TaskForm, TaskTool } from '@packshot/contract';
import { FREE, REQUEST_COST } from '../credits/rules.ts';
import type { Caller } from '../caller.ts';
import type { Stores } from '../database.ts';
import { DomainError } from '../domain-error.ts';
import type { ReferenceCatalog } from '../ports/reference-catalog.ts';
import type { PictureHeader } from '../uploads/picture-header.ts';
import { checkMagicPrompt, checkMaskShape } from './engine-limits.ts';
import type { GenerationInput, InputOf, SceneInput } from './model.ts';

/** What accepting a request needs to know about its tool. */
export interface ToolDefinition<Form, Input extends GenerationInput, Sources> {
  /** Null for tools that have no type on the wire (docs/decisions/0013-generation-types.md). */
  readonly type: GenerationType | null | ((input: Input) => GenerationType);
  /** Credits a request, or FREE. */
  readonly cost: number;
  /** For a free tool: also for who has no credit left. */
  readonly needsNoCredit?: boolean;
  /** Looks up what the form names, before anything else. Throws DomainError for what the caller may not use. */
  readonly findSources?: (stores: Stores, caller: Caller, form: Form) => Promise<Sources>;
  /** @param drawSeed for what the form leaves to chance */
  readonly toInput: (form: Form, drawSeed: () => number, sources: Sources) => Input;
  /** Into how many tasks a request is split, for one cost. Absent: one. */
  readonly countVariants?: (input: Input) => number;
  /** The pictures to work on. Each must be the caller's, be there, and have a header that passes. */
  readonly imageKeys: (input: Input) => readonly string[];
  /** Refuses what the engine cannot do, before any picture is looked up. Throws DomainError. */
  readonly checkRequest?: (input: Input, references: ReferenceCatalog) => void | Promise<void>;
  /** Refuses pictures by their headers, given in the order of `imageKeys`. Throws DomainError. */
  readonly checkHeaders?: (headers: readonly PictureHeader[], input: Input) => void;
}

/** What a request needs beside its form: layers, the scene that is taken apart, as it was asked for. */
type SourcesOf<Tool extends TaskTool> = Tool extends 'layers'
  ? { readonly scene: SceneInput; readonly variant: number }
  : void;

/** A tool is a row here, an input in `model.ts`, and a job with its handler. */
export const TOOLS: {
  readonly [Tool in TaskTool]: ToolDefinition<TaskForm<Tool>, InputOf<Tool>, SourcesOf<Tool>>;
} = {
  'cut-out': {
    type: 'bg_removal',
    cost: REQUEST_COST,
    toInput: (form) => ({ tool: 'cut-out', imageKey: form.image_s3 }),
    imageKeys: (input) => [input.imageKey],
  },
  magic: {
    type: 'magic_tool',
    cost: REQUEST_COST,
    toInput: ({ image_s3, mask_s3, prompt }) => ({
      tool: 'magic',
      imageKey: image_s3,
      maskKey: mask_s3,
      ...(prompt !== undefined && prompt !== '' && { prompt }),
    }),
    imageKeys: (input) => [input.imageKey, input.maskKey],
    // Another engine reads prompts by itself.
    checkRequest: (input) => {
      if (input.engine === undefined) checkMagicPrompt(input.prompt);
    },
    checkHeaders: checkPhotoAndMask,
  },
  upscale: {
    type: null,
    cost: REQUEST_COST,
    toInput: ({ image_s3, value, mode }) => ({ tool: 'upscale', imageKey: image_s3, factor: value, mode }),
    imageKeys: (input) => [input.imageKey],
    checkHeaders(headers, { factor, mode }) {
      for (const { widthPx, heightPx } of headers) {
        if (Math.max(widthPx, heightPx) * factor > UPSCALE_MAX_SIDE_PX)
          throw new DomainError('UPSCALE_TOO_LARGE');
        if (mode === 'detailed' && widthPx * heightPx > UPSCALE_DETAILED_MAX_PIXELS)
          throw new DomainError('UPSCALE_TOO_SLOW');
      }
    },
  },
  refine: {
    type: 'bg_removal',
    cost: FREE,
    needsNoCredit: true,
    toInput: ({ image_s3, matte_s3, mask_s3, edges }) => ({
      tool: 'refine',
      imageKey: image_s3,
      matteKey: matte_s3,
      strokesKey: mask_s3,
      // As drawn is said; what has always been done is not, and its requests stay the same requests.
      ...(edges === 'hand' && { edges }),
    }),
    imageKeys: (input) => [input.imageKey, input.matteKey, input.strokesKey],
    checkHeaders([photo, matte, strokes]) {
      if (photo === undefined) return;
      for (const picture of [matte, strokes]) if (picture !== undefined) checkMaskShape(picture, photo);
    },
  },
  harmonize: {
    type: null,
    cost: REQUEST_COST,
    toInput: ({ image_s3, mask_s3, strength }) => ({
      tool: 'harmonize',
      imageKey: image_s3,
      maskKey: mask_s3,
      strength,
    }),
    imageKeys: (input) => [input.imageKey, input.maskKey],
    checkHeaders: checkPhotoAndMask,
  },
  describe: {
    type: null,
    cost: FREE,
    toInput: (form) => ({ tool: 'describe', imageKey: form.image_s3 }),
    imageKeys: (input) => [input.imageKey],
  },
  export: {
    type: null,
    cost: FREE,
    needsNoCredit: true,
    findSources: assertDownloaded,
    toInput: ({ image_s3, quality, alt_text, digital_source_type }) => ({
      tool: 'export',
      imageKey: image_s3,
      quality,
      metadata: { altText: alt_text, digitalSourceType: digital_source_type },
    }),
    imageKeys: (input) => [input.imageKey],
    checkHeaders(headers) {
      for (const { widthPx, heightPx } of headers)
        if (widthPx * heightPx > AVIF_MAX_PIXELS) throw new DomainError('AVIF_TOO_LARGE');
    },
  },
  layers: {
    type: null,
    cost: FREE,
    needsNoCredit: true,
    findSources: findScene,
    toInput: ({ image_s3 }, _drawSeed, { scene, variant }) => ({
      tool: 'layers',
      imageKey: image_s3,
      scene,
      variant,
      count: SCENE_LAYERS.length,
    }),
    countVariants: ({ count }) => count,
    imageKeys: ({ imageKey, scene }) =>
      [imageKey, scene.imageKey, scene.referenceKey].filter((key) => key !== undefined),
  },
  scene: {
    type: ({ imageKey }) =>
      imageKey === undefined ? 'inspiration_generation' : 'product_background_generation',
    cost: REQUEST_COST,
    toInput: toSceneInput,
    countVariants: ({ count }) => count,
    imageKeys: ({ imageKey, referenceKey }) => [imageKey, referenceKey].filter((key) => key !== undefined),
    checkRequest: checkSceneRequest,
  },
};

/**
 * Other forms of a result are free for whoever has paid for it; an upload needs no download.
 * @throws DomainError DOWNLOAD_NEEDED
 */
async function assertDownloaded(
  { assets }: Stores,
  { userId }: Caller,
  { image_s3: key }: { readonly image_s3: string },
): Promise<void> {
  if ((await assets.isStored(userId, key)) && !(await assets.isDownloaded(userId, key)))
    throw new DomainError('DOWNLOAD_NEEDED');
}

/** The request that a scene with a product was made for. Throws DomainError NOT_FOUND, DOWNLOAD_NEEDED. */
async function findScene(
  stores: Stores,
  caller: Caller,
  form: TaskForm<'layers'>,
): Promise<SourcesOf<'layers'>> {
  const origin = await stores.records.findOrigin(caller.userId, form.image_s3);
  if (origin?.input.tool !== 'scene' || origin.input.imageKey === undefined)
    throw new DomainError('NOT_FOUND');
  // What another engine painted has no layers, and the embedded one would make those of another picture.
  if (!('scene' in origin.result) || origin.result.scene.facts === null) throw new DomainError('NOT_FOUND');
  await assertDownloaded(stores, caller, form);
  return { scene: origin.input, variant: origin.variant };
}

/** What the feature type does not call for is left out: a product belongs to 2 and 5, a reference to 5 and 6. */
function toSceneInput(form: SceneForm, drawSeed: () => number): SceneInput {
  const { image_s3, reference_s3, reference_id, palette = [], placement, shadow } = form;
  const hasProduct = isOneOf(PRODUCT_SCENE_TOOL_IDS, form.feature_type);
  const hasReference = isOneOf(REFERENCE_SCENE_TOOL_IDS, form.feature_type);
  return {
    tool: 'scene',
    prompt: form.prompt,
    ...(hasProduct && image_s3 !== undefined && { imageKey: image_s3 }),
    ...(hasReference && reference_s3 !== undefined && { referenceKey: reference_s3 }),
    ...(hasReference && reference_id !== undefined && { referenceId: reference_id }),
    light: form.light,
    palette,
    ...(hasProduct && placement !== undefined && { placement }),
    ...(hasProduct && shadow !== undefined && { shadow }),
    aspectRatioId: form.aspect_ratio,
    isLarger: form.larger_size,
    count: form.count,
    seed: form.seed ?? drawSeed(),
  };
}

/** A product alone is enough: the engine finds a scene that suits it. */
async function checkSceneRequest(input: SceneInput, references: ReferenceCatalog): Promise<void> {
  const { imageKey, referenceKey, referenceId, prompt, placement, aspectRatioId } = input;
  if (prompt === '' && [imageKey, referenceKey, referenceId].every((given) => given === undefined)) {
    throw new DomainError('PROMPT_EMPTY');
  }
  if (placement !== undefined && isOutside(placement, aspectRatioId))
    throw new DomainError('PLACEMENT_OUTSIDE');
  if (referenceId === undefined) return;
  const isKnown = (await references.list()).some(({ id }) => id === referenceId);
  if (!isKnown) throw new DomainError('REFERENCE_NOT_FOUND');
}

const isOneOf = (ids: readonly number[], id: number): boolean => ids.includes(id);

/** For a photo and its mask. */
function checkPhotoAndMask([photo, mask]: readonly PictureHeader[]): void {
  if (photo !== undefined && mask !== undefined) checkMaskShape(mask, photo);
}
