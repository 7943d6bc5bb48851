import { t } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide';
import { usePageTitle } from '../../lib/state/page-title.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export default function NotFoundPage() {
  usePageTitle(t('Page not found'));
  return (
    <div className="flex flex-1 flex-col items-center justify-center py-10">
      <EmptyState
        icon={SearchX}
        level={1}
        title={t('Page not found')}
        actions={
          <>
            <Link to={ROUTES.studio} className={buttonClasses()}>
              {t('Cut out a photo')}
            </Link>
            <Link to={ROUTES.home} search={{ tab: 'home' }} className={buttonClasses('secondary')}>
              {t('Go to the home page')}
            </Link>
          </>
        }
      >
        {t('The link may be old or mistyped. Your work in this browser is where you left it.')}
      </EmptyState>
    </div>
  );
}
