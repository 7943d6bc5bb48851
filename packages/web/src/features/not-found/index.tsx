import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { usePageTitle } from '../../lib/state/page-title.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export default function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <div className="flex flex-1 flex-col items-center justify-center py-10">
      <EmptyState
        icon={SearchX}
        level={1}
        title="Page not found"
        actions={
          <>
            <Link to={ROUTES.studio} className={buttonClasses()}>
              Cut out a photo
            </Link>
            <Link to={ROUTES.home} search={{ tab: 'home' }} className={buttonClasses('secondary')}>
              Go to the home page
            </Link>
          </>
        }
      >
        The link may be old or mistyped. Your work in this browser is where you left it.
      </EmptyState>
    </div>
  );
}
