import {
  GUEST_FREE_DOWNLOADS,
  GUEST_FREE_GENERATIONS,
  MEMBER_FREE_DOWNLOADS,
  MEMBER_FREE_GENERATIONS,
} from '@packshot/contract/limits';
import { ROUTES } from '@packshot/contract/tabs';
import { Link } from '@tanstack/react-router';
import { readCurrentUser } from '../../../lib/current-user.ts';
import { useGlobalState } from '../../../lib/global-state.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

export default function Balances() {
  const isKnown = useGlobalState((state) => state.areCreditsKnown);
  const generations = useGlobalState((state) => state.currentFreemiumCredits);
  const downloads = useGlobalState((state) => state.currentAvailableDownloadImageCount);
  const isGuest = readCurrentUser()?.is_guest ?? true;
  const maxGenerations = isGuest ? GUEST_FREE_GENERATIONS : MEMBER_FREE_GENERATIONS;
  const maxDownloads = isGuest ? GUEST_FREE_DOWNLOADS : MEMBER_FREE_DOWNLOADS;
  if (!isKnown) {
    return (
      <div className="grid gap-6 sm:grid-cols-2">
        <Skeleton className="h-8.5" />
        <Skeleton className="h-8.5" />
      </div>
    );
  }
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Meter
          label="Generations"
          value={generations}
          max={maxGenerations}
          valueText={`${generations} left`}
        />
        <Meter label="Downloads" value={downloads} max={maxDownloads} valueText={`${downloads} left`} />
      </div>
      <p className="mt-5 text-base text-muted">
        A generation is counted when it succeeds, a download the first time you take a picture.
      </p>
      <Link to={ROUTES.home} search={{ tab: 'pricing' }} className={`${buttonClasses('secondary')} mt-4`}>
        See plans
      </Link>
    </>
  );
}
