import { OWN_MESSAGES } from '@packshot/contract';
import { FREE } from '../../credits/rules.ts';
import { defineTool } from '../work/define-tool.ts';
import { requireFile, make, preparePhoto, toEngineRecord, rowFor } from '../work/provider-work.ts';
import { TaskRefusal } from '../work/task.ts';

export const describe = defineTool({
  name: 'describe',
  type: null,
  cost: FREE,
  imageKeys: ({ imageKey }) => [imageKey],
  step: null,
  stage: OWN_MESSAGES.describing,
  compute: async ({ engine, input, readPhoto, options }) =>
    engine.run(
      'describe',
      {
        photo: await readPhoto(input.imageKey),
        ...(input.productName !== undefined && { name: input.productName }),
      },
      options,
    ),
  async keep({ finalDescription, shopTexts, facts: { text } }) {
    // The same photo would give no text again, so the error isn't retryable.
    if (finalDescription === null) throw new TaskRefusal('NO_SUBJECT');
    return {
      finalDescription,
      ...(shopTexts !== null && { shopTexts }),
      ...(text.length > 0 && { readText: [...text] }),
    };
  },
  provider: {
    capabilities: { describe: 'describe' },
    engineTool: () => 'describe',
    step: () => ({ effect: 'alter' }),
    async provide(work, { imageKey }) {
      const row = rowFor(work, 'describe');
      const { prepared } = await preparePhoto(work, row, imageKey);
      const { text } = await make<'describe'>(work, {
        capability: 'describe',
        image: requireFile(prepared.image),
        widthPx: prepared.widthPx,
        heightPx: prepared.heightPx,
      });
      return { finalDescription: text, engine: toEngineRecord(work, row, {}) };
    },
  },
});
