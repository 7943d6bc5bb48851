import { expect, it } from 'vitest';
import { MESSAGES, OWN_MESSAGES } from '../messages.ts';
import { withoutMoney } from './money-words.ts';

it.each([
  [OWN_MESSAGES.canceled, 'Canceled.'],
  [OWN_MESSAGES.batchCanceled, 'Canceled. Finished pictures are kept.'],
  [OWN_MESSAGES.noSubject, OWN_MESSAGES.noSubject],
  [MESSAGES.outOfCredits, MESSAGES.outOfCredits],
])('withoutMoney removes sentences about money, unless the message has no other: %s', (message, expected) => {
  expect(withoutMoney(message)).toBe(expected);
});
