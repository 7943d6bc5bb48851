/** A picture of a contact sheet, and the two lines under it. */
export interface SheetCell {
  /** Of ours, small. Null: it is gone. */
  readonly picture: Uint8Array | null;
  readonly name: string;
  readonly note: string;
}

/** What every page of a contact sheet says at its top. */
export interface SheetHead {
  readonly title: string;
  readonly subtitle: string;
}

/** Pictures of one page. */
export const SHEET_PAGE_CELLS = 30;

/** Draws pages of small pictures: with nothing of earlier pages in memory. */
export interface ContactSheets {
  /** One PDF, made while it is read. @param pages of `SHEET_PAGE_CELLS` each; at least one, which may be empty */
  pdf(
    head: SheetHead,
    pages: AsyncIterable<readonly SheetCell[]>,
    signal: AbortSignal,
  ): AsyncIterable<Uint8Array>;
  /** One page. @param number from 1 */
  png(head: SheetHead, page: readonly SheetCell[], number: number, signal: AbortSignal): Promise<Uint8Array>;
}
