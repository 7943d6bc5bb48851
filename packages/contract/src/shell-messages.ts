/*
 * Messages that the first screen may need before other scripts have loaded. `OWN_MESSAGES` includes them; the landing
 * page imports this small module instead.
 */

import { messages, t } from './text/translation.ts';

export const SHELL_MESSAGES = messages({
  internal: 'Something went wrong on our side. Please try again.',
  offline: 'You seem to be offline. Check your connection and try again.',
  pageLoadFailed: 'This page did not load. Please reload.',
});

export const fileNotSupported = (name: string): string => t('File {name} is not supported', { name });

export const onlyFirstPhotoUsed = (name: string): string =>
  t('One photo at a time: only {name} is used.', { name });
