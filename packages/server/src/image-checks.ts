import {
  describeToPrompt,
  ImageRefusal,
  isMaskShape,
  probeImageHeader,
  readMagicPrompt,
} from '@packshot/image-engine/pixels';
import { DomainError } from './domain/domain-error.ts';
import type { EngineCatalog } from './domain/ports/engines.ts';
import type { ImageHeader, ImageProbe } from './domain/ports/image-probe.ts';
import type { PromptAssist } from './domain/ports/prompt-assist.ts';
import type { ReferenceCatalog } from './domain/ports/reference-catalog.ts';
import type { ToolRules } from './domain/ports/tool-rules.ts';

/*
 * The domain's questions about pictures, wishes and descriptions, answered by the part of the engine that neither decodes nor
 * loads a model: the same code decides before a credit moves and while the work is done.
 */

export const imageProbe: ImageProbe = {
  check(head, totalSizeBytes) {
    try {
      return probeImageHeader(head, totalSizeBytes);
    } catch (error) {
      if (error instanceof ImageRefusal) throw new DomainError(error.code, { cause: error });
      throw error;
    }
  },
};

/**
 * @param references the ids that may be asked for
 * @param engines those besides the embedded one
 */
export const createToolRules = (
  references: ReferenceCatalog,
  engines: Pick<EngineCatalog, 'isConfigured'>,
): ToolRules => ({
  checkEngine(tool) {
    if (tool === null || !engines.isConfigured(tool)) throw new DomainError('ENGINE_NOT_AVAILABLE');
  },
  checkMagicPrompt(prompt) {
    const reading = readMagicPrompt(prompt);
    if (!reading.understood) throw new DomainError(reading.code);
  },
  checkMaskShape(mask, photo) {
    if (isUnknown(mask) || isUnknown(photo)) return;
    if (!isMaskShape(mask, photo) && !isMaskShape(mask, turned(photo))) {
      throw new DomainError('MASK_MISMATCH');
    }
  },
  async checkReference(id) {
    const isKnown = (await references.list()).some((reference) => reference.id === id);
    if (!isKnown) throw new DomainError('REFERENCE_NOT_FOUND');
  },
});

export const promptAssist: PromptAssist = {
  async fromDescription(description) {
    const { prompt, suggestions } = describeToPrompt(description);
    return { prompt, suggestions: [...suggestions] };
  },
};

const isUnknown = (header: ImageHeader): boolean => header.widthPx === 0;

const turned = ({ widthPx, heightPx }: ImageHeader): ImageHeader => ({
  widthPx: heightPx,
  heightPx: widthPx,
});
