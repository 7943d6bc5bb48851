import { HARMONIZE_OPTIONS, OWN_MESSAGES, recordOptions } from '@packshot/contract';
import { REQUEST_COST } from '../../credits/rules.ts';
import { checkPhotoAndMask } from '../work/checks.ts';
import { defineTool } from '../work/define-tool.ts';
import { keepPicture } from '../work/pictures.ts';
import { keepProvided, make, prepareEdit, PROVIDER_SEED, rowFor } from '../work/provider-work.ts';

export const harmonize = defineTool({
  name: 'harmonize',
  type: null,
  cost: REQUEST_COST,
  imageKeys: ({ imageKey, maskKey }) => [imageKey, maskKey],
  checkHeaders: checkPhotoAndMask,
  recordFacts: (input) => ({ maskKey: input.maskKey, settings: recordOptions(HARMONIZE_OPTIONS, input) }),
  step: ({ strength }) => ({ effect: 'alter', parameters: { strength } }),
  stage: OWN_MESSAGES.harmonizing,
  async compute({
    engine,
    input: { imageKey, maskKey, strength, surroundings },
    readPhoto,
    readDrawing,
    options,
  }) {
    const [composite, productAlpha] = await Promise.all([readPhoto(imageKey), readDrawing(maskKey)]);
    return engine.run('harmonize', { composite, productAlpha, strength, surroundings }, options);
  },
  keep: keepPicture,
  provider: {
    capabilities: { harmonize: 'relight' },
    engineTool: () => 'harmonize',
    step: ({ strength }) => ({ effect: 'generate-part', parameters: { strength } }),
    /** Lets the provider relight the product in a composite to match its surroundings. */
    async provide(work, { imageKey, maskKey, strength }) {
      const row = rowFor(work, 'relight');
      const { edit, request } = await prepareEdit(work, row, { imageKey, maskKey, isWhole: true });
      const { bytes: picture } = await make<'relight'>(work, { capability: 'relight', ...request });
      return keepProvided(
        work,
        row,
        { ...edit, picture, strength, addsShadow: true },
        { seed: PROVIDER_SEED },
      );
    },
  },
});
