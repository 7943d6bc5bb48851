import { t } from '@packshot/contract/text/translation';
import { Notice } from '../../ui/notice.tsx';

/** Notice that the page shows outdated data because the last request failed. */
export const Outdated = ({ failure }: { readonly failure: string | null }) =>
  failure === null ? null : (
    <Notice tone="info">
      {failure} {t('The page shows the last known state, and keeps trying to update it.')}
    </Notice>
  );
