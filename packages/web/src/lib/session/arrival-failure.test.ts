import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { afterEach, expect, it, vi } from 'vitest';
import { showArrivalFailure } from './arrival-failure.ts';
import { initialGlobalState, useGlobalState } from '../state/global-state.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['#sign-in-failed=NOT_VERIFIED', MESSAGES.unableToVerify],
  ['#sign-in-failed=BAD_REQUEST', MESSAGES.unableToVerify],
  ['#sign-in-failed=TOO_MANY_REQUESTS', OWN_MESSAGES.tooManyRequests],
  ['#sign-in-failed=<b>', MESSAGES.unableToVerify],
  ['#plan', null],
])('an arrival at %s shows %s once, and the address drops the failure', (hash, message) => {
  const replaceState = vi.fn();
  vi.stubGlobal('history', { state: null, replaceState });
  vi.stubGlobal('location', new URL(`https://studio.example/${hash}`));
  useGlobalState.setState(initialGlobalState(), true);
  showArrivalFailure();
  const { showToast, toastType, toastMessage } = useGlobalState.getState();
  expect(showToast ? [toastType, toastMessage] : null).toEqual(message === null ? null : ['error', message]);
  expect(replaceState.mock.calls).toEqual(message === null ? [] : [[null, '', '/']]);
});
