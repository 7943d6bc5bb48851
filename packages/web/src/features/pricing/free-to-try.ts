import type { Allowances } from '@packshot/contract/credits/allowances';
import { plural } from '../../lib/page/plural.ts';

/** What everybody gets for free, in one sentence. */
export const freeToTry = (given: Allowances): string =>
  `${plural(given.guestGenerations, 'generation')} and ${plural(given.guestDownloads, 'download')} as a guest, ` +
  `${given.memberGenerations} and ${given.memberDownloads} more with a free account.`;
