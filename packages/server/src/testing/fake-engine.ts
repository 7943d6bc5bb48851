import { hashRecipe } from '@packshot/image-engine/recipes';
import { SCENE_LAYERS } from '@packshot/contract';
import type { SceneLayerName, StyleFacts, TaskResult } from '@packshot/contract';
import { NOTHING } from '@packshot/contract/provenance/credentials-report';
import { embedXmp, stepsIn } from '@packshot/image-engine/pixels';
import { drawnPng } from './drawn-png.ts';
import type {
  ImageEngine,
  JobOptions,
  ModerationScores,
  ToolJobInput,
  EngineToolName,
  ToolResult,
} from '@packshot/image-engine';

/** Splits a stored file into the picture without its metadata, and the provenance in that metadata. */
export const readStored = (file: Uint8Array) => ({
  picture: Buffer.concat(embedXmp(new Uint8Array(file), '')),
  provenance: stepsIn(file),
});
/** The file that is stored for `FAKE_RESULT`: the picture, and the provenance of the given result. */
export const asStored = (result: TaskResult | undefined) => ({
  picture: readStored(FAKE_RESULT.full).picture,
  provenance: result?.provenance,
});

/** Picture for a layer of a scene variant, different from every other layer and variant. */
export const fakeLayer = (name: SceneLayerName, variant: number): Uint8Array =>
  drawnPng(1 + variant, 1 + SCENE_LAYERS.indexOf(name), () => [0, 0, 0, 255]);

type FakeResult = ToolResult<'cut-out'> &
  ToolResult<'magic'> &
  ToolResult<'upscale'> &
  ToolResult<'harmonize'> &
  ToolResult<'refine'> &
  ToolResult<'describe'> & { readonly scene: ToolResult<'scene'>['facts'] };

/** Suffix of test photos whose cut-out needs a review. */
const DOUBTFUL = Buffer.from('doubtful');
/** Suffix of test photos whose cut-out gets a quality flag and a low score. */
const FLAGGED_PHOTO = Buffer.from('doubted');
/** Suffix of test photos that are so small that they are enlarged. */
const SMALL = Buffer.from('small');
const endsWith = (photo: Uint8Array, word: Buffer): boolean => word.equals(photo.subarray(-word.length));
const DOUBTFUL_AT = { x: 0.2, y: 0.3, width: 0.1, height: 0.5 };

function createCutOut(photo: Uint8Array): Pick<ToolResult<'recipe'>, 'cutOut' | 'doubts' | 'doubtfulAt'> {
  const isFlagged = endsWith(photo, FLAGGED_PHOTO);
  if (!isFlagged && !endsWith(photo, DOUBTFUL)) return { cutOut: null, doubts: [], doubtfulAt: null };
  const { confidence, doubts, review: usual } = FAKE_RESULT;
  const review = isFlagged ? { ...usual, score: 0.01 } : usual;
  return { cutOut: { confidence, doubts, review }, doubts, doubtfulAt: DOUBTFUL_AT };
}

/** Text at the end of a test photo's bytes: the share of the picture that its product fills; 0.8 without it. */
const FILLS = /fills ([\d.]{1,6})$/;

function createStyle(photo: Uint8Array): StyleFacts {
  const end = Buffer.from(photo.subarray(-20)).toString('latin1');
  const side = Number(FILLS.exec(end)?.[1] ?? 0.8);
  const at = (1 - side) / 2;
  return { box: { x: at, y: at, width: side, height: side }, ground: null, shadow_deg: null };
}

export const FAKE_RESULT: FakeResult = {
  full: drawnPng(4, 3, () => [200, 30, 40, 255]),
  standard: drawnPng(2, 2, () => [200, 30, 40, 255]),
  widthPx: 640,
  heightPx: 480,
  foregroundFraction: 0.3,
  foreground: { xPx: 10, yPx: 20, widthPx: 300, heightPx: 400 },
  confidence: 0.7,
  doubts: [{ reason: 'looks-differ', place: 'left', box: { x: 0.1, y: 0.2, width: 0.1, height: 0.4 } }],
  review: { score: 0.4, reasons: ['looks-differ'], box: { x: 0.1, y: 0.2, width: 0.1, height: 0.4 } },
  view: { pose: 'lies', elevationDeg: 48, lightSide: null, footLines: [], confidence: 0.6 },
  changedFraction: 0.1,
  finalDescription: 'A glossy red mug.',
  shopTexts: null,
  facts: {
    name: null,
    areaShare: 0.3,
    colors: [{ name: 'red', share: 1, hex: '#c02020' }],
    isPartlySeen: false,
    finish: 'glossy',
    textured: false,
    form: { outline: null, profile: 'cup', symmetry: 0.8, openings: 1, handle: 'left', cropped: false },
    orientation: null,
    proportions: 0.9,
    text: [],
    kind: null,
    noun: null,
  },
  scene: {
    reference_id: 'still-water',
    title: 'Still water',
    light: 'golden-hour',
    palette: ['#c0ffee'],
    understood: [{ phrase: 'marble', as: 'material: marble' }],
    ignored: ['xyzzy'],
  },
  stagesMs: {},
};

/** Result of the fake engine's watermark tool, used for pictures made with a test key. */
export const FAKE_WATERMARKED: ToolResult<'watermark'> = {
  full: drawnPng(5, 5, () => [128, 128, 128, 255]),
  standard: drawnPng(1, 1, () => [128, 128, 128, 255]),
  widthPx: 640,
  heightPx: 480,
  stagesMs: {},
};

/** Options of all tools of the engine. */
interface FakeOptions extends JobOptions {
  readonly prompt?: string;
  readonly strength?: number;
  readonly factor?: number;
  readonly mode?: string;
  readonly variant?: number;
  readonly seed?: number;
}

