import { MEMBER_FREE_DOWNLOADS, MEMBER_FREE_GENERATIONS } from '@packshot/contract/limits';
import { ROUTES } from '@packshot/contract/tabs';
import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** What an account would give, to somebody who is here as a guest. */
export function GuestWall() {
  return (
    <EmptyState
      icon={UserRound}
      title="You are here as a guest"
      className="w-full max-w-none! rounded-xl border border-line bg-surface py-10!"
      actions={
        <>
          <Link to={ROUTES.signUp} className={buttonClasses()}>
            Create an account
          </Link>
          <Link to={ROUTES.signIn} className={buttonClasses('secondary')}>
            Sign in
          </Link>
        </>
      }
    >
      <p className="mx-auto max-w-lg">
        A guest’s session belongs to this browser and ends with its data. An account keeps your work and what
        is left, and brings {MEMBER_FREE_GENERATIONS} generations and {MEMBER_FREE_DOWNLOADS} downloads more.
      </p>
    </EmptyState>
  );
}
