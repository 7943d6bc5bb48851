import {
  ASPECT_RATIOS,
  DEFAULT_MATCH_PERCENT,
  DEFAULT_SHADOW,
  ERRORS,
  GENERATE_COUNTS,
  measuredIn,
  SCENE_LARGER_SIDES_PX,
  SCENE_LIGHTS,
  SCENE_PROMPT_MAX_LENGTH,
  SEED_MAX,
  sceneStep,
  SHADOW_KINDS,
} from '@packshot/contract';
import { nearest } from '../options/nearest.ts';
import type { Arguments } from '../options/option.ts';
import { textOf, wholeNumber } from '../options/parse.ts';
import type { Job, PhotoTool, SceneSettings } from '../run/tool.ts';
import { UsageError } from '../usage-error.ts';

const USUAL_SIZE = 'usual';
const SIZES = [USUAL_SIZE, ...SCENE_LARGER_SIDES_PX.map(String)];
const RATIOS = ASPECT_RATIOS.map(({ label }) => label);
const MOST_VARIANTS = 4;
/** Whoever leaves it to chance would not get the same picture again. */
const DEFAULT_SEED = 1;

/** A product in a scene of a studio set. */
export const scene: PhotoTool = {
  name: 'scene',
  summary: 'Put products into scenes',
  description: [
    'Cuts each product out, unless its background is transparent already, and puts it on a built-in studio set with that set’s light and a shadow. The set follows from the prompt, or is named; "packshot sets" lists them.',
    'The same photo with the same options makes the same picture.',
  ],
  options: [
    {
      name: 'prompt',
      short: 'p',
      value: 'TEXT',
      says: 'The scene in words: place, materials, colors, light. Without it, and without --set: one that suits the product.',
    },
    { name: 'set', value: 'ID', says: 'A built-in set, by its id.' },
    {
      name: 'light',
      value: 'LIGHT',
      choices: SCENE_LIGHTS,
      says: 'A mood of light; auto unless you say otherwise.',
    },
    {
      name: 'palette',
      value: 'COLORS',
      says: 'Up to four colors for what can be painted, like #c0ffee,#102030.',
    },
    {
      name: 'shadow',
      value: 'KIND',
      choices: SHADOW_KINDS,
      says: 'Without it: the photo’s own where it fits, else what the light throws.',
    },
    {
      name: 'match',
      value: '0–100',
      says: `How far the product takes on the light of the scene; 0 leaves its pixels exactly as they are. ${DEFAULT_MATCH_PERCENT} unless you say otherwise.`,
    },
    {
      name: 'ratio',
      value: 'RATIO',
      choices: RATIOS,
      says: 'The picture’s shape; 1:1 unless you say otherwise.',
    },
    {
      name: 'size',
      value: 'PIXELS',
      choices: SIZES,
      says: 'Of the longer side; usual is that of the shape.',
    },
    {
      name: 'count',
      value: `1–${MOST_VARIANTS}`,
      says: 'Variants of each photo; their files are numbered by {variant}. A server makes two or four for one credit.',
    },
    {
      name: 'seed',
      value: 'NUMBER',
      says: `What is left to chance; ${DEFAULT_SEED} unless you say otherwise.`,
    },
  ],
  examples: [
    [
      "packshot scene mug.jpg --prompt 'on a marble table in morning light'",
      'Beside the photo, as mug-scene.png.',
    ],
    [
      'packshot scene mug.png --set still-water --count 4 --out scenes/{name}-{variant}.webp',
      'Four variants on one set.',
    ],
  ],
  suffix: 'scene',
  async read(args) {
    const settings = settingsIn(args);
    await assertKnown(settings.referenceId);
    await assertShown(settings);
    return jobOf(settings);
  },
  there(args) {
    const settings = settingsIn(args);
    const input = inputOf(settings);
    return {
      variants: settings.count,
      credits: 1,
      asked: { ...input, tool: 'scene' },
      begin: (packshot, { image }, options) => packshot.scenes.start({ image, ...input }, options),
    };
  },
};

