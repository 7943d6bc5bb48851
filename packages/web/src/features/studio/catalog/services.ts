import type { TaskState } from '@packshot/contract/tools/tasks';

export interface CatalogServices {
  changeRunItem(runId: string, row: number, imageKey: string): Promise<void>;
  /**
   * Makes a run's row again with a scene.
   * @param imageKey corrected cut-out that replaces the row's photo; null without a correction
   */
  changeRunScene(runId: string, row: number, sceneKey: string, imageKey: string | null): Promise<void>;
  /**
   * Makes the cut-out of a run's row again, or the scene from this cut-out; free.
   * @param cutOutKey null for the cut-out
   * @returns the task's last state
   * @throws ApiError if the server refuses
   */
  openRunItem(runId: string, row: number, cutOutKey: string | null): Promise<TaskState | undefined>;
  isGuest(): boolean;
  goTo(path: string): void;
}

declare module '../state/services.ts' {
  interface StudioServices extends CatalogServices {}
}
