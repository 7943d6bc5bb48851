import { readStored } from '../../../../lib/state/storage.ts';
import { STORAGE_KEYS } from '../../../../lib/state/storage-keys.ts';

/**
 * Whether the user has neither made a scene nor dismissed the coach in this browser. In a separate file, so that other
 * browsers needn't load the coach.
 */
export const isCoachNeeded = (): boolean => readStored(STORAGE_KEYS.sceneCoach) === null;
