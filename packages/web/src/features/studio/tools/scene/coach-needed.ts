import { readStored } from '../../../../lib/state/storage.ts';
import { STORAGE_KEYS } from '../../../../lib/state/storage-keys.ts';

/** Whether no scene was made in this browser yet. In a separate file, so that other browsers needn't load the coach. */
export const isCoachNeeded = (): boolean => readStored(STORAGE_KEYS.sceneCoach) === null;
