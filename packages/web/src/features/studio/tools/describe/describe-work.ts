import { t } from '@packshot/contract/text/translation';
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { MessageSquareText } from 'lucide';
import type { EngineUse, ToolWork } from '../../state/studio-context.ts';

export const DESCRIBE_ENGINE: EngineUse = { tool: 'describe' };

export const DESCRIBE: ToolWork = {
  name: 'describe',
  icon: MessageSquareText,
  label: t('Describe'),
  price: 'balance',
  server: {
    request: async ({ resolveKey, document }, inputId) => {
      const name = document.edits.productName.trim();
      return {
        tool: 'describe',
        input: { imageKey: await resolveKey(inputId), ...(name !== '' && { productName: name }) },
      };
    },
    makes: 'description',
    resultTool: 'describe',
    engine: DESCRIBE_ENGINE,
    working: OWN_MESSAGES.describing,
    done: t('Description ready.'),
    failures: { refused: MESSAGES.removeBackgroundFailed },
  },
};
