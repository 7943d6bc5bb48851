/** The engine on this machine, and what its pictures are signed with. */
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine } from '@packshot/image-engine';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { credentialsDir, engineCacheDir } from '../places.ts';
import type { PresentSigner } from './finish.ts';

interface Hears {
  readonly warn: (sentence: string) => void;
}

/** Not started before its first job. */
export const openEngine = ({ warn }: Hears): ImageEngine =>
  createImageEngine({
    cacheDir: engineCacheDir(),
    logger: {
      info: () => undefined,
      warn: (_, message) => warn(message),
    },
  });

/**
 * A key and certificate of this account's own, made when it is first needed.
 * @returns null, after a warning, where there can be none: pictures are not signed then
 */
export function openSigner({ warn }: Hears): PresentSigner | null {
  try {
    return openOwnSigner(credentialsDir(), { now: () => new Date() });
  } catch (error) {
    warn(`Pictures are not signed: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
