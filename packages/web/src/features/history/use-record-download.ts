import type { SavedRecord } from '@packshot/contract/records/schemas';
import { useCallback, useState } from 'react';
import { downloadRecord } from './download-records.ts';

/**
 * Download of one picture at a time.
 * @param onChange called with the record once it is paid for
 */
export function useRecordDownload(onChange: (record: SavedRecord) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [isUnpaid, setIsUnpaid] = useState(false);
  const download = useCallback(
    async (record: SavedRecord): Promise<void> => {
      setIsBusy(true);
      const outcome = await downloadRecord(record);
      setIsBusy(false);
      if (outcome === 'downloaded' || outcome === 'paid') onChange({ ...record, is_downloaded: true });
      setIsUnpaid(outcome === 'unpaid');
    },
    [onChange],
  );
  return { isBusy, isUnpaid, download, closeUnpaid: (): void => setIsUnpaid(false) };
}
