import { call, getErrorMessage } from '../api/api-client.ts';
import { showToast } from '../state/toast.ts';
import { offerWork } from './incoming-work.ts';
import { toolForRecord } from './tool-of-record.ts';

/** Passes a picture of the history to the Create page, for links that name the record. */
export async function openLinkedRecord(id: string): Promise<void> {
  try {
    const { data: record } = await call('readRecord', { params: { id } });
    offerWork({ file: null, tool: toolForRecord(record), referenceId: null, record });
  } catch (error) {
    showToast('error', getErrorMessage(error));
  }
}
