import { RECORD_MESSAGES } from '@packshot/contract/records/messages';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import { useCallback, useState } from 'react';
import { call, getErrorMessage } from '../../lib/api/api-client.ts';
import { showToast } from '../../lib/state/toast.ts';
import type { Records } from './use-records.ts';

/** Actions on history records: applied to the list at once, then sent to the server; reverted if it refuses. */
export function useRecordActions(records: Records) {
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([]);
  const { replace, drop, reload } = records;
  return {
    /** IDs of the records deleted last, which the user can restore. */
    deletedIds,
    forgetDeleted: (): void => setDeletedIds([]),
    /** This function stays the same while the list doesn't change, so that tiles don't render again. */
    star: useCallback(
      (record: SavedRecord) => {
        const starred = !record.starred;
        replace({ ...record, starred });
        call('updateRecord', { params: { id: record.id }, body: { starred } }).catch((error: unknown) => {
          replace(record);
          showToast('error', getErrorMessage(error));
        });
      },
      [replace],
    ),
    /** This function never changes, so that tiles don't render again. */
    remove: useCallback(
      async (ids: readonly string[]): Promise<void> => {
        drop(ids);
        const outcomes = await Promise.allSettled(ids.map((id) => call('deleteRecord', { params: { id } })));
        // Removes the records again, because a page requested before the deletion may have added them again.
        drop(ids);
        setDeletedIds(ids.filter((_id, index) => outcomes[index]?.status === 'fulfilled'));
        const failed = outcomes.find((outcome) => outcome.status === 'rejected');
        if (failed === undefined) return;
        showToast('error', getErrorMessage(failed.reason));
        reload();
      },
      [drop, reload],
    ),
    bringBack: async (): Promise<void> => {
      setDeletedIds([]);
      const outcomes = await Promise.allSettled(
        deletedIds.map((id) => call('updateRecord', { params: { id }, body: { is_visible: true } })),
      );
      const isBack = outcomes.every(({ status }) => status === 'fulfilled');
      showToast(
        isBack ? 'success' : 'error',
        isBack ? RECORD_MESSAGES.recordRestored : RECORD_MESSAGES.recordRestoreFailed,
      );
      records.reload();
    },
  };
}
