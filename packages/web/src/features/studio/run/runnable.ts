/** What the chosen tool's button does now, and why not when it cannot. */
import { UPSCALE_DETAILED_MAX_PIXELS } from '@packshot/contract/tools/limits';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { isCropChanged } from '../tools/crop/cropping.ts';
import { currentMask, hasOpenCorrection, sizeOf } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import type { ToolSettings } from '../model/edits.ts';
import { currentResult, resultOf } from '../model/results.ts';
import type { PictureId, WorkName } from '../model/results.ts';
import { isBlank } from '../model/strokes.ts';
import { isFlat, productIn } from '../composite/composing.ts';
import { fitsLimit } from '../model/upscale-limit.ts';
import type { Size } from '../model/size.ts';

/**
 * The tool that runs when the button is pressed. A scene and a match need a product without its background, so that
 * is removed first.
 */
export function runnableTool(document: StudioDocument): WorkName {
  const { tool } = document;
  if (tool === 'cut-out' && hasOpenCorrection(document)) return 'refine';
  if (tool === 'scene' && !productIn(document)) return 'cut-out';
  if (tool === 'harmonize' && !harmonizable(document) && !productIn(document)) return 'cut-out';
  return tool;
}

/** The composite that a match starts from: the current picture, or what it was matched from. */
export function harmonizable(document: StudioDocument): PictureId | null {
  const result = currentResult(document);
  if (result?.tool === 'composite') return result.id;
  const input = result?.tool === 'harmonize' ? resultOf(document, result.inputId) : null;
  return input?.tool === 'composite' ? input.id : null;
}

/** Why the chosen tool cannot run on this document now; null when it can. Credits are another matter. */
export function reasonNotReady(document: StudioDocument | null): string | null {
  if (!document) return 'Choose a photo first.';
  const tool = runnableTool(document);
  if (tool === 'inspire') return reasonWithoutWish(document);
  if (!document.photo && !currentResult(document)) return 'Choose a photo first.';
  const size = sizeOf(document);
  switch (tool) {
    case 'cut-out':
      return productIn(document)?.id === document.edits.currentId ? 'This is a cut-out already.' : null;
    case 'scene':
      return isFlat(document.edits.scene)
        ? 'This background is made in your browser: download it, or harmonize the product with it.'
        : null;
    case 'harmonize':
      return reasonNotHarmonizable(document);
    case 'magic':
      return size ? (isBlank(currentMask(document)) ? OWN_MESSAGES.emptyMask : null) : READING;
    case 'upscale':
      if (!size) return READING;
      return reasonNotEnlargeable(size, document.edits.settings);
    case 'crop':
      return isCropChanged(document) ? null : 'Drag the corners, or rotate or straighten the picture.';
    case 'describe':
    case 'refine':
      return null;
  }
}

/** The picture on the stage was enlarged, and cannot be once more by what is chosen. */
export function isFullyEnlarged({ document }: { readonly document: StudioDocument | null }): boolean {
  const size = document && sizeOf(document);
  if (!document || !size || currentResult(document)?.tool !== 'upscale') return false;
  return !fitsLimit(size, document.edits.settings.factor);
}

function reasonNotEnlargeable(size: Size, { factor, mode }: ToolSettings): string | null {
  if (!fitsLimit(size, factor)) return OWN_MESSAGES.upscaleTooLarge;
  const isTooSlow = mode === 'detailed' && size.widthPx * size.heightPx > UPSCALE_DETAILED_MAX_PIXELS;
  return isTooSlow ? OWN_MESSAGES.upscaleTooSlow : null;
}

const READING = 'Reading the photo…';

function reasonWithoutWish({ edits: { scene } }: StudioDocument): string | null {
  return scene.prompt.trim() === '' && scene.reference === null ? OWN_MESSAGES.scenePromptEmpty : null;
}

function reasonNotHarmonizable(document: StudioDocument): string | null {
  if (harmonizable(document)) {
    const result = currentResult(document);
    const isSame = result?.tool === 'harmonize' && result.strength === document.edits.settings.strength;
    return isSame ? 'Already applied at this strength.' : null;
  }
  const { scene } = document.edits;
  if (scene.background === 'picture' && scene.picture) return null;
  if (scene.background === 'color') return null;
  return 'Put the product on a picture or a color first.';
}
