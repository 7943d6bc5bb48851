import { OWN_MESSAGES } from '@packshot/contract';
import { readMagicPrompt } from '@packshot/image-engine/pixels';
import { REQUEST_COST } from '../../credits/rules.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { checkPhotoAndMask } from '../work/checks.ts';
import { defineTool } from '../work/define-tool.ts';
import { keepPicture } from '../work/pictures.ts';
import { keepProvided, make, prepareEdit, PROVIDER_SEED, rowFor } from '../work/provider-work.ts';

export const magic = defineTool({
  name: 'magic',
  type: 'magic_tool',
  cost: REQUEST_COST,
  imageKeys: ({ imageKey, maskKey }) => [imageKey, maskKey],
  checkRequest({ prompt, engine }) {
    // The prompt isn't checked for providers, because they interpret it themselves.
    if (engine !== undefined) return;
    const reading = readMagicPrompt(prompt);
    if (!reading.understood) throw new DomainError(reading.code);
  },
  checkHeaders: checkPhotoAndMask,
  recordFacts: ({ prompt = '', maskKey }) => ({ prompt, maskKey }),
  // The provenance step is an edit: the engine fills the area from the picture itself, or recolors it.
  step: () => ({ effect: 'alter' }),
  stage: OWN_MESSAGES.applyingMagic,
  async compute({ engine, input: { imageKey, maskKey, prompt }, readPhoto, readDrawing, options }) {
    const [photo, mask] = await Promise.all([readPhoto(imageKey), readDrawing(maskKey)]);
    return engine.run('magic', { photo, mask, prompt }, options);
  },
  keep: keepPicture,
  provider: {
    capabilities: { magic: 'inpaint' },
    engineTool: () => 'magic',
    step: () => ({ effect: 'generate-part' }),
    /** Lets the provider edit the masked area as the prompt says, or remove the area's content. */
    async provide(work, { imageKey, maskKey, prompt }) {
      const row = rowFor(work, prompt === undefined ? 'erase' : 'inpaint');
      const { edit, request } = await prepareEdit(work, row, { imageKey, maskKey, isWhole: false });
      const { bytes: picture } =
        prompt === undefined
          ? await make<'erase'>(work, { capability: 'erase', ...request })
          : await make<'inpaint'>(work, { capability: 'inpaint', ...request, prompt });
      return keepProvided(
        work,
        row,
        { ...edit, picture, strength: 1, addsShadow: false },
        { seed: PROVIDER_SEED, ...(prompt !== undefined && { prompt }) },
      );
    },
  },
});
