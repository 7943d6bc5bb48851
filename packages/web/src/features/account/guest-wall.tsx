import { canSignUp, hasBilling } from '../../lib/page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { allowances } from '../../lib/plans/allowances.ts';
import { plural } from '../../lib/page/plural.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface GuestWallProps {
  /** Heading for the guest; by default that this is a guest session. */
  readonly title?: string | undefined;
  /** Path to open after sign-up; the studio by default. */
  readonly next?: string | undefined;
}

/** Explains to a guest the benefits of an account. */
export function GuestWall({ title = 'You’re here as a guest', next }: GuestWallProps) {
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
              Create an account
            </Link>
          )}
          <Link to={ROUTES.signIn} search={search} className={buttonClasses('secondary')}>
            Sign in
          </Link>
        </>
      }
    >
      <p className="mx-auto max-w-lg">
        Guest work is lost if you clear this browser’s data. An account keeps your work
        {hasBilling() &&
          ` and credits, and adds ${plural(memberGenerations, 'generation')} and ${plural(memberDownloads, 'download')}`}
        .
      </p>
    </EmptyState>
  );
}
