/** Messages between the API and the thread that reads a table. */
import type { InterfaceLanguage, NewRunItem } from '@packshot/contract';
import type { TableFault } from '@packshot/contract/catalog/table-fault';
import type { SurveyedTable } from '@packshot/contract/catalog/survey-table';
import type { TableReadOptions } from './table-reader.ts';

export interface TableOfThread extends Pick<TableReadOptions, 'mapping' | 'encoding'> {
  readonly bytes: Uint8Array;
  /** Language of sentences about the table. */
  readonly language: InterfaceLanguage;
}

/**
 * Output of the thread: first a summary of the table, then batches of rows, or the reason why the table can't be read.
 */
export type TableThreadOutput =
  | { readonly surveyed: Omit<SurveyedTable, 'items'> }
  | { readonly items: readonly NewRunItem[] }
  | { readonly fault: TableFault['code'] };
