import { t } from '@packshot/contract/text/translation';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { GuestWall } from './guest-wall.tsx';
import { History } from './history.tsx';

/** History page of an account; for guests, an explanation of the history. */
export default function HistoryPage() {
  const isGuest = useGlobalState((state) => state.currentUser?.is_guest ?? true);
  return (
    <div className="relative mx-auto flex w-full max-w-page flex-1 flex-col px-6 pt-10 pb-16 max-md:px-4 max-md:pt-6">
      <h1 className="text-2xl font-bold tracking-headline">{t('History')}</h1>
      {isGuest ? <GuestWall /> : <History />}
    </div>
  );
}
