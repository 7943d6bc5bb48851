import { isMaskShape, readMagicPrompt } from '@packshot/image-engine/pixels';
import { DomainError } from '../domain-error.ts';
import type { PictureHeader } from '../uploads/picture-header.ts';

/*
 * What the engine cannot do, as far as it can be said before the work: asked before a credit moves, and answered by the code
 * that does the work.
 */

/** @throws DomainError PROMPT_NOT_UNDERSTOOD for what the magic tool cannot do */
export function checkMagicPrompt(prompt: string | undefined): void {
  const reading = readMagicPrompt(prompt);
  if (!reading.understood) throw new DomainError(reading.code);
}

/**
 * Either may be turned, since a header's size is that before orientation; an unknown size passes.
 * @throws DomainError MASK_MISMATCH when the mask cannot have been drawn on the photo
 */
export function checkMaskShape(mask: PictureHeader, photo: PictureHeader): void {
  if (isUnknown(mask) || isUnknown(photo)) return;
  if (!isMaskShape(mask, photo) && !isMaskShape(mask, turned(photo))) throw new DomainError('MASK_MISMATCH');
}

const isUnknown = (header: PictureHeader): boolean => header.widthPx === 0;

const turned = ({ widthPx, heightPx }: PictureHeader): PictureHeader => ({
  widthPx: heightPx,
  heightPx: widthPx,
});
