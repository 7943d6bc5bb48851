import type { DescriptionToPromptResponse, EngineChoice } from '@packshot/contract';
import { describeToPrompt } from '@packshot/image-engine/pixels';
import type { Caller } from '../platform/access/caller.ts';
import { DomainError } from '../platform/domain-error.ts';
import { assertPermitted } from '../platform/access/permissions.ts';
import type { EngineCatalog } from './engines/other-engines.ts';
import { withinTime } from '../platform/within-time.ts';

/** Time limit of another engine's answer, short because the user is waiting for an idea. Suggestions are free. */
const ENGINE_TIMEOUT_MS = 30_000;

export function createPromptService(engines: EngineCatalog) {
  return {
    /**
     * Suggests a scene for a described product, and alternatives. If another engine fails, uses the built-in one if the
     * user allowed it; otherwise throws ENGINE_NOT_AVAILABLE or the engine's own failure.
     * @param engine null for the built-in one
     */
    async fromDescription(caller: Caller, description: string, engine: EngineChoice | null) {
      assertPermitted(caller, 'generations.create');
      if (engine === null) return suggestScenes(description);
      try {
        return await withinTime(ENGINE_TIMEOUT_MS, undefined, (signal) =>
          engines.scenesFor(description, signal),
        );
      } catch (error) {
        if (error instanceof DomainError && engine.allowsFallback) return suggestScenes(description);
        throw error;
      }
    },
  };
}

export type PromptService = ReturnType<typeof createPromptService>;

/** Suggests scenes with the built-in engine, which gives the same result for the same description. */
function suggestScenes(description: string): DescriptionToPromptResponse {
  const { prompt, suggestions } = describeToPrompt(description);
  return { prompt, suggestions: [...suggestions] };
}
