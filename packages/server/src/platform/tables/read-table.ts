import { callLanguage } from '@packshot/contract/text/call-language';
import { TableFault } from '@packshot/contract/catalog/table-fault';
import type { SurveyedTable } from '@packshot/contract/catalog/survey-table';
import type { NewRunItem } from '@packshot/contract';
import type { TableReader } from './table-reader.ts';
import { createThreadRoom, ThreadLimitError } from '../threads/thread-room.ts';
import type { TableOfThread, TableThreadOutput } from './table-parts.ts';

const LIMITS = { atOnce: 2, mostWaiting: 16, deadlineMs: 20_000, memoryMb: 256 };

/**
 * Creates a reader that parses tables in threads, because a small malicious file can take seconds and hundreds of
 * megabytes.
 */
export function createTableReader(): TableReader {
  const room = createThreadRoom({ file: new URL('./table-thread.ts', import.meta.url), ...LIMITS });
  return async (bytes, { mapping, encoding, owner }) => {
    let surveyed: Omit<SurveyedTable, 'items'> | undefined;
    const items: NewRunItem[] = [];
    try {
      const input: TableOfThread = { bytes, mapping, encoding, language: callLanguage() };
      for await (const part of room.parts(owner, input) as AsyncGenerator<TableThreadOutput>) {
        if ('fault' in part) throw new TableFault(part.fault);
        if ('surveyed' in part) ({ surveyed } = part);
        else items.push(...part.items);
      }
    } catch (error) {
      throw error instanceof ThreadLimitError ? new TableFault('TABLE_TOO_LARGE') : error;
    }
    if (surveyed === undefined) throw new Error('The thread of a table ended early');
    return { ...surveyed, items };
  };
}
