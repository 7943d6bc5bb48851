import { DEFAULT_MATCH_PERCENT, GROUP_FIRST, likelyView, sceneSize, sureView } from '@packshot/contract';
import type {
  OptionValues,
  Placement,
  ProductView,
  ReadView,
  SCENE_OPTIONS,
  SceneFacts,
  SceneLock,
} from '@packshot/contract';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeStandardWebp, encodeQuickPng } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { decodeAuxiliaryMaps } from '../../codec/map-files.ts';
import { isCutOut } from '../../pixels/raster/alpha.ts';
import type { AuxiliaryMaps } from '../../pixels/matte/auxiliary-maps.ts';
import { takeShadowOff } from '../../pixels/light/cut-out-shadow.ts';
import { expectedInScene } from '../../pixels/quality/expected-product.ts';
import { measureAuxiliaryMaps } from '../../pixels/light/measure-maps.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { withDimmers } from '../../pixels/words/scene-prompt/with-dimmers.ts';
import { planScene } from '../../pixels/words/scene-prompt/plan-scenes.ts';
import { fitsLock, toSceneLock, planFromLock } from '../../pixels/words/scene-prompt/scene-lock.ts';
import { readProduct } from '../../pixels/words/scene-prompt/read-product.ts';
import { suitsSet } from '../../pixels/words/scene-prompt/suits-set.ts';
import { viewInWords } from '../../pixels/words/scene-prompt/view-in-words.ts';
import { getProductScale } from '../../pixels/words/scene-prompt/of-its-size.ts';
import { readReference } from '../../pixels/words/scene-prompt/read-reference.ts';
import { composeScene } from '../../pixels/scene/compose-scene.ts';
import type { ComposedScene } from '../../pixels/scene/compose-scene.ts';
import type { BesideOrder, SceneOrder } from '../../pixels/scene/scene-setup.ts';
import { seenFrom } from '../../pixels/light/set/choose-shadow.ts';
import type { SeenFrom } from '../../pixels/light/set/choose-shadow.ts';
import type { ProductLight } from '../../pixels/light/light-field.ts';
import { createCutOut, USUAL_PRODUCT_SIDE_PX } from '../../pixels/scene/cut-out.ts';
import { requestedShadow } from '../../pixels/scene/series.ts';
import type { CutOut } from '../../pixels/scene/cut-out.ts';
import { createRow } from '../../pixels/scene/product-row.ts';
import type { ProductReading, ReferenceReading, ScenePlan } from '../../pixels/stage/scene-plan.ts';
import type { StudioSet } from '../../pixels/stage/studio-set.ts';
import type { Size } from '../../pixels/raster/box.ts';
import { showsSubject } from '../../pixels/matte/subject.ts';
import { viewOfCutOut } from '../../pixels/scene/view/with-rim.ts';
import type { SceneLayers } from '../../pixels/scene/separate.ts';
import { SetCache } from '../../sets/set-cache.ts';
import { readSetDescriptions, SETS_FOLDER } from '../../sets/set-description.ts';
import { Cached, Recent } from '../cached.ts';
import { measureIntegrity } from '../integrity-report.ts';
import type { IntegrityReport } from '../integrity-report.ts';
import { readRecognizedView, seenInPhoto } from '../describe/name-product.ts';
import type { NamingContext } from '../describe/name-product.ts';
import { classifier, segmenter } from '../networks.ts';
import { cutAlong, segment } from '../segment.ts';
import type { Segmenter } from '../segment.ts';
import { drive, createStages } from '../stages.ts';
import type { Stages, ToolContext } from '../stages.ts';
import type { JobContext } from '../tool.ts';

