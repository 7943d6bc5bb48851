import { beginning, PRODUCT_TITLE, PRODUCT_VERSION, withStep } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';
import { ImageRefusal } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import type { Arrangement } from '@packshot/image-engine/pixels';
import { DomainError } from '../domain/domain-error.ts';
import type { PictureArranger } from '../domain/ports/arrange-picture.ts';
import type { Logger } from '../domain/ports/logger.ts';
import type { PresentSigner } from '../domain/ports/picture-signer.ts';

export interface ArrangeDependencies {
  readonly engine: () => Promise<ImageEngine>;
  readonly signer: PresentSigner;
  readonly signsPictures: (userId: string) => Promise<boolean>;
  readonly logger: Pick<Logger, 'error'>;
}

/** In the engine's own process; what comes of it is signed like everything else that leaves. */
export function createPictureArranger(deps: ArrangeDependencies): PictureArranger {
  return {
    async arrange(userId, { picture, provenance: before }, arrangement, signal) {
      const engine = await deps.engine();
      const provenance = provenanceAfter(before, arrangement);
      const made = await engine.run('arrange', { picture, ...arrangement, provenance }, { signal });
      const { format, widthPx, heightPx, foreground } = made;
      const arranged = { file: made.file, format, widthPx, heightPx, foreground };
      if (!(await deps.signsPictures(userId))) return arranged;
      try {
        const { sign, ...identity } = deps.signer();
        const files = [{ bytes: made.file }];
        const { files: signed } = await engine.run('sign', { files, provenance, identity }, { signal, sign });
        return { ...arranged, file: signed[0] ?? made.file };
      } catch (error) {
        signal.throwIfAborted();
        deps.logger.error({ err: error }, 'an arranged picture was sent without Content Credentials');
        return arranged;
      }
    },
    async assertDecodes(picture, signal) {
      const engine = await deps.engine();
      try {
        await engine.run('arrange', { picture, ...ONE_PIXEL }, { signal });
      } catch (error) {
        if (!(error instanceof ImageRefusal)) throw error;
        throw new DomainError(error.code, { cause: error });
      }
    },
  };
}

/** As little work as there can be after decoding. */
const ONE_PIXEL = {
  maxPixels: 1,
  maxPixelsOfPng: 1,
  channels: 'rgba',
  format: 'jpeg',
  provenance: beginning(['picture']),
} as const;

function provenanceAfter(before: Provenance, { ground, channels }: Arrangement): Provenance {
  const isComposite = ground !== undefined && channels === 'rgba';
  const effect = !isComposite ? 'alter' : 'color' in ground ? 'put-on-color' : 'put-on-picture';
  return withStep(before, {
    tool: 'arrange',
    effect,
    engine: { name: PRODUCT_TITLE, version: PRODUCT_VERSION },
  });
}
