import type { ReadView } from '@packshot/contract';
import { fitForModel } from '../../codec/encode.ts';
import { CLASSIFIER_SIDE_PX } from '../../models/classifier-session.ts';
import type { ClassifierSession } from '../../models/classifier-session.ts';
import { productBox } from '../../pixels/words/describe/product-box.ts';
import type { ProductNoun, SeenInLife } from '../../pixels/words/describe/product-nouns.ts';
import { readProductView } from '../../pixels/scene/view/with-rim.ts';
import { wholeShape } from '../../pixels/stage/cut-off.ts';
import { readInLife } from '../../pixels/words/describe/seen-in-life.ts';
import { chooseNoun, chooseSeen } from '../../pixels/words/describe/seen-noun.ts';
import { measureRimElevation } from '../../pixels/words/scene-prompt/read-product.ts';
import { visibleBounds } from '../../pixels/raster/alpha.ts';
import { crop, raster } from '../../pixels/raster/raster.ts';
import type { AlphaRaster, Box, RgbaRaster, RgbRaster } from '../../pixels/raster/raster.ts';
import { resample } from '../../pixels/raster/resample.ts';

export interface NamingContext {
  readonly openClassifier: () => Promise<Pick<ClassifierSession, 'classify'>>;
  readonly checkpoint: () => Promise<void>;
}

/** Longest side to which the photo around the product is reduced before the network's pictures are made from it. */
const REDUCED_SIDE_PX = 2 * CLASSIFIER_SIDE_PX;
/** Side of the white square around the cut-out, relative to the longer side of the product. */
const CUT_OUT_FRAME = 1.2;
const WHITE = 255;

/** Recognizes the product in a photo; null if no noun is certain. */
export async function nameProduct(
  image: RgbaRaster,
  mask: AlphaRaster,
  context: NamingContext,
): Promise<ProductNoun | null> {
  const pictures = await picturesToName(image, mask);
  return pictures.length === 0 ? null : chooseNoun(await classify(pictures, context));
}

/**
 * Recognizes how the product in a photo is seen in life; null if that isn't certain. The photo's pixels are copied
 * before the first wait, so they may change afterwards.
 */
export async function seenInPhoto(
  image: RgbaRaster,
  mask: AlphaRaster,
  context: NamingContext,
): Promise<SeenInLife | null> {
  const pictures = await picturesToName(image, mask);
  return pictures.length === 0 ? null : chooseSeen(await classify(pictures, context));
}

/**
 * Camera view of a photo's product, corrected by how the recognized product is seen in life.
 * @param image cut-out of the product
 * @param photo the photo as the segmentation network's input
 */
export function readRecognizedView(
  image: RgbaRaster,
  photo: RgbRaster,
  usualPose: SeenInLife | null,
  box = visibleBounds(image),
): ReadView | undefined {
  const view = readProductView(image, photo, measureRimElevation, box);
  return view && usualPose ? readInLife(view, usualPose, wholeShape(image, box)) : view;
}

async function classify(
  pictures: readonly RgbRaster[],
  { openClassifier, checkpoint }: NamingContext,
): Promise<readonly Float32Array[]> {
  const classifier = await openClassifier();
  const answers: Float32Array[] = [];
  for (const picture of pictures) {
    answers.push(await classifier.classify(picture));
    await checkpoint();
  }
  return answers;
}

/**
 * Makes the two pictures in which the product is recognized, because together they give fewer wrong nouns than either
 * alone: the photo around it, and the cut-out on white. Makes none if the mask is empty.
 */
async function picturesToName(image: RgbaRaster, mask: AlphaRaster): Promise<readonly RgbRaster[]> {
  const box = productBox(mask, image);
  if (box === undefined) return [];
  const { around, product } = await reduceAround(image, box.inPhoto);
  return [
    await fitForModel(around, CLASSIFIER_SIDE_PX, CLASSIFIER_SIDE_PX, 'lanczos3'),
    await cutOutOnWhite(crop(around, product), crop(mask, box.inMask)),
  ];
}

/** Reduced square of the photo around the product, or as much of it as the photo has, and the product's box in it. */
async function reduceAround(image: RgbaRaster, box: Box): Promise<{ around: RgbRaster; product: Box }> {
  const sidePx = Math.max(box.widthPx, box.heightPx);
  const across = centeredRange(box.xPx + box.widthPx / 2, sidePx, image.widthPx);
  const down = centeredRange(box.yPx + box.heightPx / 2, sidePx, image.heightPx);
  const scale = Math.min(1, REDUCED_SIDE_PX / sidePx);
  const reduce = (lengthPx: number): number => Math.max(1, Math.round(lengthPx * scale));
  const widthPx = reduce(across.lengthPx);
  const heightPx = reduce(down.lengthPx);
  const area = {
    xPx: across.startPx,
    yPx: down.startPx,
    widthPx: across.lengthPx,
    heightPx: down.lengthPx,
  };
  const around = await fitForModel(crop(image, area), widthPx, heightPx);
  const xPx = Math.min(widthPx - 1, Math.round((box.xPx - across.startPx) * scale));
  const yPx = Math.min(heightPx - 1, Math.round((box.yPx - down.startPx) * scale));
  const product = {
    xPx,
    yPx,
    widthPx: Math.min(widthPx - xPx, reduce(box.widthPx)),
    heightPx: Math.min(heightPx - yPx, reduce(box.heightPx)),
  };
  return { around, product };
}

/** Range with this center, or with the nearest center at which it lies inside the photo; at most the photo's length. */
function centeredRange(centerPx: number, wantedPx: number, photoPx: number) {
  const lengthPx = Math.min(wantedPx, photoPx);
  const startPx = Math.min(Math.max(0, Math.round(centerPx - lengthPx / 2)), photoPx - lengthPx);
  return { startPx, lengthPx };
}

/** Cut-out in the middle of a white square, in its proportions. */
async function cutOutOnWhite(product: RgbRaster, mask: AlphaRaster): Promise<RgbRaster> {
  const scale = CLASSIFIER_SIDE_PX / (CUT_OUT_FRAME * Math.max(product.widthPx, product.heightPx));
  const widthPx = Math.max(1, Math.round(product.widthPx * scale));
  const heightPx = Math.max(1, Math.round(product.heightPx * scale));
  const colors = await fitForModel(product, widthPx, heightPx, 'lanczos3');
  const alpha = resample(mask, widthPx, heightPx, 'linear');
  const data = new Uint8Array(CLASSIFIER_SIDE_PX * CLASSIFIER_SIDE_PX * 3).fill(WHITE);
  const leftPx = (CLASSIFIER_SIDE_PX - widthPx) >> 1;
  const topPx = (CLASSIFIER_SIDE_PX - heightPx) >> 1;
  for (let y = 0, i = 0; y < heightPx; y++) {
    let target = 3 * ((topPx + y) * CLASSIFIER_SIDE_PX + leftPx);
    for (let x = 0; x < widthPx; x++, i++) {
      const opacity = alpha.data[i] / WHITE;
      for (let channel = 0; channel < 3; channel++, target++) {
        data[target] = WHITE + (colors.data[3 * i + channel] - WHITE) * opacity;
      }
    }
  }
  return raster(data, CLASSIFIER_SIDE_PX, CLASSIFIER_SIDE_PX, 3);
}
