import type { TableMapping } from '@packshot/contract';
import type { SurveyedTable } from '@packshot/contract/catalog/survey-table';
import type { TableEncoding } from '@packshot/contract/catalog/table-text';

export interface TableReadOptions {
  /** Columns to use; if undefined, they are derived from the column names. */
  readonly mapping: TableMapping | undefined;
  /** Character encoding; if undefined, it is detected. */
  readonly encoding: TableEncoding | undefined;
  /** Organization that waits for the table. One organization alone can't occupy all threads. */
  readonly owner: string;
}

/**
 * Reads a CSV or an XLSX, recognized by its bytes, without blocking other requests.
 * @throws TableFault
 * @throws DomainError SERVERS_BUSY if too many tables wait
 */
export type TableReader = (bytes: Uint8Array, reading: TableReadOptions) => Promise<SurveyedTable>;
