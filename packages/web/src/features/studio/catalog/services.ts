export interface CatalogServices {
  /** Processes a row of a run again with another picture. */
  changeRunItem(runId: string, row: number, imageKey: string): Promise<void>;
  isGuest(): boolean;
  goTo(path: string): void;
}

declare module '../state/services.ts' {
  interface StudioServices extends CatalogServices {}
}
