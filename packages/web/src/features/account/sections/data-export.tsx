import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import { RECORD_MESSAGES } from '@packshot/contract/records/messages';
import { FileArchive } from 'lucide';
import { useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { openFileLink } from '../../../lib/files/file-link.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button } from '../../../ui/button.tsx';

/** Downloads the account, its pictures and its ledgers as one file. */
export default function DataExport() {
  const [isBusy, setIsBusy] = useState(false);
  const start = async (): Promise<void> => {
    setIsBusy(true);
    try {
      openFileLink((await call('orderDataExport')).url);
      showToast('success', RECORD_MESSAGES.exportStarted);
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
    setIsBusy(false);
  };
  return (
    <>
      <p className="text-base text-muted">
        {hasBilling()
          ? t(
              'A ZIP with your profile, history and every change of your credits as JSON, plus your uploads and results: at full size if you’ve downloaded them, at standard size otherwise. It’s free.',
            )
          : t('A ZIP with your profile and history as JSON, plus your uploads and results.')}
      </p>
      <Button
        variant="secondary"
        icon={FileArchive}
        loading={isBusy}
        className="mt-4"
        onClick={() => void start()}
      >
        {t('Download my data')}
      </Button>
    </>
  );
}
