import { CATALOG_MESSAGES } from './messages.ts';

/** Thrown if a table can't be read, or has too many rows or columns. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
  readonly code: 'TABLE_UNREADABLE' | 'TABLE_TOO_LARGE';
  constructor(code: TableFault['code']) {
    super(code === 'TABLE_UNREADABLE' ? CATALOG_MESSAGES.tableUnreadable : CATALOG_MESSAGES.tableTooLarge);
    this.code = code;
  }
}
