/** Opens the engine on this machine, and the signer that adds Content Credentials to its pictures. */
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { credentialsDir, engineCacheDir } from '../places.ts';
import type { OwnSigner } from './finish.ts';

interface Hears {
  readonly warn: (sentence: string) => void;
}

export const openEngine = ({ warn }: Hears): ImageEngine =>
  createImageEngine({
    cacheDir: engineCacheDir(),
    logger: {
      info: () => undefined,
      warn: (_, message) => warn(message),
    },
  });

/**
 * Opens the signing key and certificate of this user account, and creates them if they don't exist.
 * @returns null, after a warning, if they can't be opened or created; pictures are then unsigned
 */
export function openSigner({ warn }: Hears): OwnSigner | null {
  try {
    return openOwnSigner(credentialsDir(), { now: () => new Date() });
  } catch (error) {
    warn(`Pictures are not signed: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