/** Input of a job that makes one variant of a scene. */
export interface SceneJobInput extends Omit<OptionValues<typeof SCENE_OPTIONS>, 'count' | 'seed'> {
  /** File of a cut-out, or of a photo whose background is removed first; null for a scene without a product. */
  readonly product: Uint8Array | null;
  /** Further products in the scene: files of cut-outs. Without a placement they stand in a row with the first one. */
  readonly beside?:
    | readonly { readonly product: Uint8Array; readonly placement?: Placement | undefined }[]
    | undefined;
  /** File of the user's own reference picture, whose colors, light and mood the scene follows. */
  readonly reference?: Uint8Array | undefined;
  readonly seed: number;
  /** Index of the variant, from 0 to below `count`. */
  readonly variant: number;
  readonly count: number;
  /**
   * True if the scene lock is from a scene of this product, which is made again with changes. The product's view is then
   * determined as for that scene.
   */
  readonly isOwnLook?: boolean | undefined;
  /** True for one of many products that the set shows in the same light and colors; see `SceneRequest`. */
  readonly isInSeries?: boolean | undefined;
  /** True to refuse several products of which one can hardly be seen, as for a free changed version of a scene. */
  readonly mustShowAll?: boolean | undefined;
  /** True to return the scene's layers as well, for image editors. */
  readonly withLayers?: boolean | undefined;
  /**
   * With layers: index of the one product that the product layer shows, 0 for the farthest; by default the layer shows
   * all products.
   */
  readonly layerProduct?: number | undefined;
}

export interface SceneResult extends Renditions {
  facts: SceneFacts;
  seed: number;
  /** Placement of the product; null without a product. */
  placement: Placement | null;
  /** Placements of the further products; undefined without them. */
  beside?: readonly Placement[];
  /** Light applied to the product's pixels; undefined without a product. */
  light?: ProductLight;
  /**
   * Integrity report of the product's pixels, measured in the written file; undefined if the picture shows no product.
   */
  productPixels?: IntegrityReport;
  /** Layers as PNGs of the picture's size; composited, they give the picture. */
  layers?: { background: Uint8Array; shadow: Uint8Array; product: Uint8Array };
  /** Number of the only product in the product layer, 1 for the first one; undefined without such a product. */
  layerProduct?: number;
  stagesMs: Record<string, number>;
}

/** Resources that composing scenes needs. */
export interface SceneCompositor {
  readonly descriptions: readonly StudioSet[];
  readonly sets: SetCache;
  readonly products: Recent<ReadyProduct>;
  /** Products prepared for pictures larger than usual, which take up to four times the memory. */
  readonly largeProducts: Recent<ReadyProduct>;
  readonly references: Recent<ReferenceReading>;
}

export interface SceneContext extends ToolContext, SceneCompositor {
  /** Opens the segmentation network when called; whether it is needed is known only after decoding the photo. */
  readonly openSegmenter: () => Promise<Segmenter>;
  /** Opens the network that recognizes a photo's product; without it, its view is read from its shape alone. */
  readonly openClassifier?: NamingContext['openClassifier'];
}

/** Product prepared for composing, with the measurements that planning a scene needs. */
export interface ReadyProduct {
  readonly cutOut: CutOut;
  readonly reading: ProductReading | null;
  /**
   * Camera view of the product; for an uploaded cut-out, determined from its outline and inner edges. Null if too
   * little is visible.
   */
  readonly view: ReadView | null;
  /** True if the product was uploaded as a cut-out. */
  readonly isAlone: boolean;
}

/** Largest width of the first product of a group, as a share of the picture. */
const GROUP_MOST = 0.7;

/** Cache sizes. All variants of one request, and usually of the next one, show the same products, up to six. */
const RECENT_PRODUCTS = 6;
const RECENT_LARGE_PRODUCTS = 1;
const RECENT_REFERENCES = 8;
const MIB = 1024 ** 2;

export const studio = new Cached<SceneCompositor>(300 * MIB);

export const keeps = [segmenter.cache, classifier.cache, studio];

export async function run(input: SceneJobInput, context: JobContext): Promise<SceneResult> {
  const opened = await studio.of('sets', openStudio);
  return makeScene(input, {
    ...context,
    ...opened,
    openSegmenter: () => segmenter.open(context),
    openClassifier: () => classifier.open(context),
  });
}

