import { t } from '@packshot/contract/text/translation';
import type { Allowances } from '@packshot/contract/credits/allowances';

/** Free allowances of guests and members, in one sentence. */
export const freeToTry = (freeAllowances: Allowances): string =>
  t(
    '{guestGenerations, plural, one {# generation} other {# generations}} and {guestDownloads, plural, one {# download} other {# downloads}} as a guest, {memberGenerations} and {memberDownloads} more with a free account.',
    {
      guestGenerations: freeAllowances.guestGenerations,
      guestDownloads: freeAllowances.guestDownloads,
      memberGenerations: freeAllowances.memberGenerations,
      memberDownloads: freeAllowances.memberDownloads,
    },
  );
