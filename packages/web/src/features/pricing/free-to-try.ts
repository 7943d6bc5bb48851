import type { Allowances } from '@packshot/contract/credits/allowances';
import { plural } from '../../lib/page/plural.ts';

/** Free allowances of guests and members, in one sentence. */
export const freeToTry = (freeAllowances: Allowances): string =>
  `${plural(freeAllowances.guestGenerations, 'generation')} and ${plural(freeAllowances.guestDownloads, 'download')} as a guest, ` +
  `${freeAllowances.memberGenerations} and ${freeAllowances.memberDownloads} more with a free account.`;
