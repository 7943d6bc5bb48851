import type {
  DescribeResult,
  GenerateResult,
  HarmonizeResult,
  ImageEngine,
  MagicResult,
  ModerationScores,
  RefineResult,
  RemoveBackgroundOptions,
  RemoveBackgroundResult,
  UpscaleResult,
} from '@packshot/image-engine';

type FakeResult = RemoveBackgroundResult &
  MagicResult &
  UpscaleResult &
  HarmonizeResult &
  RefineResult &
  DescribeResult & { readonly scene: GenerateResult['facts'] };

export const FAKE_RESULT: FakeResult = {
  full: Buffer.from('full picture'),
  standard: Buffer.from('small picture'),
  widthPx: 640,
  heightPx: 480,
  foregroundFraction: 0.3,
  changedFraction: 0.1,
  report: undefined,
  finalDescription: 'A glossy red mug.',
  facts: {
    areaShare: 0.3,
    colors: [{ name: 'red', share: 1, hex: '#c02020' }],
    finish: 'glossy',
    textured: false,
    form: { outline: null, profile: 'cup', symmetry: 0.8, openings: 1, handle: 'left', cropped: false },
    orientation: null,
    text: [],
    kind: null,
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

/** What the engine was asked: every tool's options. */
export interface FakeOptions extends RemoveBackgroundOptions {
  readonly prompt?: string;
  readonly strength?: number;
  readonly factor?: number;
  readonly mode?: string;
  readonly variant?: number;
  readonly seed?: number;
}

export type FakeWork = (options: FakeOptions, pictures: readonly Uint8Array[]) => Promise<FakeResult>;

const DECENT: ModerationScores = { drawing: 0, hentai: 0.01, neutral: 0.95, porn: 0.01, sexy: 0.03 };

/**
 * An engine whose work a test decides, for races and failures that real pictures do not give on demand.
 * @param scores what its moderation makes of every photo
 */
export function fakeEngine(work: FakeWork, scores: ModerationScores = DECENT): ImageEngine {
  return {
    prepare: async () => {},
    removeBackground: (photo, options = {}) => work(options, [photo]),
    magic: (photo, mask, options = {}) => work(options, [photo, mask]),
    upscale: (photo, options) => work(options, [photo]),
    refine: (photo, cutOut, strokes, options = {}) => work(options, [photo, cutOut, strokes]),
    encodeAvif: (photo, options) => work(options, [photo]),
    harmonize: (composite, productAlpha, options = {}) => work(options, [composite, productAlpha]),
    describe: (photo, options = {}) => work(options, [photo]),
    async generate(product, request, options = {}) {
      const made = await work({ ...request, ...options }, product === null ? [] : [product]);
      const { full, standard, widthPx, heightPx, scene: facts, stagesMs } = made;
      const placement = request.placement ?? null;
      const scene = { full, standard, widthPx, heightPx, facts, seed: request.seed, placement, stagesMs };
      if (request.withLayers !== true) return scene;
      const layerOf = (name: string): Uint8Array => Buffer.from(`${name} of variant ${request.variant}`);
      const layers = {
        background: layerOf('background'),
        shadow: layerOf('shadow'),
        product: layerOf('product'),
      };
      return { ...scene, layers };
    },
    prepareForEngine: () => Promise.reject(new Error('No other engine is asked for')),
    finishOfEngine: () => Promise.reject(new Error('No other engine is asked for')),
    moderate: () => Promise.resolve({ scores, stagesMs: {} }),
    status: () => ({ ready: true, precision: null, fallbackReason: null, preparation: null, queueLength: 0 }),
    models: () => Promise.resolve([]),
    close: async () => {},
  };
}

/** Works until it is aborted; `started` resolves at each begin, `aborts` collects when it was told to stop. */
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
