import { atLeast, AVIF_MAX_PIXELS, OWN_MESSAGES } from '@packshot/contract';
import { FREE } from '../../domain/credits/rules.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { assertDownloaded } from '../checks.ts';
import { defineCompletedTool } from '../define-tool.ts';
import { storePicture } from '../pictures.ts';

const AVIF = { extension: 'avif', contentType: 'image/avif' } as const;

/** A picture that was prepared in the browser, or a result as it is, written by an encoder that browsers lack. */
export const exportFile = defineCompletedTool({
  name: 'export',
  type: null,
  cost: FREE,
  needsNoCredit: true,
  async complete(asked, { stores, caller }) {
    await assertDownloaded(stores, caller, asked.imageKey);
    return () => asked;
  },
  imageKeys: ({ imageKey }) => [imageKey],
  checkHeaders(headers) {
    for (const { widthPx, heightPx } of headers)
      if (widthPx * heightPx > AVIF_MAX_PIXELS) throw new DomainError('AVIF_TOO_LARGE');
  },
  step: null,
  stage: OWN_MESSAGES.writingFile,
  async compute({ engine, input: { imageKey, quality, metadata }, provenance, readPhoto, options }) {
    const photo = await readPhoto(imageKey);
    const { altText, digitalSourceType } = metadata;
    const said = { altText, provenance: atLeast(await provenance(), digitalSourceType) };
    return engine.run('export', { photo, quality, metadata: said }, options);
  },
  keep: (made, context) => storePicture(made, context, AVIF),
});
