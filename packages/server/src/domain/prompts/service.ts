import type { DescriptionToPromptRequest, DescriptionToPromptResponse } from '@packshot/contract';
import type { Caller } from '../caller.ts';
import { engineWishOf } from '../generations/engine-tool.ts';
import { DomainError } from '../domain-error.ts';
import { assertPermitted } from '../permissions.ts';
import type { EngineCatalog } from '../ports/engines.ts';
import type { PromptAssist } from '../ports/prompt-assist.ts';

export interface PromptService {
  /** A scene for a described product, and others. Throws ENGINE_NOT_AVAILABLE and what an engine failed with. */
  fromDescription(caller: Caller, request: DescriptionToPromptRequest): Promise<DescriptionToPromptResponse>;
}

/** Whoever waits for an idea does not wait longer; nothing is charged for it. */
const ENGINE_TIMEOUT_MS = 30_000;

/** @param assist the embedded one */
export function createPromptService(assist: PromptAssist, engines: EngineCatalog): PromptService {
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
