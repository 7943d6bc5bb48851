/**
 * Composes the product on a color, a picture or a transparent background at full size, in the browser. The shadow is
 * blurred by the engine's box filter, because not every browser can blur a canvas.
 */
import type { Placement, Shadow } from '@packshot/contract/tools/scene';
import type { Pose } from '@packshot/contract/tools/view';
import { digitalSourceFor, putOn } from '@packshot/contract/provenance/chain';
import type { Provenance } from '@packshot/contract/provenance/chain';
import { decodeBitmap, readPictureFile } from '../documents/bitmap.ts';
import { ENGINE, readProvenance, embedProvenance, stepHere } from '../documents/file-words.ts';
import type { StagePicture } from '../model/picture.ts';
import { drawnPlace, footOffset, placedBox, placedFoot } from '../model/composition.ts';
import type { VisibleBox } from '../model/composition.ts';
import { isComputed } from '../model/scene-settings.ts';
import type { ProductMaps } from '../model/product-maps.ts';
import { encodeSurface, readPixels, surface, writePixels } from '../../../lib/canvas/surface.ts';
import type { Bitmap, Drawable, DrawingContext, Surface } from '../../../lib/canvas/surface.ts';
import { separate } from './map-pictures.ts';
import { blur, layeredOpacities, shadowShape } from '@packshot/image-engine/pixels';
import type { ShadowShape } from '@packshot/image-engine/pixels';
import type { PixelSize } from '../model/size.ts';

export type FlatBackground =
  | { readonly kind: 'transparent' }
  | { readonly kind: 'color'; readonly hex: string }
  | { readonly kind: 'picture'; readonly picture: StagePicture };

export interface CompositionOrder {
  readonly product: StagePicture;
  readonly box: VisibleBox;
  readonly background: FlatBackground;
  readonly placement: Placement;
  readonly shadow: Shadow;
  readonly maps: ProductMaps;
  /** Pose of the product; null if unknown, in which case the product counts as standing. */
  readonly pose: Pose | null;
  readonly size: PixelSize;
}

export interface Composite extends PixelSize {
  readonly png: Blob;
  readonly alphaPng: Blob;
}

/** Longest side at which a shadow is computed; it is blurred, so more detail wouldn't be visible. */
const SHADOW_LONGEST_SIDE_PX = 640;

/** Layers of a composite, each as large as the composite, in drawing order. */
export interface CompositeLayers {
  readonly background: Drawable | null;
  readonly shadow: Drawable | null;
  /** Layer that multiplies the layers below, or null if the product is opaque. */
  readonly glass: Drawable | null;
  readonly product: Drawable;
}

/**
 * Composes the picture.
 * @throws InvalidStateError if a picture can't be decoded; Error without a canvas
 */
export async function compose(order: CompositionOrder): Promise<Composite> {
  const { size } = order;
  const image = await decodeBitmap(order.product);
  const whole = createCanvas(size);
  const { context } = whole;
  await drawBackground(context, order.background, size);
  await drawShadow(context, image, order);
  const { glass, product } = await productLayers(image, order);
  if (glass) multiply(context, glass.canvas);
  context.drawImage(product.canvas, 0, 0);

  // Reuses the product's canvas for the mask to save memory: each canvas is as large as a photo.
  const alpha = product;
  if (glass) {
    alpha.context.clearRect(0, 0, size.widthPx, size.heightPx);
    drawProduct(alpha.context, image, order);
  }
  image.close();
  alpha.context.globalCompositeOperation = 'source-in';
  fill(alpha.context, size, '#fff');
  alpha.context.globalCompositeOperation = 'destination-over';
  fill(alpha.context, size, '#000');
  const [png, alphaPng] = await Promise.all([
    encodeSurface(whole, 'image/png'),
    encodeSurface(alpha, 'image/png'),
  ]);
  return { ...size, png: await embedProvenance(png, await provenanceOfComposite(order)), alphaPng };
}

/** Provenance of a composite, from the files of the product and its background. */
async function provenanceOfComposite({ product, background, size }: CompositionOrder): Promise<Provenance> {
  const before = await readProvenance(await readPictureFile(product));
  const parameters = { ...size };
  if (background.kind === 'transparent')
    return stepHere(before, 'composite', { effect: 'alter', parameters });
  if (background.kind === 'color') {
    const ingredient = { kind: 'color', name: background.hex } as const;
    return stepHere(before, 'composite', { effect: 'put-on-color', ingredient, parameters });
  }
  const ground = await readProvenance(await readPictureFile(background.picture));
  const ingredient = { kind: 'picture', name: digitalSourceFor(ground) } as const;
  const step = {
    tool: 'composite',
    engine: ENGINE,
    effect: 'put-on-picture',
    ingredient,
    parameters,
  } as const;
  return putOn(before, ground, step);
}

/**
 * Draws each layer of the composite on a canvas of its own.
 * @throws as `compose`
 */
export async function composeLayers(order: CompositionOrder): Promise<CompositeLayers> {
  const { size } = order;
  const image = await decodeBitmap(order.product);
  const [background, shadow] = [createCanvas(size), createCanvas(size)];
  await drawBackground(background.context, order.background, size);
  const hasShadow = await drawShadow(shadow.context, image, order);
  const { glass, product } = await productLayers(image, order);
  image.close();
  return {
    background: order.background.kind === 'transparent' ? null : background.canvas,
    shadow: hasShadow ? shadow.canvas : null,
    glass: glass && glass.canvas,
    product: product.canvas,
  };
}

