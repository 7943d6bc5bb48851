import { t } from '@packshot/contract/text/translation';
import { sendsMails } from '../../../lib/page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { allowances } from '../../../lib/plans/allowances.ts';
import { readCurrentUser } from '../../../lib/session/current-user.ts';
import { generationsLeft, UNLIMITED, useGlobalState } from '../../../lib/state/global-state.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { formatDay } from '../days.ts';
import { ConfirmAddress } from './address.tsx';

/** A meter for generations and one for downloads: the balance, its maximum, and when more is added. */
export default function Balances() {
  const generations = useGlobalState(generationsLeft);
  const downloads = useGlobalState((state) => state.currentAvailableDownloadImageCount);
  const details = useGlobalState((state) => state.subscriptionDetails);
  const user = readCurrentUser();
  const isGuest = user?.is_guest ?? true;
  const isUnconfirmed = useGlobalState((state) => state.isEmailVerified === false);
  if (generations === null) {
    return (
      <div className="grid gap-6 sm:grid-cols-2">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  const isUnlimited = generations === UNLIMITED;
  const freeAllowances = allowances();
  const freeGenerations = isGuest ? freeAllowances.guestGenerations : freeAllowances.memberGenerations;
  const freeDownloads = isGuest ? freeAllowances.guestDownloads : freeAllowances.memberDownloads;
  const nextCredits = isUnlimited ? (details?.next_credits_at ?? null) : null;
  const monthly = details?.credits ?? 0;
  return (
    <>
      {isUnconfirmed && sendsMails() && !isGuest && user?.email != null && (
        <ConfirmAddress email={user.email} />
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        <div>
          <Meter
            label={t('Generations')}
            value={isUnlimited ? 1 : generations}
            max={isUnlimited ? 1 : Math.max(freeGenerations, generations)}
            valueText={isUnlimited ? t('Unlimited') : t('{generations} left', { generations })}
          />
          <p className="mt-2 text-sm text-muted">
            {isUnlimited ? t('Included in your plan; fair use applies.') : t('One-time free allowance.')}
          </p>
        </div>
        <div>
          <Meter
            label={t('Downloads')}
            value={downloads}
            max={Math.max(isUnlimited ? monthly : freeDownloads, downloads, 1)}
            valueText={t('{downloads} left', { downloads })}
          />
          <p className="mt-2 text-sm text-muted">
            {nextCredits === null
              ? NO_MORE[isUnlimited ? 'plan' : 'free']
              : t('{count} more on {date}.', { count: monthly, date: formatDay(nextCredits) })}
          </p>
        </div>
      </div>
      <p className="mt-5 text-base text-muted">
        {isUnlimited
          ? t('A download counts the first time you save a picture. Unused downloads roll over.')
          : t('A generation counts when it succeeds, a download the first time you save a picture.')}
      </p>
      {!isUnlimited && (
        <Link to={ROUTES.home} search={{ tab: 'pricing' }} className={`${buttonClasses('secondary')} mt-4`}>
          {t('See plans')}
        </Link>
      )}
    </>
  );
}

const NO_MORE = {
  plan: t('Your plan is ending; you keep what’s left.'),
  free: t('One-time free allowance. A plan adds more every month.'),
} as const;
