import { t } from '@packshot/contract/text/translation';
import { RotateCw } from 'lucide';
import { Button } from '../../ui/button.tsx';
import type { Pages } from './use-pages.ts';

export function MoreRows({ pages }: { readonly pages: Pages<{ readonly id: string }> }) {
  if (pages.failure !== null) {
    return (
      <p role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm text-danger">
        {pages.failure}
        <Button size="sm" variant="secondary" icon={RotateCw} onClick={pages.more}>
          {t('Try again')}
        </Button>
      </p>
    );
  }
  if (!pages.hasMore) return null;
  return (
    <Button variant="secondary" className="mt-4" loading={pages.isLoading} onClick={pages.more}>
      {t('Show more')}
    </Button>
  );
}
