import { PRODUCT_TITLE, PRODUCT_VERSION, withStep } from '@packshot/contract';
import type {
  CutOutFacts,
  MadeScene,
  RecipeBackground,
  Provenance,
  QualityFlag,
  ReadView,
  Recipe,
  RecipeOutput,
  StepOf,
  ShareBox,
  StyleFacts,
} from '@packshot/contract';
import { decodeForModel, decodePhoto } from '../../codec/decode.ts';
import { encodeFile, encodeStandardWebp } from '../../codec/encode.ts';
import { decodeAuxiliaryMaps } from '../../codec/map-files.ts';
import { measureRimElevation } from '../../pixels/words/scene-prompt/read-product.ts';
import { viewOfCutOut } from '../../pixels/scene/view/with-rim.ts';
import { readInLife } from '../../pixels/words/describe/seen-in-life.ts';
import { wholeShape } from '../../pixels/stage/cut-off.ts';
import { seenInName } from '../../pixels/words/scene-prompt/name-scale.ts';
import { takeShadowOff } from '../../pixels/light/cut-out-shadow.ts';
import { isCutOut, visibleBounds } from '../../pixels/raster/alpha.ts';
import { withProduct } from '../../pixels/quality/channels/product-in-file.ts';
import { xmpPacket } from '../../pixels/file/metadata/xmp.ts';
import type { Box } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { hashRecipe } from '../../recipe-hash.ts';
import { cutFrom } from '../cut-out/run.ts';
import { classifier, segmenter } from '../networks.ts';
import { studio } from '../scene/run.ts';
import { createStages } from '../stages.ts';
import type { JobContext } from '../tool.ts';
import { flatPictures } from './flat-pictures.ts';
import type { OutputPicture, RecipeProduct } from './product.ts';
import { setPictures } from './set-pictures.ts';

export interface RecipeInput {
  /** File of the photo: PNG, JPEG, WebP, AVIF or HEIC; a picture with transparency counts as a cut-out. */
  readonly photo: Uint8Array;
  readonly recipe: Recipe;
  readonly provenance: Provenance;
  /** Name of the product, which tells whether it stands, lies or hangs; otherwise the photo does. */
  readonly productName?: string | undefined;
  /** Scene of this product alone, which replaces the recipe's. */
  readonly scene?: MadeScene | undefined;
  /** True to measure the facts by which the pictures of a product range are compared for consistency. */
  readonly measuresStyle?: boolean | undefined;
}

/** File that was made for an output of the recipe. */
export interface MadeOutput {
  readonly id: string;
  readonly file: Uint8Array;
  readonly format: RecipeOutput['format'];
  readonly widthPx: number;
  readonly heightPx: number;
  /** Size of the product relative to the photo; above 1 it was enlarged. Null if the size is unknown. */
  readonly scale: number | null;
}

export interface RecipeResult {
  /** Files of the outputs, in the recipe's order. */
  outputs: MadeOutput[];
  /** Thumbnail of the first output. */
  thumb: Uint8Array;
  /** Facts about the cut-out; null for a photo that was uploaded as a cut-out. */
  cutOut: CutOutFacts | null;
  /** Quality flags of the first output: those of the cut-out, and one for a studio set that doesn't suit the product. */
  doubts: readonly QualityFlag[];
  /**
   * Most doubtful place of the cut-out, as shares of the first output; null without a doubtful place, or if its
   * position in the output is unknown.
   */
  doubtfulAt: ShareBox | null;
  /** Facts about the first output by which a product range is compared for consistency; null if not requested. */
  style: StyleFacts | null;
  /** Hash of the recipe, which is also written into the files. */
  recipeHash: string;
  provenance: Provenance;
  stagesMs: Record<string, number>;
}

export const keeps = ({ recipe }: RecipeInput) =>
  recipe.steps.ground.kind === 'set' ? [segmenter.cache, classifier.cache, studio] : [segmenter.cache];

