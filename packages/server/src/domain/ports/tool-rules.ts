import type { EngineTool } from '@packshot/contract';
import type { ImageHeader } from './image-probe.ts';

/** What the engine can do, as far as it can be said before the work: asked before a credit moves. */
export interface ToolRules {
  /** @throws DomainError ENGINE_NOT_AVAILABLE when no other engine than the embedded one is configured for it */
  checkEngine(tool: EngineTool | null): void;
  /** @throws DomainError PROMPT_NOT_UNDERSTOOD for what the magic tool cannot do */
  checkMagicPrompt(prompt: string | undefined): void;
  /**
   * Either may be turned, since a header's size is that before orientation; an unknown size passes.
   * @throws DomainError MASK_MISMATCH when the mask cannot have been drawn on the photo
   */
  checkMaskShape(mask: ImageHeader, photo: ImageHeader): void;
  /** @throws DomainError REFERENCE_NOT_FOUND for an id of no built-in reference */
  checkReference(id: string): Promise<void>;
}
