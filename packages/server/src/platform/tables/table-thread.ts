/** Code of the worker thread that reads one table. */
import { workerData } from 'node:worker_threads';
import { RUN_ITEMS_MAX, RUN_ITEMS_PER_CALL } from '@packshot/contract/catalog/limits';
import { csvTable, surveyTable } from '@packshot/contract/catalog/survey-table';
import { TableFault } from '@packshot/contract/catalog/table-fault';
import { inLanguage } from '../translations.ts';
import { sendParts } from '../threads/send-parts.ts';
import type { TableOfThread, TableThreadOutput } from './table-parts.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/** ZIP signature, with which every XLSX but no CSV starts. */
const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** Maximum number of rows to read: one more than a run can have, to detect the excess. */
const ROWS_MAX = RUN_ITEMS_MAX + 1;

async function* iterateParts({
  bytes,
  mapping,
  encoding,
  language,
}: TableOfThread): AsyncGenerator<TableThreadOutput> {
  try {
    const table = isZip(bytes)
      ? { table: await readXlsx(bytes, ROWS_MAX), encoding: null, readings: [] }
      : inLanguage(language, () => csvTable(bytes, ROWS_MAX, encoding));
    const { items, ...surveyed } = inLanguage(language, () => surveyTable(table, mapping));
    yield { surveyed };
    // Sends rows in batches, so that the API process can handle other requests in between.
    for (let at = 0; at < items.length; at += RUN_ITEMS_PER_CALL)
      yield { items: items.slice(at, at + RUN_ITEMS_PER_CALL) };
  } catch (error) {
    if (!(error instanceof TableFault)) throw error;
    yield { fault: error.code };
  }
}

await sendParts(iterateParts(workerData as TableOfThread));
