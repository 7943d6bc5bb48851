import {
  OWN_MESSAGES,
  recordOptions,
  UPSCALE_DETAILED_MAX_PIXELS,
  UPSCALE_MAX_SIDE_PX,
  UPSCALE_OPTIONS,
  upscaleStep,
} from '@packshot/contract';
import { ProviderFailure } from '@packshot/image-engine/providers';
import type { ImageProvider } from '@packshot/image-engine/providers';
import { REQUEST_COST } from '../../credits/rules.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { defineTool } from '../work/define-tool.ts';
import { keepPicture } from '../work/pictures.ts';
import {
  requireFile,
  keepProvided,
  make,
  preparePhoto,
  PROVIDER_SEED,
  rowFor,
} from '../work/provider-work.ts';

/** Fraction of the requested size below which a result doesn't count as an enlargement. */
const SMALLEST_ENLARGEMENT = 0.6;

export const upscale = defineTool({
  name: 'upscale',
  type: null,
  cost: REQUEST_COST,
  imageKeys: ({ imageKey }) => [imageKey],
  checkHeaders(headers, { factor, mode }) {
    for (const { widthPx, heightPx } of headers) {
      if (Math.max(widthPx, heightPx) * factor > UPSCALE_MAX_SIDE_PX)
        throw new DomainError('UPSCALE_TOO_LARGE');
      if (mode === 'detailed' && widthPx * heightPx > UPSCALE_DETAILED_MAX_PIXELS)
        throw new DomainError('UPSCALE_TOO_SLOW');
    }
  },
  recordFacts: (input) => ({ settings: recordOptions(UPSCALE_OPTIONS, input) }),
  step: upscaleStep,
  stage: OWN_MESSAGES.enlarging,
  compute: async ({ engine, input: { tool: _tool, imageKey, ...request }, readPhoto, options }) =>
    engine.run('upscale', { ...request, photo: await readPhoto(imageKey) }, options),
  keep: keepPicture,
  provider: {
    capabilities: { upscale: 'upscale' },
    engineTool: () => 'upscale',
    step: ({ factor }) => ({ effect: 'generate-part', parameters: { factor } }),
    /**
     * Lets the provider enlarge the picture, then scales the result to exactly the requested factor. A provider may
     * support only a fixed factor.
     */
    async provide(work, { imageKey, factor, cleansUp }) {
      const row = rowFor(work, 'upscale');
      const { photo, prepared } = await preparePhoto(work, row, imageKey, cleansUp);
      const upscaledPicture = await make<'upscale'>(work, {
        capability: 'upscale',
        image: requireFile(prepared.image),
        widthPx: prepared.widthPx,
        heightPx: prepared.heightPx,
        seed: PROVIDER_SEED,
      });
      assertLargeEnough(work.provider, upscaledPicture.widthPx, prepared.sourceWidthPx * factor);
      return keepProvided(work, row, { kind: 'upscale', photo, factor, picture: upscaledPicture.bytes }, {});
    },
  },
});

function assertLargeEnough({ id }: ImageProvider, madePx: number, wantedPx: number): void {
  if (madePx >= wantedPx * SMALLEST_ENLARGEMENT) return;
  throw new ProviderFailure(
    id,
    'ENGINE_REJECTED',
    `it makes ${madePx} px of the ${wantedPx} that were asked for`,
  );
}