export type FakeWork = (options: FakeOptions, pictures: readonly Uint8Array[]) => Promise<FakeResult>;

const FAKE_THUMB = Buffer.from('a small picture');
const DECENT: ModerationScores = { drawing: 0, hentai: 0.01, neutral: 0.95, porn: 0.01, sexy: 0.03 };

type FakeAnswers = {
  readonly [Name in EngineToolName]: (
    input: ToolJobInput<Name>,
    options: JobOptions,
  ) => Promise<ToolResult<Name>>;
};

/**
 * Creates an engine whose work is defined by the test, for races and failures that real pictures can't produce on
 * demand.
 * @param scores moderation result for every photo
 */
export function fakeEngine(work: FakeWork, scores: ModerationScores = DECENT): ImageEngine {
  const workOn = (input: object, options: JobOptions): Promise<FakeResult> => {
    const isPicture = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
    const rest = Object.entries(input).filter(([, value]) => !isPicture(value));
    return work({ ...options, ...Object.fromEntries(rest) }, Object.values(input).filter(isPicture));
  };
  const answers: FakeAnswers = {
    'cut-out': workOn,
    magic: workOn,
    upscale: workOn,
    harmonize: workOn,
    refine: workOn,
    export: workOn,
    describe: workOn,
    async recipe({ photo, recipe, provenance }, options) {
      const { stagesMs } = await workOn({ photo }, options);
      const outputs = recipe.outputs.map(({ id, format, width, height }) => {
        const file = Buffer.from(`${id} of ${Buffer.from(photo).toString('base64').slice(0, 40)}`);
        return {
          id,
          file,
          format,
          widthPx: width,
          heightPx: height,
          scale: endsWith(photo, SMALL) ? 2.86 : 0.8,
        };
      });
      const recipeHash = hashRecipe(recipe);
      const style = createStyle(photo);
      return { outputs, thumb: FAKE_THUMB, ...createCutOut(photo), style, recipeHash, provenance, stagesMs };
    },
    async scene(input, options) {
      const { full, standard, widthPx, heightPx, scene: facts, stagesMs } = await workOn(input, options);
      const { seed, variant, placement = null } = input;
      const scene = { full, standard, widthPx, heightPx, facts, seed, placement, stagesMs };
      if (input.withLayers !== true) return scene;
      const layers = {
        background: fakeLayer('background', variant),
        shadow: fakeLayer('shadow', variant),
        product: fakeLayer('product', variant),
      };
      return { ...scene, layers };
    },
    recognize: () =>
      Promise.resolve({
        top: { cells: 100, unlike: 0 },
        rest: { cells: 0, unlike: 0, other: 0, dark: 0, rough: 0 },
        cells: 100,
        edges: 0,
        tint: 0,
        enlargement: 1,
        stretch: 1,
        hasHiddenColors: false,
        widthPx: 10,
        heightPx: 10,
        isCropped: false,
        isTopWhole: true,
        product: null,
        cellSidePx: 1,
        stagesMs: {},
      }),
    watermark: () => Promise.resolve(FAKE_WATERMARKED),
    'compose-export': () => Promise.reject(new Error('Exports are composed by the true engine')),
    'contact-sheet': () => Promise.reject(new Error('Contact sheets are drawn by the true engine')),
    'read-provenance': () => Promise.resolve({ provenance: null, stagesMs: {} }),
    inspect: ({ picture, issuer }) =>
      Promise.resolve({
        format: 'png' as const,
        widthPx: 640,
        heightPx: 480,
        hasTransparency: true,
        product: null,
        whiteEdge: 0,
        preview: picture,
        sourceType: null,
        ...(issuer !== undefined && { report: NOTHING }),
        stagesMs: {},
      }),
    sign: ({ files }) => Promise.resolve({ files: files.map(({ bytes }) => bytes), stagesMs: {} }),
    moderate: () => Promise.resolve({ scores, stagesMs: {} }),
    'prepare-request': () => Promise.reject(new Error('No other engine is asked for')),
    'finish-response': () => Promise.reject(new Error('No other engine is asked for')),
    // Result for a white square with a nearly white edge.
    'check-channel': ({ picture }) =>
      Promise.resolve({
        facts: {
          file: {
            name: null,
            bytes: picture.length,
            format: 'jpeg' as const,
            widthPx: 1600,
            heightPx: 1600,
            colors: 'rgb' as const,
            bitsPerSample: 8,
            profile: null,
          },
          pixels: {
            edge: { pixels: 6396, notWhite: 1, worst: [254, 254, 253] as const },
            ground: { kind: 'plain' as const, color: [255, 255, 255] as const },
            product: null,
            sharpness: null,
            border: null,
            linesBeside: null,
          },
        },
        findings: [],
        unchecked: [],
        fixed: null,
        stagesMs: {},
      }),
  };
  return {
    prepare: async () => {},
    run: (tool, input, options = {}) => answers[tool](input, options),
    status: () => ({ ready: true, precision: null, fallbackReason: null, preparation: null, queueLength: 0 }),
    models: () => Promise.resolve([]),
    close: async () => {},
  };
}

/**
 * Creates work that runs until it is aborted. `nextStart` resolves at the next start, `aborts` collects the times of
 * aborts.
 */
export function endlessWork() {
  const aborts: number[] = [];
  let started = Promise.withResolvers<void>();
  const work: FakeWork = ({ signal }) =>
    new Promise((_resolve, reject) => {
      started.resolve();
      signal?.addEventListener('abort', () => {
        aborts.push(performance.now());
        reject(signal.reason as Error);
      });
    });
  return {
    work,
    aborts,
    nextStart: async () => {
      await started.promise;
      started = Promise.withResolvers<void>();
    },
  };
}
