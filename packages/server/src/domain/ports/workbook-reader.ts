import type { Table } from '@packshot/contract/catalog/csv';

/**
 * The cells of an XLSX’s first sheet, as text.
 * @throws TableFault
 */
export type ReadWorkbook = (bytes: Uint8Array, maxRows: number) => Promise<Table>;
