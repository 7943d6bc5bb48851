import { engineWishOf } from '../generations/engine-tool.ts';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import type { EngineCatalogue } from '../ports/engines.ts';
import type { PromptAssist } from '../ports/prompt-assist.ts';
import type { PromptService } from '../services.ts';

/** Whoever waits for an idea does not wait longer; nothing is charged for it. */
const ENGINE_TIMEOUT_MS = 30_000;

/** @param assist the embedded one */
export function createPromptService(assist: PromptAssist, engines: EngineCatalogue): PromptService {
  return {
    async fromDescription(caller, { description, ...form }) {
      assertPermitted(caller, 'generations.create');
      const wish = engineWishOf(form);
      if (wish === null) return assist.fromDescription(description);
      try {
        return await engines.scenesFor(description, AbortSignal.timeout(ENGINE_TIMEOUT_MS));
      } catch (error) {
        if (error instanceof DomainError && wish.allowsFallback) return assist.fromDescription(description);
        throw error;
      }
    },
  };
}
