import { t } from '@packshot/contract/text/translation';
import { canSignUp, hasBilling } from '../../lib/page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide';
import { allowances } from '../../lib/plans/allowances.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface GuestWallProps {
  /** Heading for the guest; by default says that this is a guest session. */
  readonly title?: string | undefined;
  /** Path of the page to open after sign-up; the studio by default. */
  readonly next?: string | undefined;
}

export function GuestWall({ title = t('You’re here as a guest'), next }: GuestWallProps) {
  const { memberGenerations, memberDownloads } = allowances();
  const search = next === undefined ? {} : { next };
  return (
    <EmptyState
      icon={UserRound}
      title={title}
      className="w-full max-w-none! rounded-xl border border-line bg-surface py-10!"
      actions={
        <>
          {canSignUp() && (
            <Link to={ROUTES.signUp} search={search} className={buttonClasses()}>
              {t('Create an account')}
            </Link>
          )}
          <Link to={ROUTES.signIn} search={search} className={buttonClasses('secondary')}>
            {t('Sign in')}
          </Link>
        </>
      }
    >
      <p className="mx-auto max-w-lg">
        {hasBilling()
          ? t(
              'Guest work is lost if you clear this browser’s data. An account keeps your work and credits, and adds {memberGenerations, plural, one {# generation} other {# generations}} and {memberDownloads, plural, one {# download} other {# downloads}}.',
              { memberGenerations, memberDownloads },
            )
          : t('Guest work is lost if you clear this browser’s data. An account keeps your work.')}
      </p>
    </EmptyState>
  );
}
