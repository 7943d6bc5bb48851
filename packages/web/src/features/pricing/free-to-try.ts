import type { Allowances } from '@packshot/contract/credits/allowances';
import { plural } from '../../lib/page/plural.ts';

/** Free allowances of guests and members, in one sentence. */
export const freeToTry = (given: Allowances): string =>
  `${plural(given.guestGenerations, 'generation')} and ${plural(given.guestDownloads, 'download')} as a guest, ` +
  `${given.memberGenerations} and ${given.memberDownloads} more with a free account.`;
