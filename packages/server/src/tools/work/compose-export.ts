import type { ComposedExport, ExportLayout } from '@packshot/image-engine/pixels';
import type { CutOutToCompose } from '../public-jobs/arrangement.ts';
import {
  createProvenance,
  digitalSourceFor,
  PRODUCT_TITLE,
  PRODUCT_VERSION,
  putOn,
  withStep,
} from '@packshot/contract';
import type { Provenance } from '@packshot/contract';
import type { ImageEngine } from '@packshot/image-engine';
import { provenanceOfUpload } from '@packshot/image-engine/provenance';
import type { Logger } from '../../platform/logging/logger.ts';
import type { PresentSigner } from './picture-signer.ts';
import { engineRefusal } from './engine-refusal.ts';
import { isToBeSigned } from './to-be-signed.ts';
import type { SigningPreference } from './to-be-signed.ts';

export interface ComposeExportDependencies extends SigningPreference {
  readonly engine: () => Promise<ImageEngine>;
  readonly signer: PresentSigner;
  readonly logger: Pick<Logger, 'error'>;
}

/** Creates a service that composes pictures in the engine's process and signs the results as `isToBeSigned` decides. */
export function createPictureArranger(deps: ComposeExportDependencies) {
  return {
    async arrange(
      userId: string,
      { picture, provenance: before, test }: CutOutToCompose,
      arrangement: ExportLayout,
      signal: AbortSignal,
    ): Promise<ComposedExport> {
      const engine = await deps.engine();
      const provenance = provenanceAfter(before, arrangement);
      const composedExport = await engine.run(
        'compose-export',
        { picture, ...arrangement, provenance, test },
        { signal },
      );
      const { format, widthPx, heightPx, foreground } = composedExport;
      const arranged = { file: composedExport.file, format, widthPx, heightPx, foreground };
      if (!(await isToBeSigned(deps, userId, provenance))) return arranged;
      try {
        const { sign, ...identity } = deps.signer();
        const files = [{ bytes: composedExport.file }];
        const { files: signed } = await engine.run('sign', { files, provenance, identity }, { signal, sign });
        return { ...arranged, file: signed[0] ?? composedExport.file };
      } catch (error) {
        signal.throwIfAborted();
        deps.logger.error({ err: error }, 'an arranged picture was sent without Content Credentials');
        return arranged;
      }
    },
    /**
     * Checks that a picture can be decoded. Throws DomainError with the refusal of a picture that can't be decoded or
     * is too large.
     */
    async assertDecodes(picture: Uint8Array, signal: AbortSignal): Promise<void> {
      const engine = await deps.engine();
      try {
        await engine.run('compose-export', { picture, ...ONE_PIXEL }, { signal });
      } catch (error) {
        throw await engineRefusal(error);
      }
    },
  };
}

export type PictureArranger = ReturnType<typeof createPictureArranger>;

/** Settings for composing that need the least possible work after decoding. */
const ONE_PIXEL = {
  maxPixels: 1,
  maxPixelsOfPng: 1,
  channels: 'rgba',
  format: 'jpeg',
  provenance: createProvenance(['picture']),
} as const;

/** White background for a picture without one, because JPEG has no transparency. */
const WHITE = '#ffffffff';

function provenanceAfter(before: Provenance, { ground, channels, format }: ExportLayout): Provenance {
  const step = { tool: 'arrange', engine: { name: PRODUCT_TITLE, version: PRODUCT_VERSION } };
  const isPart = channels === 'opacity' || (channels === 'color' && ground === undefined);
  if (channels === 'alpha' || isPart) return withStep(before, { ...step, effect: 'alter' });
  if (ground !== undefined && 'picture' in ground) {
    const around = provenanceOfUpload(ground.picture);
    const ingredient = { kind: 'picture', name: digitalSourceFor(around) } as const;
    return putOn(before, around, { ...step, effect: 'put-on-picture', ingredient });
  }
  const color = ground?.color ?? (format === 'jpeg' ? WHITE : undefined);
  if (color === undefined) return withStep(before, { ...step, effect: 'alter' });
  const ingredient = { kind: 'color', name: color } as const;
  return withStep(before, { ...step, effect: 'put-on-color', ingredient });
}
