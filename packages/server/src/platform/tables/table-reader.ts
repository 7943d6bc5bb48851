import type { TableMapping } from '@packshot/contract';
import type { SurveyedTable } from '@packshot/contract/catalog/survey-table';
import type { TableEncoding } from '@packshot/contract/catalog/table-text';

export interface TableReadOptions {
  /** Derived from the column names by default. */
  readonly mapping: TableMapping | undefined;
  /** Detected by default. */
  readonly encoding: TableEncoding | undefined;
  /** Organization that waits; a single one can't take all places. */
  readonly owner: string;
}

/**
 * Reads a CSV or an XLSX, recognized by its bytes, without blocking other requests.
 * @throws TableFault
 * @throws DomainError SERVERS_BUSY if too many tables wait
 */
export type TableReader = (bytes: Uint8Array, reading: TableReadOptions) => Promise<SurveyedTable>;
