import { RECORD_MESSAGES } from '@packshot/contract/record-messages';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { call, messageOf } from '../../../lib/api-client.ts';
import { openFileLink } from '../../../lib/file-link.ts';
import { showToast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';

/** Everything that is stored of the account, as one file. */
export default function DataExport() {
  const [isBusy, setIsBusy] = useState(false);
  const start = async (): Promise<void> => {
    setIsBusy(true);
    try {
      openFileLink((await call('orderDataExport')).url);
      showToast('success', RECORD_MESSAGES.exportStarted);
    } catch (error) {
      showToast('error', messageOf(error));
    }
    setIsBusy(false);
  };
  return (
    <>
      <p className="text-base text-muted">
        A ZIP with your profile, your history and both ledgers as JSON, the photos you uploaded and your
        results: those you have downloaded at full size, the others at a standard size. It costs nothing.
      </p>
      <Button
        variant="secondary"
        icon={FileArchive}
        loading={isBusy}
        className="mt-4"
        onClick={() => void start()}
      >
        Download my data
      </Button>
    </>
  );
}
