import { t } from '@packshot/contract/text/translation';
import { ARCHIVE_MAX_RECORDS } from '@packshot/contract/records/limits';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { FileArchive, Trash2, X } from 'lucide';
import { useState } from 'react';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { OutOfDownloads } from '../../lib/plans/out-of-downloads.tsx';
import { downloadZip } from './download-records.ts';
import { costOfDownloads, picturesSelected } from './words.ts';

interface SelectionBarProps {
  readonly selected: readonly SavedRecord[];
  readonly onSelectAll: () => void;
  /** Called when the pictures are paid for and the download has started. */
  readonly onDownloaded: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

export function SelectionBar({ selected, onSelectAll, onDownloaded, onDelete, onClose }: SelectionBarProps) {
  const remainingDownloads = useGlobalState((state) => state.currentAvailableDownloadImageCount);
  const [isBusy, setIsBusy] = useState(false);
  const [isUnpaid, setIsUnpaid] = useState(false);
  const isTooMany = selected.length > ARCHIVE_MAX_RECORDS;

  const take = async (): Promise<void> => {
    setIsBusy(true);
    const outcome = await downloadZip(selected);
    setIsBusy(false);
    if (outcome === 'downloaded') onDownloaded();
    setIsUnpaid(outcome === 'unpaid');
  };
  return (
    <section
      aria-label={t('Selected pictures')}
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full animate-rise-in flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-raised px-4 py-3 shadow-high max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-md:w-full"
    >
      <div className="min-w-52 flex-1">
        <p role="status" className="text-sm font-semibold tabular-nums">
          {picturesSelected(selected.length)}
        </p>
        <p className="text-sm text-muted tabular-nums">
          {formatHint(selected, remainingDownloads, isTooMany)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="ghost" onClick={onSelectAll}>
          {t('Select all shown')}
        </Button>
        <Button variant="secondary" icon={Trash2} disabled={selected.length === 0} onClick={onDelete}>
          {t('Delete')}
        </Button>
        <Button
          icon={FileArchive}
          loading={isBusy}
          disabled={selected.length === 0 || isTooMany}
          onClick={() => void take()}
        >
          {t('Download ZIP')}
        </Button>
        <IconButton icon={X} label={t('Stop selecting')} onClick={onClose} />
      </div>
      <OutOfDownloads isOpen={isUnpaid} onClose={() => setIsUnpaid(false)} />
    </section>
  );
}

function formatHint(
  selected: readonly SavedRecord[],
  remainingDownloads: number,
  isTooMany: boolean,
): string {
  if (selected.length === 0) return t('Select pictures to download as a ZIP or to delete.');
  return isTooMany
    ? t('A ZIP can hold at most {count} pictures.', { count: ARCHIVE_MAX_RECORDS })
    : costOfDownloads(selected, remainingDownloads);
}