export const openStudio = async (): Promise<SceneCompositor> => ({
  descriptions: await readSetDescriptions(),
  sets: new SetCache(SETS_FOLDER),
  products: new Recent(RECENT_PRODUCTS),
  largeProducts: new Recent(RECENT_LARGE_PRODUCTS),
  references: new Recent(RECENT_REFERENCES),
});

const STAGES = {
  decode: 0,
  segment: 0.05,
  name: 0.19,
  refine: 0.2,
  plan: 0.3,
  set: 0.32,
  compose: 0.5,
  encode: 0.85,
  prove: 0.95,
} as const;

/**
 * Makes one variant of a scene. Equal product, request, seed and variant give equal bytes.
 * @throws ImageRefusal for an invalid file; NO_SUBJECT if nothing of the product is visible; LOOK_GONE if this version
 * lacks the scene lock's set
 * @throws RangeError for an unknown family, variant or aspect ratio
 * @throws the signal's reason
 */
export async function makeScene(input: SceneJobInput, context: SceneContext): Promise<SceneResult> {
  const { product } = input;
  const stages = createStages(STAGES, withoutSteppingBack(context));
  const sidePx = Math.max(USUAL_PRODUCT_SIDE_PX, (input.isLarger && input.largerSidePx) || 0);
  const prepare = (file: Uint8Array, side = sidePx, using: ProductContext = context): Promise<ReadyProduct> =>
    (side > USUAL_PRODUCT_SIDE_PX ? context.largeProducts : context.products).of(
      file,
      () => readyProduct(file, side, stages, using),
      `${side}`,
    );
  /** Prepares one of several products, with no more pixels than the picture shows. */
  const prepareShown = async (
    file: Uint8Array,
    placement: Placement,
    using?: ProductContext,
  ): Promise<ReadyProduct> => {
    const usual = await prepare(file, USUAL_PRODUCT_SIDE_PX, using);
    const side = Math.min(sidePx, shownSidePx(usual.cutOut, placement, input));
    return side > USUAL_PRODUCT_SIDE_PX ? prepare(file, side, using) : usual;
  };
  // How large the scene shows a group is known only once it is placed.
  const growth = input.placement === undefined ? GROUP_MOST / GROUP_FIRST.width : 1;
  const isAlone = input.beside === undefined || input.beside.length === 0 || input.placement === undefined;
  const ready =
    product === null ? null : await (isAlone ? prepare(product) : prepareShown(product, input.placement));
  const beside: BesideOrder[] = [];
  const stated = (input.beside ?? []).flatMap((other) => other.placement ?? []);
  const row =
    ready && createRow({ product: ready.cutOut, placement: input.placement }, frameSize(input), stated);
  for (const [at, other] of (input.beside ?? []).entries()) {
    if (row === null) break;
    const using = { ...context, needsCutOut: true };
    const placeInRow = async (): Promise<Placement | undefined> =>
      row.add((await cutOutBeside(prepare(other.product, USUAL_PRODUCT_SIDE_PX, using), at + 2)).cutOut);
    const placement = other.placement ?? (await placeInRow());
    if (placement === undefined) throw new ImageRefusal('PLACEMENT_OUTSIDE', { product: at + 2 });
    const shown = { ...placement, width: placement.width * growth };
    const { cutOut, view } = await cutOutBeside(prepareShown(other.product, shown, using), at + 2);
    beside.push({ product: cutOut, placement, productView: seenFrom(likelyView(view)) });
  }
  const composed = await composeVariant({ ...input, beside }, ready, stages, context);
  const { picture, placement, beside: places, posed, light, covered, layers, facts, matchPercent } = composed;
  const { layerIndex } = composed;
  const { full, standard, encodedLayers, expected } = await stages.run('encode', async () => {
    const files = Promise.all([encodeQuickPng(picture), encodeStandardWebp(picture), encodeLayers(layers)]);
    // Computes the expected product while other threads encode.
    const product = posed && covered && expectedInScene(posed, { picture, light, covered });
    const [png, webp, parts] = await files;
    return { full: png, standard: webp, encodedLayers: parts, expected: product };
  });
  const proof = { comparedWith: 'cut-out', strength: matchPercent / 100 } as const;
  const productPixels =
    expected && (await stages.run('prove', () => measureIntegrity(expected, full, proof)));
  const { widthPx, heightPx } = picture;
  const { durationsMs: stagesMs } = stages;
  const scene = { full, standard, widthPx, heightPx, facts, seed: input.seed, placement, stagesMs };
  return {
    ...scene,
    ...(places.length > 0 && { beside: places }),
    ...(light && { light }),
    ...(productPixels && { productPixels }),
    ...(encodedLayers && { layers: encodedLayers }),
    ...(layerIndex !== undefined && { layerProduct: layerIndex + 1 }),
  };
}

