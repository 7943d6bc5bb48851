import { assertPermitted } from '../permissions.ts';
import type { PromptAssist } from '../ports/prompt-assist.ts';
import type { PromptService } from '../services.ts';

export function createPromptService(assist: PromptAssist): PromptService {
  return {
    async fromDescription(caller, description) {
      assertPermitted(caller, 'generations.create');
      return assist.fromDescription(description);
    },
  };
}
