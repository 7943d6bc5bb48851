import { isGenerated } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';

export interface SigningPreference {
  /** Whether a user wants Content Credentials. */
  readonly signsPictures: (userId: string) => Promise<boolean>;
}

/** Files with generative content must be marked by law, whatever the user has chosen. */
export const isToBeSigned = async (
  { signsPictures }: SigningPreference,
  userId: string,
  { contents }: Provenance,
): Promise<boolean> => contents.some(isGenerated) || signsPictures(userId);
