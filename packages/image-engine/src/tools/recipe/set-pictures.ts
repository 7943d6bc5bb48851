import { nearestScene, sceneOfRecipe } from '@packshot/contract';
import type { MadeScene, Recipe, RecipeOutput } from '@packshot/contract';
import { coverRaster } from '../../codec/resize-part.ts';
import { readProduct } from '../../pixels/words/scene-prompt/read-product.ts';
import { createCutOut, USUAL_PRODUCT_SIDE_PX } from '../../pixels/scene/cut-out.ts';
import { measureStyle } from '../../pixels/quality/measure-style.ts';
import type { ProductMatte } from '../../pixels/quality/shadow-direction.ts';
import { visibleBounds } from '../../pixels/raster/alpha.ts';
import { INSIDE } from '../../pixels/quality/review/finding.ts';
import { raster } from '../../pixels/raster/raster.ts';
import type { RgbRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import { composeVariant, openStudio, studio } from '../scene/run.ts';
import type { ReadyProduct } from '../scene/run.ts';
import type { Stages } from '../stages.ts';
import type { JobContext } from '../tool.ts';
import { computeScale } from './product-scale.ts';
import type { OutputPicture, RecipeProduct } from './product.ts';
import type { Size } from '../../pixels/raster/box.ts';

interface SetOrder {
  readonly product: RecipeProduct;
  readonly recipe: Recipe;
  /** Scene of this product alone, which replaces the recipe's. */
  readonly scene: MadeScene | undefined;
  readonly stages: Pick<Stages<'plan' | 'set' | 'compose'>, 'run'>;
  readonly context: JobContext;
}

/** Picture of a studio set in an aspect ratio, with the set's title. */
interface ComposedSet {
  readonly picture: RgbRaster;
  readonly title: string;
  /** Share of each pixel that shows the product, or null if the product isn't visible. */
  readonly covered: Float32Array | null;
  /** True if the set shows products of another size, pose or camera angle. */
  readonly isUnfit: boolean;
  /** Direction of the product's shadow, in degrees; null if it isn't clear. */
  readonly shadowFallsDeg: number | null;
}

/**
 * Yields pictures of the product in its studio set, one for each output; outputs that need the same aspect ratio are
 * cropped from one picture.
 */
export async function* setPictures(
  order: SetOrder,
): AsyncGenerator<{ readonly output: RecipeOutput; readonly picture: OutputPicture }> {
  const sidesPx = order.recipe.outputs.map((output) => nearestScene(output).largerSidePx);
  const ready = toReadyProduct(order.product, Math.max(USUAL_PRODUCT_SIDE_PX, ...sidesPx));
  const composed = new Map<string, ComposedSet>();
  for (const output of order.recipe.outputs) {
    const shape = nearestScene(output);
    const name = `${shape.aspectRatioId} ${shape.largerSidePx}`;
    const of = composed.get(name) ?? (await composedIn(order, ready, shape));
    composed.set(name, of);
    const picture = await coverRaster(of.picture, { widthPx: output.width, heightPx: output.height });
    const style = () => measureStyle({ picture, product: seenIn(picture, of), shadow: of.shadowFallsDeg });
    yield {
      output,
      picture: {
        picture,
        title: of.title,
        isUnfit: of.isUnfit,
        placed: null,
        scale: scaleIn(picture, of, order.product),
        knownProduct: null,
        style,
      },
    };
  }
}

function toReadyProduct({ image, maps, cutOut: facts, view }: RecipeProduct, sidePx: number): ReadyProduct {
  const cutOut = createCutOut(image, maps, sidePx);
  if (cutOut === undefined) throw new ImageRefusal('NO_SUBJECT');
  return { cutOut, reading: readProduct(image), view: view(), isAlone: facts === null };
}

type Shape = ReturnType<typeof nearestScene>;

async function composedIn(order: SetOrder, ready: ReadyProduct, shape: Shape): Promise<ComposedSet> {
  const scene = order.scene ? await inShape(order, order.scene, ready, shape) : sceneOfRecipe(order.recipe);
  if (scene === null) throw new TypeError('The recipe has no scene');
  const { picture, facts, covered, isUnfit } = await compose(order, ready, { ...scene, ...shape });
  const shadowFallsDeg = facts.look?.shadowFallsDeg ?? null;
  // An owner who adjusted the scene has seen the product in it.
  const isFlagged = isUnfit && order.scene === undefined;
  return { picture, title: facts.title, covered: covered ?? null, isUnfit: isFlagged, shadowFallsDeg };
}

type SceneOptions = Omit<Parameters<typeof composeVariant>[0], 'variant' | 'count'>;

async function compose({ stages, context }: SetOrder, ready: ReadyProduct, scene: SceneOptions) {
  const opened = await studio.of('sets', openStudio);
  return composeVariant({ ...scene, variant: 0, count: 1 }, ready, stages, { ...context, ...opened });
}

/**
 * Options of a made scene in an aspect ratio. In another one than its own, the product keeps its place in the set, its
 * share of the size that the scene would choose, and its turn. Where it would be outside, it gets its usual place.
 */
async function inShape(order: SetOrder, scene: MadeScene, ready: ReadyProduct, { aspectRatioId }: Shape) {
  const { look, placement } = scene;
  const asMade = {
    ...scene,
    prompt: '',
    light: 'auto',
    palette: [],
    seed: look.seed,
    isLarger: false,
  } as const;
  if (aspectRatioId === scene.aspectRatioId) return asMade;
  const { series } = await compose(order, ready, asMade);
  const usual = { ...asMade, aspectRatioId, placement: undefined };
  const moved = { ...usual, look: { ...look, ...(series && { place: series.place }) } };
  try {
    const { rotationDeg, isFlipped } = placement;
    const placed = (await compose(order, ready, moved)).placement;
    return { ...moved, ...(placed && { placement: { ...placed, rotationDeg, isFlipped } }) };
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    return usual;
  }
}

/** Product's share of each pixel in a set's picture, cropped and scaled like the picture. */
function seenIn(targetSize: Size, { picture: { widthPx, heightPx }, covered }: ComposedSet): ProductMatte {
  const scale = Math.max(targetSize.widthPx / widthPx, targetSize.heightPx / heightPx);
  const from = (at: number, side: number, of: number): number =>
    Math.min(of - 1, Math.max(0, Math.floor((at + 0.5 - side / 2) / scale + of / 2)));
  const columns = Int32Array.from({ length: targetSize.widthPx }, (_, x) =>
    from(x, targetSize.widthPx, widthPx),
  );
  const data = new Uint8Array(targetSize.widthPx * targetSize.heightPx);
  for (let y = 0, at = 0; covered !== null && y < targetSize.heightPx; y++) {
    const row = from(y, targetSize.heightPx, heightPx) * widthPx;
    for (let x = 0; x < targetSize.widthPx; x++, at++) data[at] = Math.round(255 * covered[row + columns[x]]);
  }
  return { matte: raster(data, targetSize.widthPx, targetSize.heightPx, 1), at: { xPx: 0, yPx: 0 } };
}

/** Size of the product relative to its photo, or null if the product isn't visible. */
function scaleIn(
  targetSize: Size,
  { picture, covered }: ComposedSet,
  { image }: RecipeProduct,
): number | null {
  const inPhoto = visibleBounds(image, INSIDE - 1);
  if (covered === null || inPhoto === undefined) return null;
  const matte = Uint8Array.from(covered, (share) => Math.round(255 * share));
  const inSet = visibleBounds(raster(matte, picture.widthPx, picture.heightPx, 1), INSIDE - 1);
  if (inSet === undefined) return null;
  const cover = Math.max(targetSize.widthPx / picture.widthPx, targetSize.heightPx / picture.heightPx);
  return cover * computeScale(inPhoto, inSet);
}
