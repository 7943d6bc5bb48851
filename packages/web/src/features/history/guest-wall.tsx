import { t } from '@packshot/contract/text/translation';
import { canSignUp } from '../../lib/page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide';
import { allowances } from '../../lib/plans/allowances.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

const FRAMES = ['', 'max-sm:hidden', '', 'max-lg:hidden', '', '', 'max-lg:hidden', 'max-sm:hidden'];

export function GuestWall() {
  return (
    <div className="relative mt-6 flex-1">
      <div
        aria-hidden
        className="grid grid-cols-2 opacity-70 gap-4 mask-b-from-20% mask-b-to-95% sm:grid-cols-3 lg:grid-cols-4"
      >
        {FRAMES.map((className, index) => (
          <div key={index} className={className}>
            <div className="checkerboard aspect-square rounded-xl border border-line" />
            <div className="mt-3 h-3 w-2/3 rounded-full bg-fill-strong" />
            <div className="mt-2 h-3 w-1/3 rounded-full bg-fill-strong" />
          </div>
        ))}
      </div>
      <div className="absolute inset-x-0 top-10 flex justify-center max-md:top-6">
        <EmptyState
          icon={History}
          title={t('Your work stays in this browser')}
          className="rounded-2xl border border-line bg-raised py-12! shadow-high"
          actions={
            <>
              {canSignUp() && (
                <Link to={ROUTES.signUp} className={buttonClasses()}>
                  {t('Create an account')}
                </Link>
              )}
              <Link to={ROUTES.studio} className={buttonClasses('secondary')}>
                {t('Go to your work')}
              </Link>
            </>
          }
        >
          {t(
            'Guest work isn’t saved to History. Your latest work is still in Create, even after a reload. The server deletes guests’ pictures {days, plural, one {# day} other {# days}} after your last visit. With an account, every result is kept: searchable, starred and ready to reuse.',
            { days: allowances().guestRetentionDays },
          )}
        </EmptyState>
      </div>
    </div>
  );
}
