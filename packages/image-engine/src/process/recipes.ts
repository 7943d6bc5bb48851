import type { TextReader } from '../models/ocr.ts';
import { openUpscaleSession } from '../models/esrgan-session.ts';
import type { UpscaleSession } from '../models/esrgan-session.ts';
import { openModerationSession } from '../models/moderation-session.ts';
import type { ModerationSession } from '../models/moderation-session.ts';
import { openSession } from '../models/segmentation-session.ts';
import type { SegmentationModel, SegmentationSession } from '../models/segmentation-session.ts';
import type { GenerateSceneContext } from '../tools/generate-scene.ts';
import { Recent } from '../tools/recent.ts';
import type { ToolContext } from '../tools/stages.ts';
import { Kept } from './kept.ts';
import type { Forgettable } from './room.ts';
import type { ToolInput, ToolName, ToolResult } from './tool-jobs.ts';

type Recipes = {
  readonly [Tool in ToolName]: (input: ToolInput<Tool>, context: ToolContext) => Promise<ToolResult<Tool>>;
};

/** What scenes are made of. */
type Studio = Pick<GenerateSceneContext, 'descriptions' | 'sets' | 'products' | 'references'>;

/** Variants of one request, and of the one after it, have the same product. */
const RECENT_PRODUCTS = 3;
const RECENT_REFERENCES = 8;

const release = (session: { release(): Promise<void> }): Promise<void> => session.release();
const upscalers = new Kept<UpscaleSession>(release);
const segmenters = new Kept<SegmentationSession>(release);
const moderators = new Kept<ModerationSession>(release);
const studios = new Kept<Studio>();
const MIB = 1024 ** 2;

/** What is kept, as measured: a network with the memory of its last run, and sets with recent products. */
export const FORGETTABLES: readonly Forgettable[] = [
  forgettable(upscalers, ['upscale'], 200 * MIB),
  forgettable(segmenters, ['remove-background', 'describe', 'generate-scene'], 300 * MIB),
  forgettable(studios, ['generate-scene'], 200 * MIB),
  forgettable(moderators, ['moderate'], 20 * MIB),
];

let reader: TextReader | undefined;

/** Exactly one recipe for each tool. Its code, and its model, are loaded when a job first needs them, and kept. */
export const RECIPES: Recipes = {
  async 'remove-background'({ photo, model }, context) {
    const { removeBackground } = await import('../tools/remove-background.ts');
    const segmenter = await segmenterOf(model);
    return removeBackground(photo, { ...context, segmenter });
  },
  async upscale({ photo, factor, modelFile }, context) {
    const { upscale } = await import('../tools/upscale.ts');
    const network = modelFile === undefined ? undefined : await upscalers.of(modelFile, openUpscaleSession);
    return upscale({ photo, factor }, { ...context, network });
  },
  async magic(input, context) {
    const { magic } = await import('../tools/magic.ts');
    return magic(input, context);
  },
  async harmonize(input, context) {
    const { harmonize } = await import('../tools/harmonize.ts');
    return harmonize(input, context);
  },
  async 'encode-avif'(input, context) {
    const { encodeAvif } = await import('../tools/encode-avif.ts');
    return encodeAvif(input, context);
  },
  async refine(input, context) {
    const { refine } = await import('../tools/refine.ts');
    return refine(input, context);
  },
  async moderate({ photo, modelFile }, context) {
    const { moderate } = await import('../tools/moderate.ts');
    const network = await moderators.of(modelFile, openModerationSession);
    return moderate({ photo }, { ...context, network });
  },
  async describe({ photo, model }, context) {
    const { describe } = await import('../tools/describe.ts');
    const { createTextReader } = await import('../models/ocr.ts');
    const segmenter = await segmenterOf(model);
    reader ??= createTextReader();
    return describe({ photo }, { ...context, segmenter, reader });
  },
  async 'generate-scene'({ model, ...input }, context) {
    const { generateScene } = await import('../tools/generate-scene.ts');
    const studio = await studios.of('sets', openStudio);
    const openSegmenter = model && (() => segmenterOf(model));
    return generateScene(input, { ...context, ...studio, openSegmenter });
  },
  async 'prepare-for-engine'(input, context) {
    const { prepareForEngine } = await import('../tools/providers/prepare.ts');
    return prepareForEngine(input, context);
  },
  async 'finish-of-engine'(input, context) {
    const { finishOfEngine } = await import('../tools/providers/finish.ts');
    return finishOfEngine(input, context);
  },
};

const segmenterOf = (model: SegmentationModel): Promise<SegmentationSession> =>
  segmenters.of(model.modelFile, (file) => openSession(file, model.scaling));

async function openStudio(): Promise<Studio> {
  const [{ readSetDescriptions, SETS_FOLDER }, { SetCache: Cache }] = await Promise.all([
    import('../sets/set-description.ts'),
    import('../sets/set-cache.ts'),
  ]);
  return {
    descriptions: await readSetDescriptions(),
    sets: new Cache(SETS_FOLDER),
    products: new Recent(RECENT_PRODUCTS),
    references: new Recent(RECENT_REFERENCES),
  };
}

function forgettable<Value>(kept: Kept<Value>, usedBy: readonly ToolName[], heldBytes: number): Forgettable {
  return {
    usedBy,
    heldBytes,
    get isHeld() {
      return kept.isHeld;
    },
    letGo: () => kept.letGo(),
  };
}
