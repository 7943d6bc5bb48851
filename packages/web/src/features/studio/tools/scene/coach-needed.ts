import { readStored } from '../../../../lib/state/storage.ts';
import { STORAGE_KEYS } from '../../../../lib/state/storage-keys.ts';

/** Whether no scene was made in this browser yet. Apart from the coach, which only such browsers load. */
export const isCoachNeeded = (): boolean => readStored(STORAGE_KEYS.sceneCoach) === null;
