import { withoutMoney } from '@packshot/contract/billing/money-words';
import { hasBilling } from '../page/installation.ts';

/** Adapts a message to this server: removes sentences about money if billing is disabled. */
export const saidHere = (message: string): string => (hasBilling() ? message : withoutMoney(message));
