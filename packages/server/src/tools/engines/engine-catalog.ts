import type { DescriptionToPromptResponse, EngineOffer, EngineTool } from '@packshot/contract';

/** Engines besides the built-in one. */
export interface EngineCatalog {
  /** Whether an engine is configured for a tool; it may be unreachable. */
  isConfigured(tool: EngineTool): boolean;
  /** Every engine that is configured and responds, by tool. */
  offers(): Promise<readonly EngineOffer[]>;
  /**
   * Writes scenes with the engine that is configured for `prompt`.
   * @throws DomainError ENGINE_NOT_AVAILABLE, or the engine's own failure
   */
  scenesFor(description: string, signal: AbortSignal): Promise<DescriptionToPromptResponse>;
}
