import { withoutMoney } from '@packshot/contract/billing/money-words';
import { hasBilling } from '../page/installation.ts';

/** A message as this server says it: without sentences about money where billing is off. */
export const saidHere = (message: string): string => (hasBilling() ? message : withoutMoney(message));