const STAGES = {
  decode: 0,
  segment: 0.05,
  name: 0.33,
  refine: 0.35,
  defringe: 0.45,
  planes: 0.5,
  plan: 0.55,
  set: 0.56,
  compose: 0.6,
  encode: 0.68,
  style: 0.7,
} as const;
type RecipeStage = keyof typeof STAGES;

const THUMB_LONGEST_SIDE_PX = 480;

/**
 * Runs a recipe on a photo.
 * @throws ImageRefusal for an invalid file; NO_SUBJECT if the photo shows no object
 * @throws the signal's reason
 */
export async function run(input: RecipeInput, context: JobContext): Promise<RecipeResult> {
  const { recipe } = input;
  const recipeHash = hashRecipe(recipe);
  const { ground } = recipe.steps;
  const stages = createStages(STAGES, context);
  const product = await prepare(input, stages, context);
  const pictures =
    ground.kind === 'set'
      ? setPictures({ product, recipe, scene: input.scene, stages, context })
      : flatPictures({ product, ground, recipe, stages });
  const outputs: MadeOutput[] = [];
  let provenance = input.provenance;
  let thumb: Uint8Array | null = null;
  let doubtfulAt: ShareBox | null = null;
  let style: StyleFacts | null = null;
  let isUnfit = false;
  // Encodes one picture after another, because each is as large as a photo.
  for await (const { output, picture: outputPicture } of pictures) {
    provenance = createProvenance(input, outputPicture.title, recipeHash);
    const packet = withProduct(xmpPacket({ altText: '', provenance }), outputPicture.knownProduct);
    // Measures while encoders run on other threads, so that measuring takes no additional time.
    const encoded = stages.run('encode', () =>
      encodeFile(outputPicture.picture, output.format, { quality: output.quality, xmp: packet }),
    );
    const isFirst = outputs.length === 0;
    const [file, small, measuredStyle] = await Promise.all([
      encoded,
      isFirst ? encodeStandardWebp(outputPicture.picture, THUMB_LONGEST_SIDE_PX) : null,
      isFirst && input.measuresStyle === true ? stages.run('style', outputPicture.style) : null,
    ]);
    if (isFirst) {
      [thumb, style, doubtfulAt] = [small, measuredStyle, doubtfulPlace(product, outputPicture)];
      isUnfit = outputPicture.isUnfit;
    }
    const { id, format, width: widthPx, height: heightPx } = output;
    outputs.push({ id, file, format, widthPx, heightPx, scale: outputPicture.scale });
  }
  if (thumb === null) throw new RangeError('A recipe has at least one output');
  const { cutOut } = product;
  const { durationsMs: stagesMs } = stages;
  const doubts = [...(cutOut?.doubts ?? []), ...(isUnfit ? [UNFIT_FOR_SET] : [])];
  return { outputs, thumb, cutOut, doubts, doubtfulAt, style, recipeHash, provenance, stagesMs };
}

const UNFIT_FOR_SET: QualityFlag = {
  reason: 'unfit-for-set',
  place: 'whole',
  box: { x: 0, y: 0, width: 1, height: 1 },
};

/** Position in an output's picture of the cut-out's most doubtful place. */
function doubtfulPlace(
  { image, cutOut }: RecipeProduct,
  { picture, placed }: OutputPicture,
): ShareBox | null {
  const box = cutOut?.review?.box;
  if (box == null || placed === null) return null;
  const { part, at } = placed;
  const [scaleX, scaleY] = [at.widthPx / part.widthPx, at.heightPx / part.heightPx];
  const share = (px: number, of: number): number => Math.min(1, Math.max(0, px / of));
  const x = share(at.xPx + (box.x * image.widthPx - part.xPx) * scaleX, picture.widthPx);
  const y = share(at.yPx + (box.y * image.heightPx - part.yPx) * scaleY, picture.heightPx);
  const width = (box.width * image.widthPx * scaleX) / picture.widthPx;
  const height = (box.height * image.heightPx * scaleY) / picture.heightPx;
  return { x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) };
}