/** Darkens the drawing by a layer, like the multiply blend mode of editors. */
export function multiply(context: DrawingContext, layer: Drawable): void {
  context.globalCompositeOperation = 'multiply';
  context.drawImage(layer, 0, 0);
  context.globalCompositeOperation = 'source-over';
}

/**
 * Draws the product and its glass layer. There is no glass layer for an opaque product, or on a transparent
 * background, where alpha suffices.
 */
async function productLayers(
  image: Bitmap,
  order: CompositionOrder,
): Promise<{ readonly glass: Surface | null; readonly product: Surface }> {
  const product = createCanvas(order.size);
  drawProduct(product.context, image, order);
  const { clear } = order.maps;
  if (!clear || order.background.kind === 'transparent') return { glass: null, product };
  const { through, coverage } = clear;
  const planes = {
    through: await readPictureFile(through),
    coverage: coverage && (await readPictureFile(coverage)),
  };
  const glass = await separate(product, planes, (context, plane) => drawProduct(context, plane, order));
  return { glass, product };
}

/**
 * Draws the shadow of the product, if it has one.
 * @returns false if no shadow was drawn
 */
async function drawShadow(
  context: DrawingContext,
  product: Bitmap,
  order: CompositionOrder,
): Promise<boolean> {
  const { size, placement, box, shadow, maps, pose } = order;
  if (!isComputed(shadow)) {
    if (!maps.shadow) return false;
    const own = await decodeBitmap(maps.shadow);
    for (const opacity of layeredOpacities(shadow.opacity)) {
      context.globalAlpha = opacity;
      drawProduct(context, own, order);
    }
    context.globalAlpha = 1;
    own.close();
    return shadow.opacity > 0;
  }
  const placed = placedBox(placement, box, size);
  const footPx = (placement.centerY + footOffset(placement, box, size)) * size.heightPx;
  const shape = shadowShape(shadow, placed, footPx, placedFoot(placement, box, size), pose);
  if (shape) drawComputedShadow(context, product, order, shape);
  return shape !== null;
}

const createCanvas = ({ widthPx, heightPx }: PixelSize): Surface => surface(widthPx, heightPx);

function fill(context: DrawingContext, { widthPx, heightPx }: PixelSize, color: string): void {
  context.fillStyle = color;
  context.fillRect(0, 0, widthPx, heightPx);
}

async function drawBackground(
  context: DrawingContext,
  background: FlatBackground,
  size: PixelSize,
): Promise<void> {
  if (background.kind === 'color') fill(context, size, background.hex);
  if (background.kind !== 'picture') return;
  const { widthPx, heightPx } = background.picture;
  // Crops the background picture so that it covers the frame, centered like on the stage.
  const scale = Math.max(size.widthPx / widthPx, size.heightPx / heightPx);
  const image = await decodeBitmap(background.picture);
  context.drawImage(
    image,
    (size.widthPx - widthPx * scale) / 2,
    (size.heightPx - heightPx * scale) / 2,
    widthPx * scale,
    heightPx * scale,
  );
  image.close();
}

export function drawProduct(
  context: DrawingContext,
  image: Drawable,
  { placement, box, size, product }: CompositionOrder,
): void {
  const { centerXPx, centerYPx, ...whole } = drawnPlace(placement, box, size, product);
  context.save();
  context.translate(centerXPx, centerYPx);
  context.rotate((placement.rotationDeg * Math.PI) / 180);
  if (placement.isFlipped) context.scale(-1, 1);
  context.drawImage(image, -whole.middleXPx, -whole.middleYPx, whole.widthPx, whole.heightPx);
  context.restore();
}

function drawComputedShadow(
  context: DrawingContext,
  product: Bitmap,
  order: CompositionOrder,
  shape: ShadowShape,
): void {
  const { size } = order;
  const scale = Math.min(1, SHADOW_LONGEST_SIDE_PX / Math.max(size.widthPx, size.heightPx));
  const small: PixelSize = {
    widthPx: Math.max(1, Math.round(size.widthPx * scale)),
    heightPx: Math.max(1, Math.round(size.heightPx * scale)),
  };
  const cast = createCanvas(small);
  const [a, b, c, d, e, f] = shape.matrix;
  cast.context.setTransform(a * scale, b * scale, c * scale, d * scale, e * scale, f * scale);
  drawProduct(cast.context, product, order);
  cast.context.resetTransform();
  blurToBlack(cast, small, shape.blurPx * scale, shape.opacity);
  if (shape.contact) {
    const touch = createCanvas(small);
    const { centerXPx, centerYPx, radiusXPx, radiusYPx, opacity } = shape.contact;
    touch.context.beginPath();
    touch.context.ellipse(
      centerXPx * scale,
      centerYPx * scale,
      radiusXPx * scale,
      Math.max(1, radiusYPx * scale),
      0,
      0,
      Math.PI * 2,
    );
    touch.context.fill();
    blurToBlack(touch, small, Math.max(0.5, (radiusYPx * scale) / 2), opacity);
    context.drawImage(touch.canvas, 0, 0, size.widthPx, size.heightPx);
  }
  context.drawImage(cast.canvas, 0, 0, size.widthPx, size.heightPx);
}

function blurToBlack(
  drawing: Surface,
  { widthPx, heightPx }: PixelSize,
  sigmaPx: number,
  opacity: number,
): void {
  const image = readPixels(drawing);
  const alpha = new Float32Array(widthPx * heightPx);
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = image.data[at * 4 + 3] ?? 0;
  blur(alpha, widthPx, heightPx, sigmaPx);
  for (let at = 0; at < alpha.length; at += 1) {
    image.data.set([0, 0, 0, Math.round((alpha[at] ?? 0) * opacity)], at * 4);
  }
  writePixels(drawing, image);
}
