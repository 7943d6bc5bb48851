import { isGenerated } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';

export interface SigningPreference {
  /** Whether a user wants Content Credentials. */
  readonly signsPictures: (userId: string) => Promise<boolean>;
}

/** The law asks for the mark of what a generative model had a part in, whatever its user wants. */
export const isToBeSigned = async (
  { signsPictures }: SigningPreference,
  userId: string,
  { contents }: Provenance,
): Promise<boolean> => contents.some(isGenerated) || signsPictures(userId);
