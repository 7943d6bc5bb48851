/** Opens the engine on this machine, and the signer of its pictures. */
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { credentialsDir, engineCacheDir } from '../places.ts';
import type { OwnSigner } from './finish.ts';

interface Hears {
  readonly warn: (sentence: string) => void;
}

/** Starts with its first job. */
export const openEngine = ({ warn }: Hears): ImageEngine =>
  createImageEngine({
    cacheDir: engineCacheDir(),
    logger: {
      info: () => undefined,
      warn: (_, message) => warn(message),
    },
  });

/**
 * Opens the key and certificate of this account; created when first needed.
 * @returns null, after a warning, if there can be none; pictures are then unsigned
 */
export function openSigner({ warn }: Hears): OwnSigner | null {
  try {
    return openOwnSigner(credentialsDir(), { now: () => new Date() });
  } catch (error) {
    warn(`Pictures are not signed: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