/**
 * Returns a prepared product that is beside the first one. Refusals name it by its number.
 * @throws ImageRefusal BESIDE_NOT_CUT_OUT for a photo, also if it was prepared before as the first product;
 * BESIDE_UNREADABLE for a damaged or empty file, because the usual messages are about the first product's photo
 */
async function cutOutBeside(preparing: Promise<ReadyProduct>, product: number): Promise<ReadyProduct> {
  try {
    const ready = await preparing;
    if (!ready.isAlone) throw new ImageRefusal('BESIDE_NOT_CUT_OUT');
    return ready;
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    const isUnreadable = error.code === 'CORRUPT_IMAGE' || error.code === 'NO_SUBJECT';
    throw new ImageRefusal(isUnreadable ? 'BESIDE_UNREADABLE' : error.code, { cause: error, product });
  }
}

/** Several products are prepared one after another, so their stages repeat; the progress stays where it was. */
function withoutSteppingBack<Context extends ToolContext>(context: Context): Context {
  let most = 0;
  const onProgress: ToolContext['onProgress'] = (fraction, stage) => {
    most = Math.max(most, fraction);
    context.onProgress(most, stage);
  };
  return { ...context, onProgress };
}

/** Size of the scene's picture. */
const frameSize = ({ aspectRatioId, isLarger, largerSidePx }: SceneJobInput): Size =>
  sceneSize(aspectRatioId, isLarger, largerSidePx);

/** Steps in which the resolution of a large product grows, so that moving it seldom changes it. */
const SIDE_STEP_PX = 512;

/** Longer side of a product as placed, rounded up to whole steps. */
function shownSidePx({ widthPx, heightPx }: CutOut, placement: Placement, input: SceneJobInput): number {
  const side = placement.width * frameSize(input).widthPx * Math.max(1, heightPx / widthPx);
  return Math.ceil(side / SIDE_STEP_PX) * SIDE_STEP_PX;
}

/** Composed picture of a variant, not encoded yet. */
interface ComposedVariant extends ComposedScene {
  readonly facts: SceneFacts;
  readonly matchPercent: number;
  /** True if the set shows products of another size, pose or camera angle. */
  readonly isUnfit: boolean;
}

/**
 * Plans and composes one variant of a scene.
 * @param ready prepared product, or null for the set alone
 */
