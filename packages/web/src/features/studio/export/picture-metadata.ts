import type { StatedMetadata } from '@packshot/contract/tools/export';
import { ALT_TEXT_MAX_LENGTH } from '@packshot/contract/tools/export';
import type { StudioDocument } from '../model/document.ts';
import { PHOTO_ID, findResult } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import { isComposedOnSaving, productIn } from '../composite/composing.ts';
import type { Tools } from '../state/studio-context.ts';
import { getPictureSource, chooseFarther } from '../run/digital-source.ts';

export const createMetadata = (tools: Tools, document: StudioDocument): StatedMetadata => ({
  altText: describePicture(document, document.edits.currentId),
  digitalSourceType: getDocumentSourceType(tools, document),
});

function getDocumentSourceType(tools: Tools, document: StudioDocument): StatedMetadata['digitalSourceType'] {
  const product = isComposedOnSaving(tools, document) ? productIn(document) : null;
  const source = getPictureSource(tools, document, product?.id ?? document.edits.currentId);
  return product && document.edits.scene.background !== 'transparent'
    ? chooseFarther(source, 'composite')
    : source;
}

/** Alternative text of a picture, or else of the nearest picture from which it was made; empty if there is none. */
export const describePicture = (document: StudioDocument, id: PictureId): string =>
  (findNearest(document, document.edits.descriptions, id) ?? '').slice(0, ALT_TEXT_MAX_LENGTH);

/** Title for a shop page in the chosen language; empty if the picture has no texts for shops. */
export function shopTitle(document: StudioDocument): string {
  const { shopTexts, settings, currentId } = document.edits;
  return findNearest(document, shopTexts, currentId)?.[settings.language].title ?? '';
}

/** Text of a picture, or else of the nearest picture from which it was made; null if there is none. */
function findNearest<Text>(
  document: StudioDocument,
  texts: Readonly<Record<PictureId, Text>>,
  pictureId: PictureId,
): Text | null {
  for (let id = pictureId; ;) {
    const text = texts[id];
    if (text !== undefined) return text;
    if (id === PHOTO_ID) return null;
    id = findResult(document, id)?.inputId ?? PHOTO_ID;
  }
}
