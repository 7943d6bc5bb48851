import { messages, t } from '../text/translation.ts';

/** Messages about failures of external engines. Nothing is charged in any of these cases. */
export const ENGINE_MESSAGES = messages({
  engineNotAvailable: 'This engine is not available right now. Please choose the built-in one.',
  engineUnauthorized:
    'This engine refused our credentials. Nothing was charged. Please choose the built-in one, and tell the operator of this site.',
  engineOutOfQuota: 'This engine’s budget is used up. Nothing was charged. Please choose the built-in one.',
  engineBusy: 'This engine is busy. Nothing was charged. Please try again in a minute.',
  engineModerated:
    'This engine declined the request under its content rules. Nothing was charged. Please choose other words or another photo.',
  engineTimedOut: 'This engine took too long and was stopped. Nothing was charged. Please try again.',
  engineUnreachable: 'We could not reach this engine. Nothing was charged. Please try again later.',
  engineFailed: 'Something went wrong in this engine. Nothing was charged. Please try again.',
  engineBadAnswer:
    'This engine sent back a picture that cannot be used. Nothing was charged. Please try again.',
  engineRejected:
    'This engine cannot do this with this photo or these words. Nothing was charged. Please choose the built-in one.',
});

export const workingWith = (engineName: string): string => t('Working with {engineName}', { engineName });