export async function composeVariant(
  input: Omit<SceneJobInput, 'product' | 'beside'> & Pick<SceneOrder, 'beside'>,
  ready: ReadyProduct | null,
  stages: Pick<Stages<'plan' | 'set' | 'compose'>, 'run'>,
  context: ToolContext & Pick<SceneCompositor, 'descriptions' | 'sets' | 'references'>,
): Promise<ComposedVariant> {
  const { view, stated } = chooseView(ready, input);
  const reading = toReading(ready, view, input.productColors);
  // A caller that states the view has the product's photo, from which its real-world size can be estimated better than
  // from the cut-out; so the size read from the cut-out isn't used.
  const isReadAlone = ready?.isAlone === true && input.view !== undefined;
  const scale = input.scale ?? (isReadAlone ? undefined : ready?.view?.scale);
  const plan = await stages.run('plan', () => planVariant({ ...input, scale }, reading, context));
  const decoded = await stages.run('set', () => context.sets.get(plan.setId));
  const { look } = input;
  const seed = look?.seed ?? input.seed + input.variant;
  const matchPercent = input.matchPercent ?? look?.matchPercent ?? DEFAULT_MATCH_PERCENT;
  const shadowFor = (pose: SeenFrom['pose'] = null) => requestedShadow(input.shadow, pose, plan, look);
  const composed = await stages.run('compose', () =>
    drive(
      composeScene({
        decoded,
        plan,
        product: ready?.cutOut ?? null,
        placement: input.placement,
        shadow: shadowFor(view?.pose),
        productView: { pose: view?.pose ?? null, elevationDeg: reading?.elevationDeg ?? null },
        beside: input.beside?.map((other) => ({ ...other, shadow: shadowFor(other.productView?.pose) })),
        matchPercent,
        aspectRatioId: input.aspectRatioId,
        isLarger: input.isLarger,
        largerSidePx: input.largerSidePx,
        seed,
        series: look ?? undefined,
        withLayers: input.withLayers,
        layerProduct: input.layerProduct,
        mustShowAll: input.mustShowAll,
      }),
      { name: 'compose', start: STAGES.compose, end: STAGES.encode },
      context,
    ),
  );
  const { series, shadow } = composed;
  const handedOn = look ?? (series && toSceneLock(plan, series, { ...input, view: stated }, seed));
  const facts = { ...plan.facts, ...(shadow && { shadow }), ...(handedOn && { look: handedOn }) };
  const set = context.descriptions.find(({ id }) => id === plan.setId);
  const shownProduct = {
    view,
    scale: getProductScale({ prompt: input.prompt, scale }),
    hangsFromEdge: reading?.hangsFromEdge,
  };
  const isUnfit = reading !== null && set !== undefined && !suitsSet(set, shownProduct);
  return { ...composed, facts, matchPercent, isUnfit };
}

/**
 * Camera view of the product: as the caller stated, otherwise as the prompt's words ask for or as determined from the
 * uploaded picture. A scene that is made again keeps the view that its lock records. For further products of a series,
 * a view determined from an outline alone isn't used, and the prompt isn't read. Also returns the view that words or
 * caller state, which the scene lock records.
 */
function chooseView(
  ready: ReadyProduct | null,
  { view, look, isOwnLook, prompt }: Pick<SceneJobInput, 'view' | 'look' | 'isOwnLook' | 'prompt'>,
): { readonly view: ProductView | null; readonly stated: ProductView | undefined } {
  const read = ready?.view ?? null;
  if (look && isOwnLook !== true)
    return { view: view ?? sureView(ready?.isAlone === true ? null : read), stated: view };
  const stated = view ?? look?.view ?? undefined;
  const inPhoto = stated ?? likelyView(read);
  if (stated || look) return { view: inPhoto, stated };
  const shown = viewInWords(inPhoto, prompt);
  return { view: shown, stated: shown === inPhoto ? undefined : (shown ?? undefined) };
}

/** Measurements of the product, in which stated colors replace its own, and the view the elevation at its outline. */
function toReading(
  ready: ReadyProduct | null,
  view: ProductView | null,
  colors: readonly string[] | undefined,
): ProductReading | null {
  const own = ready?.reading ?? null;
  const reading = own && colors ? { ...own, palette: colors } : own;
  return reading && view ? { ...reading, elevationDeg: view.elevationDeg, pose: view.pose } : reading;
}

type SceneStages = ReturnType<typeof createStages<keyof typeof STAGES>>;

interface ProductContext extends SceneContext {
  /** True to refuse photos instead of removing their background. */
  readonly needsCutOut?: boolean;
}

