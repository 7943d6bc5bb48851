import { likelyView, shadowOfPose } from '@packshot/contract';
import type { RecipeBackground, Recipe, RecipeOutput } from '@packshot/contract';
import { resizePart } from '../../codec/resize-part.ts';
import { extractAlpha } from '../../pixels/raster/alpha.ts';
import { computedShade, photoShade } from '../../pixels/light/flat-shade.ts';
import type { PlacedProduct } from '../../pixels/light/flat-shade.ts';
import { placeProduct, productBoxes } from '../../pixels/scene/frame-product.ts';
import { layFlat } from '../../pixels/scene/lay-flat.ts';
import { knownBy } from '../../pixels/quality/channels/measure-pixels.ts';
import { measureStyle } from '../../pixels/quality/measure-style.ts';
import type { ProductMatte } from '../../pixels/quality/shadow-direction.ts';
import { emptyRaster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster } from '../../pixels/raster/raster.ts';
import { ImageRefusal } from '../../pixels/raster/refusal.ts';
import type { Stages } from '../stages.ts';
import { computeScale } from './product-scale.ts';
import type { OutputPicture, RecipeProduct } from './product.ts';

interface FlatOrder {
  readonly product: RecipeProduct;
  readonly ground: Exclude<RecipeBackground, { kind: 'set' }>;
  readonly recipe: Recipe;
  readonly stages: Pick<Stages<'compose'>, 'run'>;
}

/** Yields pictures of the product on a color or on a transparent background, one for each output. */
export async function* flatPictures(
  order: FlatOrder,
): AsyncGenerator<{ readonly output: RecipeOutput; readonly picture: OutputPicture }> {
  const boxes = productBoxes(order.product.image);
  if (boxes === undefined) throw new ImageRefusal('NO_SUBJECT');
  const { visible: box } = boxes;
  for (const output of order.recipe.outputs) {
    const at = placeProduct(boxes, order.recipe.steps.framing, toSize(output));
    const { picture, product, hasShade } = await order.stages.run('compose', () =>
      flatPicture(order, box, at, output),
    );
    const style = () => measureStyle({ picture, product, shadow: hasShade ? 'measured' : null });
    const knownProduct = knownBy(wholeMatte(product, picture), picture);
    yield {
      output,
      picture: {
        picture,
        title: null,
        isUnfit: false,
        placed: { part: box, at },
        scale: computeScale(box, at),
        knownProduct,
        style,
      },
    };
  }
}

/** Extends a region's matte to the whole picture. */
function wholeMatte({ matte, at }: ProductMatte, { widthPx, heightPx }: RgbaRaster): AlphaRaster {
  const whole = emptyRaster(widthPx, heightPx, 1);
  for (let y = 0; y < matte.heightPx; y++)
    whole.data.set(
      matte.data.subarray(y * matte.widthPx, (y + 1) * matte.widthPx),
      (y + at.yPx) * widthPx + at.xPx,
    );
  return whole;
}

const toSize = ({ width: widthPx, height: heightPx }: RecipeOutput) => ({ widthPx, heightPx });

async function flatPicture(
  { product, ground, recipe }: FlatOrder,
  box: Box,
  at: Box,
  output: RecipeOutput,
): Promise<{ readonly picture: RgbaRaster; readonly product: ProductMatte; readonly hasShade: boolean }> {
  const { image, maps } = product;
  const size = toSize(output);
  const placed: PlacedProduct = { part: await resizePart(image, box, at), at };
  const shade = createShade(product, recipe, { placed, box, at, size });
  const clear = maps.through === undefined ? null : { through: maps.through, photo: image, box };
  return {
    picture: layFlat(placed, clear, { color: toBackgroundColor(ground), shade }, size),
    product: { matte: extractAlpha(placed.part), at },
    hasShade: shade !== null,
  };
}

interface Placing {
  readonly placed: PlacedProduct;
  readonly box: Box;
  readonly at: Box;
  readonly size: { readonly widthPx: number; readonly heightPx: number };
}

function createShade(
  { image, maps, view }: RecipeProduct,
  { steps: { shadow } }: Recipe,
  { placed, box, at, size }: Placing,
): AlphaRaster | null {
  if (shadow.kind === 'none' || shadow.strength === 0) return null;
  if (shadow.kind === 'own' && maps.photoShadow !== undefined)
    return photoShade(maps.photoShadow, { photo: image, box }, at, size, shadow.strength);
  const pose = likelyView(view())?.pose ?? null;
  return computedShade(placed, size, { ...shadowOfPose(pose), opacity: shadow.strength }, pose);
}

const toBackgroundColor = (ground: FlatOrder['ground']): readonly [number, number, number] | null => {
  if (ground.kind === 'transparent') return null;
  const part = (place: number): number =>
    Number.parseInt(ground.color.slice(1 + place * 2, 3 + place * 2), 16);
  return [part(0), part(1), part(2)];
};
