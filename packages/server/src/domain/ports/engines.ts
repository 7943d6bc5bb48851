import type { DescriptionToPromptResponse, EngineOffer, EngineTool } from '@packshot/contract';

/** Engines besides the embedded one. */
export interface EngineCatalog {
  /** Whether an engine is configured for a tool; it may be away. */
  isConfigured(tool: EngineTool): boolean;
  /** Every engine that is configured and answers, by tool. */
  offers(): Promise<readonly EngineOffer[]>;
  /**
   * Scenes by the engine that is configured for `prompt`.
   * @throws DomainError ENGINE_NOT_AVAILABLE, or what the engine failed with
   */
  scenesFor(description: string, signal: AbortSignal): Promise<DescriptionToPromptResponse>;
}
