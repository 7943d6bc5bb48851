import { t } from '@packshot/contract/text/translation';
import { MESSAGES } from '@packshot/contract/messages';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoreCreditsButtons } from './more-credits.tsx';

/** Dialog after a refused download, which offers ways to get more downloads. */
export function OutOfDownloads(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('Not enough downloads left')}
      description={MESSAGES.outOfDownloadCredits}
      actions={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {t('Close')}
          </Button>
          <MoreCreditsButtons />
        </>
      }
    />
  );
}
