import { call, messageOf } from '../api/api-client.ts';
import { showToast } from '../state/toast.ts';
import { offerWork } from './incoming-work.ts';
import { toolOf } from './tool-of-record.ts';

/** Opens a picture of History in Create, for links from other sites. */
export async function openLinkedRecord(id: string): Promise<void> {
  try {
    const { data: record } = await call('readRecord', { params: { id } });
    offerWork({ file: null, tool: toolOf(record), referenceId: null, record });
  } catch (error) {
    showToast('error', messageOf(error));
  }
}