async function prepare(
  { photo, recipe: { steps }, productName = '' }: RecipeInput,
  stages: ReturnType<typeof createStages<RecipeStage>>,
  context: JobContext,
): Promise<RecipeProduct> {
  const [{ image, format }, input] = await stages.run('decode', () =>
    Promise.all([
      decodePhoto(photo, context.signal),
      decodeForModel(photo, async () => (await segmenter.open(context)).sidePx),
    ]),
  );
  const usualPose = seenInName(productName);
  const inLife = (view: ReadView | null, shape: Box | undefined): ReadView | null =>
    view && usualPose ? readInLife(view, usualPose, shape) : view;
  // Doesn't check JPEGs, because counting transparent pixels takes time and a JPEG has none.
  if (format !== 'jpeg' && isCutOut(image)) {
    if (visibleBounds(image) === undefined) throw new ImageRefusal('NO_SUBJECT');
    const laid = takeShadowOff(image);
    const shape = wholeShape(image);
    const view = once(() => inLife(viewOfCutOut(image, measureRimElevation(image)), shape));
    return { image, maps: { ...laid, ...(await decodeAuxiliaryMaps(photo)) }, cutOut: null, view };
  }
  const network = await segmenter.open(context);
  // Determines the camera view at once only for a studio set; on a flat background only a computed shadow depends on
  // it.
  const namingContext = { openClassifier: () => classifier.open(context), checkpoint: context.checkpoint };
  const readsView = steps.ground.kind === 'set';
  const { facts, maps, readView } = await cutFrom(image, photo, stages, network, {
    hasBackground: true,
    input,
    readsView,
    namingContext: usualPose === null ? namingContext : undefined,
  });
  const { confidence, doubts, review, view } = await facts();
  // Measured before clear parts replace alpha.
  const shape = usualPose === null ? undefined : wholeShape(image);
  const { separate, shadow } = await stages.run('planes', maps);
  const clear = separate?.();
  // Measures the photo's shadow only if the picture may show it, because this takes half a second per photo.
  const { kind, strength } = steps.shadow;
  const isShown = kind === 'own' ? strength > 0 : kind === 'none' && steps.ground.kind === 'set';
  const photoShadow = isShown ? await stages.run('planes', async () => shadow()) : {};
  return {
    image,
    maps: { ...photoShadow, ...clear },
    cutOut: { confidence, doubts, review, ...(view !== undefined && { view }) },
    view: once(() => inLife(view ?? readView() ?? null, shape)),
  };
}

/** Determines the camera view once, for the first picture that needs it. */
function once(readView: () => ReadView | null): () => ReadView | null {
  let view: ReadView | null | undefined;
  return () => (view ??= readView());
}

/** Provenance of the outputs: adds the recipe's steps, the cut-out and the background. */
function createProvenance(
  { provenance: before, recipe: { steps }, scene }: RecipeInput,
  title: string | null,
  recipe: string,
): Provenance {
  const engine = { name: PRODUCT_TITLE, version: PRODUCT_VERSION };
  const cut = withStep(before, { tool: 'cut-out', effect: 'alter', engine, parameters: { recipe } });
  const put = stepOnto(steps.ground, title, scene);
  if (put === null) return cut;
  return withStep(cut, {
    ...put,
    tool: 'recipe',
    engine,
    // The recipe doesn't describe an own scene.
    parameters: { ...put.parameters, ...(scene === undefined && { recipe }) },
  });
}

function stepOnto(
  ground: RecipeBackground,
  title: string | null,
  scene: MadeScene | undefined,
): StepOf | null {
  switch (ground.kind) {
    case 'transparent':
      return null;
    case 'color':
      return { effect: 'put-on-color', ingredient: { kind: 'color', name: ground.color } };
    case 'set':
      return {
        effect: 'put-on-set',
        ingredient: { kind: 'studio-set', name: title ?? ground.reference_id },
        parameters: scene
          ? { seed: scene.look.seed, light: scene.look.light }
          : { seed: ground.seed, set: ground.reference_id, light: ground.light },
      };
  }
}
