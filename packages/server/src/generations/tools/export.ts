import { AVIF_MAX_PIXELS, OWN_MESSAGES } from '@packshot/contract';
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
  stage: OWN_MESSAGES.writingFile,
  compute: async ({ engine, input: { imageKey, quality, metadata }, readPhoto, options }) =>
    engine.run('export', { photo: await readPhoto(imageKey), quality, metadata }, options),
  keep: (made, { task, deps, signal }) => storePicture(task, made, deps, signal, AVIF),
});
