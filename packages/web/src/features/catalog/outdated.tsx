import { MESSAGES } from '@packshot/contract/messages';
import { t } from '@packshot/contract/text/translation';
import { Notice } from '../../ui/notice.tsx';

/**
 * Notice that the page shows outdated data because the last request failed. Leaves out the message of an unreachable
 * server, which asks the user to reload, because the page retries by itself.
 */
export function Outdated({ failure }: { readonly failure: string | null }) {
  if (failure === null) return null;
  return (
    <Notice tone="info">
      {failure !== MESSAGES.serversBusy && `${failure} `}
      {t('The page shows the last known state, and keeps trying to update it.')}
    </Notice>
  );
}
