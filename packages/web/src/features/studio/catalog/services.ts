/** What going back into a run needs. */
export interface CatalogServices {
  /** Has a row of a run done again with another picture. */
  changeRunItem(runId: string, row: number, imageKey: string): Promise<void>;
  /** Whether the user has no account. */
  isGuest(): boolean;
  /** Goes to a page of this site. */
  goTo(path: string): void;
}

declare module '../state/services.ts' {
  interface StudioServices extends CatalogServices {}
}
