/** Writes a Photoshop file with a picture's layers. The library for this (ag-psd) is loaded when it is first needed. */
import { t } from '@packshot/contract/text/translation';
import { readPixels, writePixels } from '../../../lib/canvas/surface.ts';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import { xmpPacket } from '@packshot/image-engine/pixels';
import type { Layer } from 'ag-psd';
import { decodeBitmap, readPictureFile } from '../documents/bitmap.ts';
import { readProvenance, stepHere } from '../documents/file-words.ts';
import type { StagePicture } from '../model/picture.ts';
import { composeLayers, multiply } from '../composite/compose.ts';
import type { CompositionOrder } from '../composite/compose.ts';
import { clearParts, drawnInFrame, fillSurface } from './encode-export.ts';
import type { ExportSurface } from './encode-export.ts';
import type { ExportFrame } from './export-frame.ts';
import { FORMATS } from '../model/export-settings.ts';

export interface PictureLayer {
  readonly name: string;
  readonly picture: StagePicture;
  /** Layer mask, white where the layer is visible; undefined for no mask. */
  readonly mask?: StagePicture;
}

export interface PsdOrder {
  readonly layers: readonly PictureLayer[] | CompositionOrder;
  readonly frame: ExportFrame;
  /** Color of an additional layer below the others, or null for none. */
  readonly ground: string | null;
  readonly metadata: StatedMetadata;
  readonly file: Blob;
}

interface PsdLayer {
  readonly name: string;
  readonly drawn: ExportSurface;
  /** Whether the layer has the blend mode `multiply` instead of `normal`. */
  readonly isMultiplied?: boolean;
}

/**
 * Writes the layers as a Photoshop file.
 * @throws InvalidStateError for a picture that can't be decoded; Error without a canvas
 */
export async function writePsd({ layers, frame, ground, metadata, file: source }: PsdOrder): Promise<Blob> {
  const { initializeCanvas, writePsd: write } = await import('ag-psd');
  // Gives ag-psd no canvas, because it receives pixels.
  initializeCanvas(
    () => {
      throw new Error('The writer needs no canvas.');
    },
    (widthPx, heightPx) => new ImageData(widthPx, heightPx),
  );
  const drawnLayers: PsdLayer[] = [];
  if (ground !== null) drawnLayers.push({ name: t('Background color'), drawn: fillSurface(frame, ground) });
  if ('product' in layers) {
    const { background, shadow, glass, product } = await composeLayers(layers);
    if (background) drawnLayers.push({ name: t('Background'), drawn: drawnInFrame(background, frame, null) });
    if (shadow) drawnLayers.push({ name: t('Shadow'), drawn: drawnInFrame(shadow, frame, null) });
    if (glass) drawnLayers.push(glassLayer(drawnInFrame(glass, frame, null)));
    drawnLayers.push({ name: t('Product'), drawn: drawnInFrame(product, frame, null) });
  } else {
    for (const layer of layers) drawnLayers.push(...(await layersIn(frame, layer, ground)));
  }
  const whole = fillSurface(frame, null);
  for (const layer of drawnLayers) {
    if (layer.isMultiplied) multiply(whole.context, layer.drawn.canvas);
    else whole.context.drawImage(layer.drawn.canvas, 0, 0);
  }
  const file = write(
    {
      width: frame.widthPx,
      height: frame.heightPx,
      imageData: readPixels(whole),
      children: drawnLayers.map((layer): Layer => ({
        name: layer.name,
        imageData: readPixels(layer.drawn),
        ...(layer.isMultiplied && { blendMode: 'multiply' }),
      })),
      imageResources: { xmpMetadata: await psdWords(source, metadata, ground) },
    },
    { trimImageData: true, noBackground: true },
  );
  return new Blob([file], { type: FORMATS.psd.mimeType });
}

/**
 * Provenance of the picture as XMP metadata.
 * @param file file of the picture, which contains its steps
 */
export async function psdWords(file: Blob, metadata: StatedMetadata, ground: string | null): Promise<string> {
  const { altText, digitalSourceType } = metadata;
  const before = await readProvenance(file, digitalSourceType);
  const provenance =
    ground === null
      ? before
      : stepHere(before, 'export', { effect: 'put-on-color', ingredient: { kind: 'color', name: ground } });
  return xmpPacket({ altText, provenance });
}

const glassLayer = (drawing: ExportSurface): PsdLayer => ({
  name: t('Glass'),
  drawn: drawing,
  isMultiplied: true,
});

/**
 * Draws the layers in the frame.
 * @param ground color seen through transparent areas of a product, or null to leave them unchanged
 */
async function layersIn(
  frame: ExportFrame,
  layer: PictureLayer,
  ground: string | null,
): Promise<readonly PsdLayer[]> {
  const { name, picture, mask } = layer;
  const image = await decodeBitmap(picture);
  try {
    const file = ground === null || mask ? null : await readPictureFile(picture);
    const parts = file && (await clearParts(image, file, frame));
    if (parts) return [glassLayer(parts.glass), { name, drawn: parts.product }];
    const drawing = drawnInFrame(image, frame, null);
    if (mask) await showThrough(drawing, frame, mask);
    return [{ name, drawn: drawing }];
  } finally {
    image.close();
  }
}

async function showThrough(layer: ExportSurface, frame: ExportFrame, mask: StagePicture): Promise<void> {
  const image = await decodeBitmap(mask);
  const maskDrawing = drawnInFrame(image, frame, '#000');
  image.close();
  const pixels = readPixels(maskDrawing);
  // The mask's brightness becomes the layer's alpha.
  for (let at = 0; at < pixels.data.length; at += 4) pixels.data[at + 3] = pixels.data[at] ?? 0;
  writePixels(maskDrawing, pixels);
  layer.context.globalCompositeOperation = 'destination-in';
  layer.context.drawImage(maskDrawing.canvas, 0, 0);
}