function settingsIn(args: Arguments): SceneSettings {
  const prompt = (textOf(args, 'prompt') ?? '').trim();
  if (prompt.length > SCENE_PROMPT_MAX_LENGTH)
    throw new UsageError(`--prompt is longer than ${SCENE_PROMPT_MAX_LENGTH} characters`);
  const referenceId = textOf(args, 'set');
  const shadowKind = SHADOW_KINDS.find((known) => known === textOf(args, 'shadow'));
  const matchPercent = wholeNumber(args, 'match', { from: 0, to: 100 });
  const size = textOf(args, 'size') ?? USUAL_SIZE;
  const largerSidePx = SCENE_LARGER_SIDES_PX.find((known) => String(known) === size);
  return {
    prompt,
    ...(referenceId !== undefined && { referenceId }),
    light: SCENE_LIGHTS.find((known) => known === textOf(args, 'light')) ?? 'auto',
    palette: paletteIn(args),
    ...(shadowKind !== undefined && { shadow: { ...DEFAULT_SHADOW, kind: shadowKind } }),
    ...(matchPercent !== undefined && { matchPercent }),
    aspectRatioId: ASPECT_RATIOS.find(({ label }) => label === (textOf(args, 'ratio') ?? '1:1'))?.id ?? 1,
    isLarger: largerSidePx !== undefined,
    ...(largerSidePx !== undefined && { largerSidePx }),
    count: wholeNumber(args, 'count', { from: 1, to: MOST_VARIANTS }) ?? 1,
    seed: wholeNumber(args, 'seed', { from: 0, to: SEED_MAX }) ?? DEFAULT_SEED,
  };
}

/** In the API's words. A server makes two or four for one credit: those that were not asked for stay there. */
function inputOf(settings: SceneSettings) {
  const { prompt, referenceId, light, palette, shadow, matchPercent, isLarger, largerSidePx, count, seed } =
    settings;
  return {
    prompt,
    ...(referenceId !== undefined && { set_id: referenceId }),
    light,
    ...(palette.length > 0 && { palette }),
    ...(shadow !== undefined && { shadow }),
    ...(matchPercent !== undefined && { light_match: matchPercent }),
    aspect_ratio: settings.aspectRatioId,
    ...(isLarger && { larger_size: true }),
    ...(largerSidePx !== undefined && { larger_side: largerSidePx }),
    count: GENERATE_COUNTS.find((made) => made >= count) ?? MOST_VARIANTS,
    ...(seed !== undefined && { seed }),
  };
}

const jobOf = (settings: SceneSettings): Job => ({
  variants: settings.count,
  of: () => ({
    asked: { tool: 'scene', ...settings },
    async make(engine, photo, variant, options) {
      const made = await engine.run('scene', { ...settings, product: photo, variant }, options);
      const { full, widthPx, heightPx, facts, seed, productPixels } = made;
      return {
        kind: 'picture',
        png: full,
        widthPx,
        heightPx,
        step: sceneStep({ hasProduct: true, seed: settings.seed }, facts),
        ...(productPixels !== undefined && { measured: measuredIn(productPixels) }),
        facts: {
          set: facts.reference_id,
          title: facts.title,
          light: facts.light,
          seed,
          ignored: facts.ignored,
        },
      };
    },
  }),
});

async function listSets() {
  const { createReferenceCatalog } = await import('@packshot/image-engine/references');
  return createReferenceCatalog().list();
}

async function assertKnown(id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const known = (await listSets()).map((set) => set.id);
  if (known.includes(id)) return;
  const near = nearest(id, known);
  throw new UsageError(
    `there is no set ${id}; ${near === undefined ? '"packshot sets" lists them' : `did you mean ${near}?`}`,
  );
}

function paletteIn(args: Arguments): string[] {
  const text = textOf(args, 'palette');
  const colors = text === undefined ? [] : text.split(',').map((color) => color.trim());
  if (colors.length > 4 || colors.some((color) => !/^#[0-9a-f]{6}$/i.test(color)))
    throw new UsageError(`--palette must be up to four colors like #c0ffee,#102030, not "${text}"`);
  return colors;
}

/** Scenes that show nothing of what was asked for are not made. */
async function assertShown({ prompt, referenceId, palette, light }: SceneSettings): Promise<void> {
  if (prompt === '' || palette.length > 0 || referenceId !== undefined) return;
  const { promisedWords } = await import('@packshot/image-engine/pixels');
  const words = promisedWords(prompt, await listSets(), { referenceId: null, light });
  if (words.isNothingShown) throw new UsageError(ERRORS.WORDS_NOT_SHOWN.message);
}
