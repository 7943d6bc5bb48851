export interface CatalogServices {
  changeRunItem(runId: string, row: number, imageKey: string): Promise<void>;
  isGuest(): boolean;
  goTo(path: string): void;
}

declare module '../state/services.ts' {
  interface StudioServices extends CatalogServices {}
}
