import { MESSAGES } from '@packshot/contract';
import { REQUEST_COST } from '../../credits/rules.ts';
import type { StoredCutOut } from '../model.ts';
import { defineTool } from '../work/define-tool.ts';
import { keepPicture } from '../work/pictures.ts';
import { requireFile, keepProvided, make, preparePhoto, rowFor } from '../work/provider-work.ts';

export const cutOut = defineTool({
  name: 'cut-out',
  type: 'bg_removal',
  cost: REQUEST_COST,
  imageKeys: ({ imageKey }) => [imageKey],
  step: () => ({ effect: 'alter' }),
  stage: MESSAGES.removingBackground,
  compute: async ({ engine, input, readPhoto, options }) =>
    engine.run('cut-out', { photo: await readPhoto(input.imageKey) }, options),
  async keep({ confidence, doubts, review, view, foreground, ...result }, context): Promise<StoredCutOut> {
    const cutOut = { confidence, doubts, review, ...(view !== undefined && { view }) };
    return { ...(await keepPicture(result, context)), cutOut, foreground };
  },
  provider: {
    capabilities: { 'cut-out': 'remove-background' },
    engineTool: () => 'cut-out',
    // The provenance step is an edit, because only the alpha channel of the provider's result is used.
    step: () => ({ effect: 'alter' }),
    /** Combines the colors of the original photo with the alpha channel of the provider's result. */
    async provide(work, { imageKey }) {
      const row = rowFor(work, 'remove-background');
      const { photo, prepared } = await preparePhoto(work, row, imageKey);
      const { bytes: picture } = await make<'remove-background'>(work, {
        capability: 'remove-background',
        image: requireFile(prepared.image),
        widthPx: prepared.widthPx,
        heightPx: prepared.heightPx,
      });
      return keepProvided(work, row, { kind: 'cut-out', photo, picture }, {});
    },
  },
});
