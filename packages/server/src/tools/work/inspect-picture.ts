import type { ImageEngine } from '@packshot/image-engine';
import type { InspectPicture } from './inspect-picture-port.ts';
import type { PresentSigner } from './picture-signer-port.ts';
import { engineRefusal } from './engine-refusal.ts';

export interface InspectDependencies {
  readonly engine: () => Promise<ImageEngine>;
  readonly signer: PresentSigner;
}

/** In the engine's own process, because pictures are strangers'. */
export function createPictureInspector({ engine, signer }: InspectDependencies): InspectPicture {
  return async (picture, { readsCredentials, signal }) => {
    const issuer = readsCredentials ? ownIssuer(signer) : undefined;
    const opened = await engine();
    try {
      const { format, stagesMs: _, ...seen } = await opened.run('inspect', { picture, issuer }, { signal });
      return { ...seen, mediaType: `image/${format}` };
    } catch (error) {
      throw await engineRefusal(error);
    }
  };
}

/** PEM; null where nothing is signed, or by somebody who issues to others, too: those files would look like ours. */
function ownIssuer(signer: PresentSigner): string | null {
  try {
    const { issuer, serialNumber } = signer().knownBy;
    return serialNumber === null ? issuer : null;
  } catch {
    return null;
  }
}
