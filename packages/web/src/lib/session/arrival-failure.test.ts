import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { expect, it } from 'vitest';
import { showArrivalFailure } from './arrival-failure.ts';
import { initialGlobalState, useGlobalState } from '../state/global-state.ts';

it.each([
  ['NOT_VERIFIED', MESSAGES.unableToVerify],
  ['BAD_REQUEST', MESSAGES.unableToVerify],
  ['TOO_MANY_REQUESTS', OWN_MESSAGES.tooManyRequests],
  ['<b>', MESSAGES.unableToVerify],
])('a sign-in refused with %s is explained by %s', (code, message) => {
  useGlobalState.setState(initialGlobalState(), true);
  showArrivalFailure(code);
  const { toastType, toastMessage } = useGlobalState.getState();
  expect([toastType, toastMessage]).toEqual(['error', message]);
});
