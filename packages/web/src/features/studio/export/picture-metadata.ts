import type { StatedMetadata } from '@packshot/contract/tools/export';
import { ALT_TEXT_MAX_LENGTH } from '@packshot/contract/tools/export';
import type { StudioDocument } from '../model/document.ts';
import { PHOTO_ID, findResult } from '../model/results.ts';
import { isComposedOnSaving, productIn } from '../composite/composing.ts';
import type { Tools } from '../state/studio-context.ts';
import { getPictureSource, chooseFarther } from '../run/digital-source.ts';

export const createMetadata = (tools: Tools, document: StudioDocument): StatedMetadata => ({
  altText: describedAs(document).slice(0, ALT_TEXT_MAX_LENGTH),
  digitalSourceType: getDocumentSourceType(tools, document),
});

function getDocumentSourceType(tools: Tools, document: StudioDocument): StatedMetadata['digitalSourceType'] {
  const product = isComposedOnSaving(tools, document) ? productIn(document) : null;
  const source = getPictureSource(tools, document, product?.id ?? document.edits.currentId);
  return product && document.edits.scene.background !== 'transparent'
    ? chooseFarther(source, 'composite')
    : source;
}

/** Description of the picture, or else of the nearest picture from which it was made; empty if there is none. */
function describedAs(document: StudioDocument): string {
  const { currentId, descriptions } = document.edits;
  for (let id = currentId; ;) {
    const description = descriptions[id];
    if (description !== undefined) return description;
    if (id === PHOTO_ID) return '';
    id = findResult(document, id)?.inputId ?? PHOTO_ID;
  }
}
