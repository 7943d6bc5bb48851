import {
  apiValues,
  BESIDE_CALL,
  besideValues,
  ERRORS,
  GENERATE_COUNTS,
  measuredIn,
  MOST_BESIDE,
  PLACED_BESIDE,
  SCENE_LARGER_SIDE_PX,
  SCENE_LARGER_SIDES_PX,
  SCENE_OPTIONS,
  sceneStep,
} from '@packshot/contract';
import { nearest } from '@packshot/contract/text/nearest';
import type { Arguments } from '../options/option.ts';
import { getTextOption, wholeNumber } from '../options/parse.ts';
import { flagTexts, optionsIn, textOfValue } from '../options/tool-options.ts';
import { besideIn, throwNamed } from '../photos/beside.ts';
import type { BesideFile } from '../photos/beside.ts';
import { computeDigest, readForAll } from '../photos/read.ts';
import type { ToolJob, PhotoTool, CommandSceneSettings } from '../run/tool.ts';
import { UsageError } from '../usage-error.ts';

const USUAL_SIZE = 'usual';
const SIZES = [USUAL_SIZE, ...SCENE_LARGER_SIDES_PX.map(String)];
const MOST_VARIANTS = 4;
/** Seed used if the user gives none. It is fixed, so that repeated commands make the same picture. */
const DEFAULT_SEED = SCENE_OPTIONS.seed.flag.default;

export const scene: PhotoTool = {
  name: 'scene',
  summary: 'Put products into scenes',
  description: [
    'Cuts each product out, unless its background is transparent already, and puts it on a built-in studio set with that set’s light and a shadow. The set follows from the prompt, or is named; "packshot sets" lists them.',
    'The same photo with the same options makes the same picture.',
  ],
  table: SCENE_OPTIONS,
  options: [
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
      name: 'reference',
      value: 'FILE',
      isPath: true,
      says: 'A picture whose colors, light and mood to follow.',
    },
    {
      name: 'beside',
      value: 'FILE[@X,Y,WIDTH]',
      isPath: true,
      isList: true,
      says: `A cut-out of another product for the same scene, with its center and width as shares of the picture; ${PLACED_BESIDE}. Up to ${MOST_BESIDE} times.`,
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
    ['packshot scene mug.png --beside pot.png --beside jug.png', 'Three products in one scene.'],
  ],
  suffix: 'scene',
  flagsFor(
    { count, larger_size: isLarger, larger_side: sidePx = SCENE_LARGER_SIDE_PX, ...options },
    { reference, ...paths },
  ) {
    return {
      ...flagTexts(SCENE_OPTIONS, options),
      ...(count !== undefined && { count: textOfValue(count) }),
      ...(isLarger === true && { size: textOfValue(sidePx) }),
      ...(reference !== undefined && { reference }),
      beside: BESIDE_CALL.flatMap(({ picture, option }) => {
        const [path, placement] = [paths[picture], options[option]];
        if (path === undefined) return [];
        return [placement === undefined ? path : `${path}@${JSON.stringify(placement)}`];
      }),
    };
  },
  async read(args, where) {
    const settings = settingsIn(args);
    if (where === 'here') {
      await assertKnown(settings.referenceId);
      await assertShown(settings);
    }
    const path = getTextOption(args, 'reference');
    const reference = path === undefined ? undefined : await readForAll('reference', path);
    return createJob(settings, reference, await besideIn(args));
  },
};

function settingsIn(args: Arguments): CommandSceneSettings {
  const size = getTextOption(args, 'size') ?? USUAL_SIZE;
  const largerSidePx = SCENE_LARGER_SIDES_PX.find((candidate) => String(candidate) === size);
  const options = optionsIn(SCENE_OPTIONS, args);
  return {
    ...options,
    isLarger: largerSidePx !== undefined,
    ...(largerSidePx !== undefined && { largerSidePx }),
    count: wholeNumber(args, 'count', { from: 1, to: MOST_VARIANTS }) ?? 1,
    seed: options.seed ?? DEFAULT_SEED,
  };
}

/**
 * Converts the options to the API's format. A server makes two or four variants for one credit; variants that the user
 * didn't request aren't downloaded.
 */
const apiOrder = (settings: CommandSceneSettings): Record<string, unknown> =>
  apiValues(SCENE_OPTIONS, {
    ...settings,
    count: GENERATE_COUNTS.find((offeredCount) => offeredCount >= settings.count) ?? MOST_VARIANTS,
  });

const createJob = (
  settings: CommandSceneSettings,
  reference: Uint8Array | undefined,
  beside: readonly BesideFile[],
): ToolJob => {
  const products = besideValues(
    'picture',
    beside.map(({ product }) => product),
  );
  const placements = besideValues(
    'option',
    beside.map(({ placement }) => placement),
  );
  return {
    variants: settings.count,
    order: { tool: 'scene', options: { ...apiOrder(settings), ...placements } },
    credits: 1,
    pictures: { ...(reference && { reference }), ...products },
    named: beside,
    of: () => ({
      // The other pictures are part of the settings that decide whether an existing result can be reused.
      provenanceInput: {
        tool: 'scene',
        ...settings,
        ...(reference && { reference: computeDigest(reference) }),
        ...(beside.length > 0 && {
          beside: beside.map(({ product, placement }) => ({ product: computeDigest(product), placement })),
        }),
      },
      madeFrom: Object.values(products),
      async make(engine, photo, variant, options) {
        const composedScene = await engine
          .run('scene', { ...settings, reference, product: photo, beside, variant }, options)
          .catch((error: unknown) => throwNamed(error, beside));
        const { full, widthPx, heightPx, facts, seed, productPixels } = composedScene;
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
  };
};

async function listSets() {
  const { createReferenceCatalog } = await import('@packshot/image-engine/references');
  return createReferenceCatalog().list();
}

async function assertKnown(id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const setIds = (await listSets()).map((set) => set.id);
  if (setIds.includes(id)) return;
  const near = nearest(id, setIds);
  throw new UsageError(
    `there is no set ${id}; ${near === undefined ? '"packshot sets" lists them' : `did you mean ${near}?`}`,
  );
}

/** Rejects a prompt if the scene wouldn't show anything that its words mention. */
async function assertShown({ prompt, referenceId, palette, light }: CommandSceneSettings): Promise<void> {
  if (prompt === '' || palette.length > 0 || referenceId !== undefined) return;
  const { promisedWords } = await import('@packshot/image-engine/pixels');
  const words = promisedWords(prompt, await listSets(), { referenceId: null, light });
  if (words.isNothingShown) throw new UsageError(ERRORS.WORDS_NOT_SHOWN.message);
}