async function readyProduct(
  bytes: Uint8Array,
  sidePx: number,
  stages: SceneStages,
  { signal, checkpoint, openSegmenter, openClassifier, needsCutOut }: ProductContext,
): Promise<ReadyProduct> {
  const { image } = await stages.run('decode', () => decodePhoto(bytes, signal));
  let maps: AuxiliaryMaps;
  let view: ReadView | undefined;
  const isAlone = isCutOut(image);
  if (!isAlone && needsCutOut === true) throw new ImageRefusal('BESIDE_NOT_CUT_OUT');
  if (isAlone) {
    const laid = takeShadowOff(image);
    maps = { ...laid, ...(await decodeAuxiliaryMaps(bytes)) };
  } else {
    const segmentation = await stages.run('segment', async () => segment(image, await openSegmenter()));
    const likelySight =
      openClassifier &&
      (await stages.run('name', () => seenInPhoto(image, segmentation.mask, { openClassifier, checkpoint })));
    maps = await stages.run('refine', () => {
      cutAlong(image, segmentation);
      view = readRecognizedView(image, segmentation.inputPhoto, likelySight ?? null);
      return measureAuxiliaryMaps(image, segmentation.guide);
    });
  }
  const cutOut = showsSubject(maps.coverage ?? image) ? createCutOut(image, maps, sidePx) : undefined;
  if (cutOut === undefined) throw new ImageRefusal('NO_SUBJECT');
  const reading = readProduct(image);
  const productView = isAlone ? viewOfCutOut(image, reading.elevationDeg) : (view ?? null);
  return { cutOut, reading, view: productView, isAlone };
}

async function planVariant(
  input: Omit<SceneJobInput, 'product' | 'beside'>,
  product: ProductReading | null,
  { descriptions, references, signal }: Pick<SceneContext, 'descriptions' | 'references' | 'signal'>,
): Promise<ScenePlan> {
  const { prompt, referenceId, light, palette, seed, count, variant } = input;
  if (input.look) return planFromLock(input.look, setFromLock(input.look, descriptions), prompt);
  if (referenceId !== undefined && !descriptions.some(({ family }) => family === referenceId)) {
    throw new RangeError(`There is no reference ${referenceId}`);
  }
  const { reference: picture } = input;
  const reference =
    picture === undefined ? undefined : await references.of(picture, () => readPicture(picture, signal));
  const request = {
    prompt,
    light,
    palette,
    product,
    scale: input.scale,
    isPlaced: input.placement !== undefined,
    isInSeries: input.isInSeries,
    framing: input.framing,
    seed,
    count,
    ...(referenceId === undefined ? {} : { referenceId }),
    ...(reference === undefined ? {} : { reference }),
  };
  const plan = planScene(request, variant, descriptions);
  const set = descriptions.find(({ id }) => id === plan.setId);
  return set ? withDimmers(plan, input, set, prompt) : plan;
}

/**
 * Finds the set of a scene lock (settings shared by a series). A scene lock from another version may refer to a set
 * that doesn't exist in this one.
 */
function setFromLock(sceneLock: SceneLock, sets: readonly StudioSet[]): StudioSet {
  const set = sets.find(({ id }) => id === sceneLock?.setId);
  if (set === undefined || !fitsLock(set, sceneLock)) throw new ImageRefusal('LOOK_GONE');
  return set;
}

async function readPicture(bytes: Uint8Array, signal: AbortSignal): Promise<ReferenceReading> {
  const { image } = await decodePhoto(bytes, signal);
  return readReference(image);
}

async function encodeLayers(layers: SceneLayers | undefined): Promise<SceneResult['layers']> {
  if (layers === undefined) return undefined;
  const [background, shadow, product] = await Promise.all([
    encodeQuickPng(layers.background),
    encodeQuickPng(layers.shadow),
    encodeQuickPng(layers.product),
  ]);
  return { background, shadow, product };
}
