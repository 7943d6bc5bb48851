import type { RunItem } from '@packshot/contract/catalog/items';
import { RUN_ITEMS_PER_CALL } from '@packshot/contract/catalog/limits';
import { call } from '../../../lib/api/api-client.ts';

/** Rows that wait for a file, collected from all pages. */
export async function missingIn(id: string, items: number): Promise<readonly RunItem[]> {
  const missing: RunItem[] = [];
  for (let offset = 0; offset < items; offset += RUN_ITEMS_PER_CALL) {
    const query = { sort: 'row', offset: String(offset), limit: String(RUN_ITEMS_PER_CALL) } as const;
    const { data } = await call('listRunItems', { params: { id }, query });
    missing.push(...data.filter(({ source }) => source.kind === 'file'));
  }
  return missing;
}
