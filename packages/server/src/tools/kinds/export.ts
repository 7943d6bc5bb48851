import { atLeast, AVIF_MAX_PIXELS, measuredIn, OWN_MESSAGES } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';
import { FREE } from '../../credits/rules.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { assertDownloaded } from '../work/checks.ts';
import { defineCompletedTool } from '../work/define-tool.ts';
import { storeFile, storePicture } from '../work/pictures.ts';
import type { MadePicture, WrittenFile } from '../work/pictures.ts';
import { drawnBy } from './drawn-file.ts';

const AVIF = { extension: 'avif', contentType: 'image/avif' } as const;

type ExportOutput = { readonly provenance: Provenance } & (
  | { readonly file: WrittenFile }
  | { readonly picture: MadePicture }
);

/**
 * Tool that saves a picture prepared in the browser, or an unchanged result. The picture is either encoded again with
 * an encoder that browsers lack, or stored as sent; both are signed.
 */
export const exportFile = defineCompletedTool({
  name: 'export',
  type: null,
  cost: FREE,
  needsNoCredit: true,
  isFile: true,
  async complete(request, { stores, caller }) {
    if (request.format === 'as-sent' && request.drawnFrom === undefined)
      throw new DomainError('FILE_NOT_RECOGNIZED');
    await assertDownloaded(stores, caller, request.imageKey);
    return () => request;
  },
  imageKeys: ({ imageKey, drawnFrom }) => [
    ...new Set([imageKey, ...(drawnFrom?.pictures ?? []).map(({ key }) => key)]),
  ],
  checkHeaders([header], { format }) {
    if (header === undefined || format !== undefined) return;
    if (header.widthPx * header.heightPx > AVIF_MAX_PIXELS) throw new DomainError('AVIF_TOO_LARGE');
  },
  step: null,
  stage: OWN_MESSAGES.writingFile,
  async compute(context): Promise<ExportOutput> {
    const { engine, input, readPhoto, options } = context;
    const { imageKey, quality, format, metadata, drawnFrom } = input;
    const { altText, digitalSourceType } = metadata;
    const drawnFile =
      drawnFrom && (await drawnBy(context, { imageKey, isKept: format === 'as-sent', drawnFrom }));
    const knownProvenance = drawnFile?.provenance ?? (await context.provenance());
    const provenance = atLeast(knownProvenance, digitalSourceType);
    if (drawnFile !== undefined && format === 'as-sent')
      return { provenance, file: { ...drawnFile.file, altText } };
    const photo = await readPhoto(imageKey);
    const picture = await engine.run(
      'export',
      { photo, quality, metadata: { altText, provenance } },
      options,
    );
    // The encoder changes every pixel slightly, so pixel counts made before are stated as those of the source picture.
    const counted = drawnFile === undefined ? await context.findPixels(imageKey) : null;
    const before = drawnFile?.file.measured ?? (counted ? measuredIn(counted) : undefined);
    return {
      provenance,
      picture: { ...picture, ...(before && { measured: { ...before, countedOn: 'source' } }) },
    };
  },
  keep(result, context) {
    const { provenance } = result;
    if ('file' in result) return storeFile(result.file, { ...context, provenance });
    return storePicture(result.picture, { ...context, provenance }, AVIF);
  },
});
