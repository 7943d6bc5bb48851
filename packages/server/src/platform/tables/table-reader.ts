import type { TableMapping } from '@packshot/contract';
import type { SurveyedTable } from '@packshot/contract/catalog/survey-table';
import type { TableEncoding } from '@packshot/contract/catalog/table-text';

export interface TableReading {
  /** Default: a mapping by the names of the columns. */
  readonly mapping: TableMapping | undefined;
  /** Default: the likeliest. */
  readonly encoding: TableEncoding | undefined;
  /** The organization that waits: one organization can't take all places. */
  readonly owner: string;
}

/**
 * Reads a CSV or an XLSX, by its bytes, without holding up other requests.
 * @throws TableFault
 * @throws DomainError SERVERS_BUSY when too many tables wait
 */
export type ReadTable = (bytes: Uint8Array, reading: TableReading) => Promise<SurveyedTable>;
