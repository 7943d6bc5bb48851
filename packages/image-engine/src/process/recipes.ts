import type { TextReader } from '../models/ocr.ts';
import { openUpscaleSession } from '../models/esrgan-session.ts';
import type { UpscaleSession } from '../models/esrgan-session.ts';
import { openModerationSession } from '../models/moderation-session.ts';
import type { ModerationSession } from '../models/moderation-session.ts';
import { openSession } from '../models/segmentation-session.ts';
import type { SegmentationSession } from '../models/segmentation-session.ts';
import type { GenerateSceneContext } from '../tools/generate-scene.ts';
import type { ToolContext } from '../tools/stages.ts';
import type { ToolInput, ToolName, ToolResult } from './tool-jobs.ts';

type Recipes = {
  readonly [Tool in ToolName]: (input: ToolInput<Tool>, context: ToolContext) => Promise<ToolResult<Tool>>;
};

/** What scenes are made of. */
type Studio = Pick<GenerateSceneContext, 'descriptions' | 'sets'>;

const segmenters = new Map<string, Promise<SegmentationSession>>();
const upscalers = new Map<string, Promise<UpscaleSession>>();
const moderators = new Map<string, Promise<ModerationSession>>();
let reader: TextReader | undefined;
let studio: Studio | undefined;

/** Exactly one recipe for each tool. Its code, and its model, are loaded when a job first needs them, and kept. */
export const RECIPES: Recipes = {
  async 'remove-background'({ photo, model }, context) {
    const { removeBackground } = await import('../tools/remove-background.ts');
    const segmenter = await kept(segmenters, model.modelFile, (file) => openSession(file, model.scaling));
    return removeBackground(photo, { ...context, segmenter });
  },
  async upscale({ photo, factor, modelFile }, context) {
    const { upscale } = await import('../tools/upscale.ts');
    const network =
      modelFile === undefined ? undefined : await kept(upscalers, modelFile, openUpscaleSession);
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
    const network = await kept(moderators, modelFile, openModerationSession);
    return moderate({ photo }, { ...context, network });
  },
  async describe({ photo, model }, context) {
    const { describe } = await import('../tools/describe.ts');
    const { createTextReader } = await import('../models/ocr.ts');
    const segmenter = await kept(segmenters, model.modelFile, (file) => openSession(file, model.scaling));
    reader ??= createTextReader();
    return describe({ photo }, { ...context, segmenter, reader });
  },
  async 'generate-scene'({ model, ...input }, context) {
    const { generateScene } = await import('../tools/generate-scene.ts');
    studio ??= await openStudio();
    const openSegmenter =
      model && (() => kept(segmenters, model.modelFile, (file) => openSession(file, model.scaling)));
    return generateScene(input, { ...context, ...studio, openSegmenter });
  },
  async 'prepare-for-engine'(input, context) {
    const { prepareForEngine } = await import('../tools/provided/prepare.ts');
    return prepareForEngine(input, context);
  },
  async 'finish-of-engine'(input, context) {
    const { finishOfEngine } = await import('../tools/provided/finish.ts');
    return finishOfEngine(input, context);
  },
};

async function openStudio(): Promise<Studio> {
  const [{ readSetDescriptions, SETS_FOLDER }, { SetCache: Cache }] = await Promise.all([
    import('../sets/set-description.ts'),
    import('../sets/set-cache.ts'),
  ]);
  return { descriptions: await readSetDescriptions(), sets: new Cache(SETS_FOLDER) };
}

/** A session that failed to open is not kept: the next job tries again. */
function kept<Session>(
  sessions: Map<string, Promise<Session>>,
  file: string,
  open: (file: string) => Promise<Session>,
): Promise<Session> {
  const known = sessions.get(file);
  if (known !== undefined) return known;
  const opening = open(file);
  sessions.set(file, opening);
  opening.catch(() => sessions.delete(file));
  return opening;
}
