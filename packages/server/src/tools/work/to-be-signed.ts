import { isGenerated } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';

export interface SigningPreference {
  readonly signsPictures: (userId: string) => Promise<boolean>;
}

/** Whether files are signed. Files with AI-generated content must be marked by law, whatever the user has chosen. */
export const isToBeSigned = async (
  { signsPictures }: SigningPreference,
  userId: string,
  { contents }: Provenance,
): Promise<boolean> => contents.some(isGenerated) || signsPictures(userId);
